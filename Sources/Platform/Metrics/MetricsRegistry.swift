import Runtime

/// The metrics of a process, each named once, rendered as Prometheus text. Any thread.
package final class MetricsRegistry: Sendable {
  private let metrics = Locked<[Metric]>([])

  private struct Metric: Sendable {
    var name: String
    var help: String
    var type: String
    /// Appends the samples.
    var samples: @Sendable (inout PrometheusText, String) -> Void
  }

  package init() {}

  /// - Parameter name: `[a-z_]+`, by convention ending in `_total`.
  package func counter(_ name: String, _ help: String) -> Counter {
    let counter = Counter()
    add(name, help, "counter") { text, name in text.sample(name, [], [], Double(counter.value)) }
    return counter
  }

  package func counters(_ name: String, _ help: String, labels: [String]) -> Family<Counter> {
    let family = Family(labels: labels) { Counter() }
    add(name, help, "counter") { text, name in
      for (values, counter) in family.all { text.sample(name, labels, values, Double(counter.value)) }
    }
    return family
  }

  package func gauge(_ name: String, _ help: String) -> Gauge {
    let gauge = Gauge()
    add(name, help, "gauge") { text, name in text.sample(name, [], [], gauge.value) }
    return gauge
  }

  /// A gauge that is read when it is rendered.
  package func gauge(_ name: String, _ help: String, read: @escaping @Sendable () -> Double) {
    add(name, help, "gauge") { text, name in text.sample(name, [], [], read()) }
  }

  /// A counter that something else counts, read when it is rendered.
  package func counter(_ name: String, _ help: String, read: @escaping @Sendable () -> Double) {
    add(name, help, "counter") { text, name in text.sample(name, [], [], read()) }
  }

  /// A gauge that is always 1 and says something by its labels.
  package func information(_ name: String, _ help: String, _ labels: [(name: String, value: String)]) {
    add(name, help, "gauge") { text, name in text.sample(name, labels.map(\.name), labels.map(\.value), 1) }
  }

  package func histogram(_ name: String, _ help: String, bounds: [Double]) -> Histogram {
    let histogram = Histogram(bounds: bounds)
    add(name, help, "histogram") { text, name in text.histogram(name, [], [], histogram) }
    return histogram
  }

  package func histograms(
    _ name: String, _ help: String, labels: [String], bounds: [Double]
  ) -> Family<Histogram> {
    let family = Family(labels: labels) { Histogram(bounds: bounds) }
    add(name, help, "histogram") { text, name in
      for (values, histogram) in family.all { text.histogram(name, labels, values, histogram) }
    }
    return family
  }

  /// Everything in the text format 0.0.4, in the order of registration.
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
