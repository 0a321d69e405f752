import HTTPServer
import Metrics
import Runtime

/// Counts and times requests by route template, so that no client can make series of its own.
final class RequestMetrics: ServerMetrics {
  private struct Key: Hashable {
    var method: String
    var template: String
    var status: Int

    /// Of the lengths alone: the names are few, and comparing two costs less than hashing one.
    func hash(into hasher: inout Hasher) {
      hasher.combine(method.utf8.count &+ template.utf8.count &* 16 &+ status &* 4096)
    }
  }

  private struct Series: Sendable {
    var count: Counter
    var duration: Histogram
  }

  private let counts: Family<Counter>
  private let durations: Family<Histogram>
  private let refusals: Family<Counter>
  /// Spares the families' label arrays on each request.
  private let known = Locked<[Key: Series]>([:])

  init(_ registry: MetricsRegistry) {
    counts = registry.counters(
      "hearth_http_requests_total", "Responses.", labels: ["method", "route", "status"])
    durations = registry.histograms(
      "hearth_http_request_duration_seconds", "From the end of a request to the start of its response.",
      labels: ["route"],
      bounds: .latencySeconds)
    refusals = registry.counters(
      "hearth_connections_refused_total", "Connections and WebSockets refused because of a limit.", labels: ["limit"])
    // Both series exist from the start, so that a rate can be computed from the first refusal on.
    for limit in [ConnectionRefusal.total(limit: 0), .address(limit: 0)] { _ = refusals([limit.setting]) }
  }

  func answered(_ method: String, _ template: String, _ status: Int, nanoseconds durations: [Int64]) {
    let series = series(Key(method: Self.bounded(method), template: template, status: status))
    series.count.increment(by: UInt64(durations.count))
    series.duration.observe(nanoseconds: durations)
  }

  /// The durations of all responses, whatever their route.
  var total: Histogram.State {
    var total = Histogram.State(counts: Array(repeating: 0, count: [Double].latencySeconds.count + 1), sum: 0)
    for series in durations.allSeries {
      let state = series.snapshot
      for index in total.counts.indices { total.counts[index] += state.counts[index] }
      total.sum += state.sum
    }
    return total
  }

  func refused(_ refusal: ConnectionRefusal) { refusals([refusal.setting]).increment() }

  private func series(_ key: Key) -> Series {
    if let series = known.withLock({ $0[key] }) { return series }
    let series = Series(
      count: counts([key.method, key.template, String(key.status)]), duration: durations([key.template]))
    known.withLock { $0[key] = series }
    return series
  }

  /// Clients choose the method; only those of RFC 9110 §9.3 and RFC 5789 have series of their own.
  private static func bounded(_ method: String) -> String {
    switch method {
    case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS": method
    default: "other"
    }
  }
}

/// Counts requests in the metrics of the present generation (``Generation``).
struct ReplaceableRequestMetrics: ServerMetrics {
  let current: HotSwappable<RequestMetrics>

  func answered(_ method: String, _ template: String, _ status: Int, nanoseconds: [Int64]) {
    current.current.answered(method, template, status, nanoseconds: nanoseconds)
  }

  func refused(_ refusal: ConnectionRefusal) { current.current.refused(refusal) }
}
