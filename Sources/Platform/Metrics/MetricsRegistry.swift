import Runtime

/// The registry of a process's metrics, rendered as Prometheus text. Any thread. A name may be registered once only.
package final class MetricsRegistry: Sendable {
  private let metrics = Locked<[Metric]>([])

  private struct Metric: Sendable {
    var name: String
    var help: String
    var type: String
    /// Appends the samples.
    var samples: @Sendable (inout PrometheusText, String) -> Void
  }

  /// Creates an empty registry.
  package init() {}

  /// Registers a counter. - Parameter name: `[a-z_]+`, by convention ending in `_total`.
  package func counter(_ name: String, _ help: String) -> Counter {
    let counter = Counter()
    add(name, help, "counter") { text, name in text.sample(name, [], [], Double(counter.value)) }
    return counter
  }

  /// Registers a family of counters.
  package func counters(_ name: String, _ help: String, labels: [String]) -> Family<Counter> {
    let family = Family(labels: labels) { Counter() }
    add(name, help, "counter") { text, name in
      for (values, counter) in family.all { text.sample(name, labels, values, Double(counter.value)) }
    }
    return family
  }

  /// Registers a gauge.
  package func gauge(_ name: String, _ help: String) -> Gauge {
    let gauge = Gauge()
    add(name, help, "gauge") { text, name in text.sample(name, [], [], gauge.value) }
    return gauge
  }

  /// Registers a gauge whose value is read by `read` at each rendering.
  package func gauge(_ name: String, _ help: String, read: @escaping @Sendable () -> Double) {
    add(name, help, "gauge") { text, name in text.sample(name, [], [], read()) }
  }

  /// Registers a counter whose value is read by `read` at each rendering.
  package func counter(_ name: String, _ help: String, read: @escaping @Sendable () -> Double) {
    add(name, help, "counter") { text, name in text.sample(name, [], [], read()) }
  }

  /// Registers a gauge of value 1 whose labels carry information, such as a version.
  package func information(_ name: String, _ help: String, _ labels: [(name: String, value: String)]) {
    add(name, help, "gauge") { text, name in text.sample(name, labels.map(\.name), labels.map(\.value), 1) }
  }

  /// Registers a histogram.
  package func histogram(_ name: String, _ help: String, bounds: [Double]) -> Histogram {
    let histogram = Histogram(bounds: bounds)
    add(name, help, "histogram") { text, name in text.histogram(name, [], [], histogram) }
    return histogram
  }

  /// Registers a family of histograms.
  package func histograms(
    _ name: String, _ help: String, labels: [String], bounds: [Double]
  ) -> Family<Histogram> {
    let family = Family(labels: labels) { Histogram(bounds: bounds) }
    add(name, help, "histogram") { text, name in
      for (values, histogram) in family.all { text.histogram(name, labels, values, histogram) }
    }
    return family
  }

  /// Returns all metrics in the text format 0.0.4, in the order of registration.
  package func render() -> String {
    var text = PrometheusText()
    for metric in metrics.withLock({ $0 }) {
      text.head(metric.name, metric.help, metric.type)
      metric.samples(&text, metric.name)
    }
    return text.text
  }

  private func add(
    _ name: String, _ help: String, _ type: String,
    _ samples: @escaping @Sendable (inout PrometheusText, String) -> Void
  ) {
    metrics.withLock { $0.append(Metric(name: name, help: help, type: type, samples: samples)) }
  }
}
