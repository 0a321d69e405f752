import API
import Bytes
import HTTPServer
import JSONCodec
import Storage

/// `/api/v1/admin/metrics`.
struct MetricsRoutes: Sendable {
  let sampler: MetricsSampler

  /// The declaration of the route.
  static let list = Operation(
    "adminListMetrics", "GET", "/api/v1/admin/metrics", authentication: .admin, tag: AdministrationSchemas.tag,
    "Get the metrics of the last 15 minutes", description: "Oldest first, one sample for each interval.",
    parameters: [.query(.time("since", "Only samples after this time."))],
    responses: [
      .success(
        "The samples.",
        .object(
          [
            .integer("interval_s", "Seconds between two samples."),
            .array("samples", of: sample, "The samples after `since`."),
          ], named: "Metrics"), example: ["interval_s": 2, "samples": [example]])
    ])

  var routes: [Route] {
    [
      Route(Self.list) { request in
        var since: Timestamp?
        if let text = request.queryValue("since") {
          since = Timestamp(rfc3339: text)
          guard since != nil else {
            throw Problem.invalid("since", mustBe: "a time in RFC 3339")
          }
        }
        return .success([
          "interval_s": .integer(MetricsSampler.interval.components.seconds),
          "samples": .array(sampler.samples(since: since).map(Self.json)),
        ])
      }
    ]
  }

  private static let sample = Schema.object([
    .time("time", "The end of the interval, UTC with milliseconds."),
    .number("requests_per_s", "Responses per second."),
    .number("p50_ms", "The median duration of a response; null without responses.").nullable,
    .number("p95_ms", "The 95th percentile.").nullable, .number("p99_ms", "The 99th percentile.").nullable,
    .count("connections", "Open event sockets."),
    .count("jobs_waiting", "Waiting jobs; null if the database did not answer.").nullable,
    .number("loop_lag_ms", "The longest iteration of an event loop."),
    .count("memory_bytes", "Resident memory."),
    .count("disk_used_bytes", "Bytes of the files in the data folder; null if they cannot be read.").nullable,
    .count("disk_free_bytes", "Free bytes of its file system; null if they cannot be read.").nullable,
  ])

  private static let example: JSONValue = [
    "time": "2026-11-22T07:01:57.120Z", "requests_per_s": 12.5, "p50_ms": 0.4, "p95_ms": 2.1, "p99_ms": 4.8,
    "connections": 3, "jobs_waiting": 0, "loop_lag_ms": 0.9, "memory_bytes": 41_943_040,
    "disk_used_bytes": 1_048_576, "disk_free_bytes": 52_613_349_376,
  ]

  private static func json(_ sample: MetricsSample) -> JSONValue {
    [
      "time": .string(milliseconds(sample.time)), "requests_per_s": .number(rounded(sample.requestsPerSecond)),
      "p50_ms": .optional(sample.p50.map(rounded)), "p95_ms": .optional(sample.p95.map(rounded)),
      "p99_ms": .optional(sample.p99.map(rounded)), "connections": .integer(Int64(sample.connections)),
      "jobs_waiting": integer(sample.jobsWaiting), "loop_lag_ms": .number(rounded(sample.loopLag)),
      "memory_bytes": .integer(sample.memoryBytes), "disk_used_bytes": integer(sample.disk?.used),
      "disk_free_bytes": integer(sample.disk?.free),
    ]
  }

  private static func integer(_ value: Int64?) -> JSONValue { value.map(JSONValue.integer) ?? .null }

  /// Three decimals.
  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  private static func milliseconds(_ time: Timestamp) -> String {
    let fraction = "\(time.milliseconds - time.seconds * 1000 + 1000)".dropFirst()
    return time.rfc3339.dropLast() + "." + fraction + "Z"
  }
}
