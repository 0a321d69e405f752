import API
import JSONCodec

/// The operations for load balancers, service managers and Prometheus.
enum ServerOperations {
  static let health = Operation(
    "getHealth", "GET", "/health", authentication: .none, tag: "Server", "Check that the process runs",
    description: "Does not depend on storage, because a restart frees no disk.",
    responses: [
      .json(
        "The process runs.", .object([.string("status", oneOf: ["ok"], "Always `ok`.")]), example: ["status": "ok"])
    ])

  static let ready = Operation(
    "getReadiness", "GET", "/ready", authentication: .none, tag: "Server", "Check that writes can succeed",
    responses: [
      .json(
        "Writes can succeed.", .object([.string("status", oneOf: ["ready"], "Always `ready`.")]),
        example: ["status": "ready"]),
      .json(
        "The server is stopping, or its storage cannot be written.",
        .object([
          .string("status", oneOf: ["stopping", "unavailable"], "The state of the server."),
          .string("reason", "A sentence for the operator."),
        ]), status: 503, example: ["status": "stopping", "reason": "The server is stopping."]),
    ])

  static let metrics = Operation(
    "getMetrics", "GET", "/metrics", authentication: .none, tag: "Server", "Get the metrics for Prometheus",
    description: "Does not exist if the setting `metrics.enabled` is false.",
    responses: [.content("The text format of Prometheus, version 0.0.4.", "text/plain")])
}
