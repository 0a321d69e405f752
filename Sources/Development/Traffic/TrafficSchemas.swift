import API

/// The schemas of the traffic.
enum TrafficSchemas {
  private static let common: [FieldDeclaration] = [
    .integer("id", in: 1...(1 << 53), "Increases by one with each item."),
    .time("time", "UTC, milliseconds, by the real clock."),
    .count("connection", "The number of the connection in this process."),
    .string("client", "The address of the client."), .string("path", "Without base path and query."),
  ]

  private static let faultIDs = FieldDeclaration.array(
    "fault_ids", of: .count, "The faults that fired for it.")

  private static let content = Schema.object(
    [
      .array(
        "headers", of: .object([.string("name", "The name."), .string("value", "The value without secrets.")]),
        "The field lines."),
      .count("bytes", "The size of the content; null if it is streamed.").nullable,
      .string("body", "At most 16 KiB; null if it is empty, no text, or streamed.").nullable,
      .boolean("is_truncated", "Whether `body` is only the beginning."),
    ], named: "TrafficContent")

  private static let exchange = item(
    "TrafficExchange",
    [
      .string("kind", oneOf: ["http"], "A request with its response."),
      .string("direction", oneOf: ["in"], "From the client."), .string("method", "The method of the request."),
      .string("url", "With scheme, authority and query."), .string("request_id", "As in `X-Request-ID`."),
      .integer("status", in: 101...599, "101 for the opening of a socket; null without a response.").nullable,
      .number("duration_ms", "From the end of the request to its response."),
      .count("bytes", "The content of the response; null if it is streamed or absent.").nullable,
      .init("request", content, "The request."), .init("response", content, "Null without a response.").nullable,
      faultIDs,
    ])

  private static let frame = item(
    "TrafficFrame",
    [
      .string("kind", oneOf: ["frame"], "A frame of a socket."),
      .string("direction", oneOf: FrameDirection.allCases.map(\.rawValue), "From the client, or from the server."),
      .string("opcode", oneOf: FrameRecord.Opcode.allCases.map(\.rawValue), "`end`: the connection ended."),
      .string("message_type", "The member `type` of the message; null if it has none.").nullable,
      .count("bytes", "The size of the payload."),
      .string("body", "At most 16 KiB; null if it is empty or no text.").nullable,
      .boolean("is_truncated", "Whether `body` is only the beginning."),
      .integer("close_code", in: 0...65_535, "Of `close`; null if the frame has none.").nullable.optional, faultIDs,
    ])

  private static let firing = item(
    "TrafficFault",
    [
      .string("kind", oneOf: ["fault"], "The firing of a fault."),
      .string("direction", oneOf: FrameDirection.allCases.map(\.rawValue), "Of a frame; null otherwise.").nullable,
      .string("method", "The method of a request.").optional,
      .string("message_type", "Of a message; null otherwise.").nullable, .count("fault_id", "The id of the fault."),
      .string("fault", oneOf: Fault.Kind.allCases.map(\.rawValue), "The kind of the fault."),
      .string("summary", "The effect in a few words."),
    ])

  /// The position of the log.
  static let state: [FieldDeclaration] = [
    .count("last_id", "Continue after this id."),
    .count("first_id", "The id of the oldest item that is kept, or of the next one."),
    .boolean("is_recording", "Whether traffic is recorded."),
  ]

  static let page = Schema.object(items + state)
  private static let items: [FieldDeclaration] = [
    .array("items", of: .oneOf(exchange, frame, firing), "Oldest first.")
  ]

  private static func item(_ name: String, _ own: [FieldDeclaration]) -> Schema { .object(common + own, named: name) }
}
