/// The responses of one loop iteration that are not counted yet. Confined to its loop's thread.
///
/// Consecutive responses with the same method, template and status are counted together, because the metrics are shared
/// with the other loops.
struct RequestMetricsBatch {
  private let metrics: any ServerMetrics
  private var method = ""
  private var template = ""
  private var status = 0
  private var nanoseconds: [Int64] = []

  init(_ metrics: any ServerMetrics) { self.metrics = metrics }

  /// Adds a response and its duration.
  mutating func add(_ method: String, _ template: String, _ status: Int, nanoseconds duration: Int64) {
    if self.status != status || self.template != template || self.method != method {
      flush()
      self.method = method
      self.template = template
      self.status = status
    }
    nanoseconds.append(duration)
  }

  /// Counts the responses. Called at the end of each iteration.
  mutating func flush() {
    guard !nanoseconds.isEmpty else { return }
    metrics.answered(method, template, status, nanoseconds: nanoseconds)
    nanoseconds.removeAll(keepingCapacity: true)
  }
}
