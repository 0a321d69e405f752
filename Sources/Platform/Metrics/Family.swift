import Runtime

/// The series of one metric, by label values. A series is created at its first use. Any thread.
///
/// Label values must come from a bounded set (route templates, not paths). Beyond `maxSeries` all further label values share one series
/// whose labels are all `other`.
package final class Family<Series: Sendable>: Sendable {
  /// Maximum number of series of one family.
  package static var maxSeries: Int { 1000 }

  /// The names of the labels.
  package let labels: [String]
  private let series = Locked<[[String]: Series]>([:])
  private let make: @Sendable () -> Series

  init(labels: [String], make: @escaping @Sendable () -> Series) {
    self.labels = labels
    self.make = make
  }

  /// Returns the series of the label values, given in the order of `labels`.
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

  /// All series, in no order.
  package var allSeries: [Series] { series.withLock { Array($0.values) } }

  /// All series, sorted by label values.
  var all: [(values: [String], series: Series)] {
    series.withLock { series in
      series.map { (values: $0.key, series: $0.value) }
    }.sorted { $0.values.lexicographicallyPrecedes($1.values) }
  }
}
