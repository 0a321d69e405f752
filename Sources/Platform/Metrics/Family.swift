import Runtime

/// The series of one metric that differ by their labels, made as they are first used.
///
/// Label values must come from a bounded set (route templates, not paths): beyond `maxSeries` all further ones share the
/// series whose every label is `other`.
package final class Family<Series: Sendable>: Sendable {
  /// Series of one family, at most.
  package static var maxSeries: Int { 1000 }

  package let labels: [String]
  private let series = Locked<[[String]: Series]>([:])
  private let make: @Sendable () -> Series

  init(labels: [String], make: @escaping @Sendable () -> Series) {
    self.labels = labels
    self.make = make
  }

  /// The series of these label values, in the order of `labels`.
  package func callAsFunction(_ values: [String]) -> Series {
    series.withLock { series in
      if let known = series[values] { return known }
      let key = series.count < Self.maxSeries ? values : Array(repeating: "other", count: labels.count)
      if let known = series[key] { return known }
      let made = make()
      series[key] = made
      return made
    }
  }

  /// All series so far, ordered by their label values.
  var all: [(values: [String], series: Series)] {
    series.withLock { series in
      series.map { (values: $0.key, series: $0.value) }
    }.sorted { $0.values.lexicographicallyPrecedes($1.values) }
  }
}
