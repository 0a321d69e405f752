import API
import JSONCodec

/// The declarations of the routes of `/dev/traffic`.
enum TrafficOperations {
  private static let tag = "Development"
  static let limits = 1...500
  static let waits = 0...25

  static let list = Operation(
    "listTraffic", "GET", "/dev/traffic", authentication: .none, tag: tag, "List the traffic",
    description: "Passwords, tokens and API keys are replaced by `[redacted]`. The first request starts the recording.",
    parameters: [
      .query(.integer("after", in: 0...(1 << 53), "The id after which items are wanted; the newest ones without it.")),
      .query(.integer("limit", in: limits, "The maximum number of items.")),
      .query(.integer("wait_s", in: waits, "The maximum wait for an item, if there is none.")),
      .query(.string("kind", oneOf: TrafficEntry.Kind.allCases.map(\.rawValue), "Only items of this kind.")),
      .query(.integer("connection", in: 1...(1 << 53), "Only items of this connection.")),
    ],
    responses: [
      .json(
        "Oldest first.", TrafficSchemas.page,
        example: ["items": [frame], "last_id": 18, "first_id": 2, "is_recording": true])
    ])

  static let record = Operation(
    "recordTraffic", "PUT", "/dev/traffic", authentication: .none, tag: tag, "Start or stop the recording",
    body: .json([.boolean("is_recording", "Whether traffic is recorded.")], example: ["is_recording": false]),
    responses: [
      .json(
        "The state.", .object(TrafficSchemas.state), example: ["last_id": 18, "first_id": 2, "is_recording": false])
    ])

  static let clear = Operation(
    "clearTraffic", "DELETE", "/dev/traffic", authentication: .none, tag: tag, "Delete the traffic",
    responses: [.noContent("The items are deleted. Ids continue.")])

  private static let frame: JSONValue = [
    "id": 18, "time": "2026-11-22T13:00:00.131Z", "kind": "frame", "connection": 4, "client": "127.0.0.1",
    "direction": "out", "path": "/ws/meal-logs", "opcode": "text", "message_type": "meal_log.completed",
    "bytes": 33, "body": #"{"type":"meal_log.completed", …}"#, "is_truncated": false, "fault_ids": [7],
  ]
}
