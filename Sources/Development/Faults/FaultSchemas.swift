import API

/// The schemas of faults.
enum FaultSchemas {
  /// The members that requests and responses share.
  private static let members: [FieldDeclaration] = [
    .string("kind", oneOf: Fault.Kind.allCases.map(\.rawValue), "The effect."),
    .string("on", oneOf: FaultPoint.allCases.map(\.rawValue), "The point at which the fault is examined."),
    .init("match", match, "The requests or frames for which it fires."),
    .integer("count", in: 1...FaultInput.maxCount, "The number of firings; null for no limit.").nullable,
    .number("probability", in: 0...1, "The share of matches for which it fires."),
    .integer("seed", in: 0...FaultInput.maxSeed, "Selects matches, jitter and order."),
  ]

  /// The members of single kinds.
  private static let effects = requiredEffects.map(\.optional)
  private static let requiredEffects: [FieldDeclaration] = [
    .integer("status", in: FaultStatus.statuses, "Of `status`: the status code."),
    .text("code", length: 1...FaultInput.maxTextLength, "Of `status`: the error code."),
    .text("message", length: 1...FaultInput.maxTextLength, "Of `status`: the error message."),
    .integer("retry_after_s", in: 0...FaultStatus.maxRetryAfter, "Of `status`: the value of `Retry-After`."),
    duration("ms", "Of `delay`, `half_open`, `hold` and `reorder`: milliseconds.").nullable,
    duration("jitter_ms", "Of `delay`: the maximum of additional milliseconds."),
    .integer("bytes_per_s", in: 1...FaultInput.maxRate, "Of `slow_body`: the speed."),
    .integer("close_code", in: FaultInput.closeCodes, "Of `close`: the close code."),
    .text("reason", length: 0...123, "Of `close`: the reason, at most 123 bytes."),
    .integer("window", in: FaultInput.windows, "Of `reorder`: the number of messages."),
  ]

  private static let match = Schema.object([
    .text("method", length: 1...32, "The method of the request.").optionalOrNull,
    .text("path", length: 1...FaultInput.maxPathLength, "The path; `*` matches any characters.").optionalOrNull,
    .text("message_type", length: 1...FaultInput.maxTypeLength, "The member `type` of a message.").optionalOrNull,
    .string("direction", oneOf: FrameDirection.allCases.map(\.rawValue), "Of a message.").optionalOrNull,
    .integer("connection", in: 1...FaultInput.maxSeed, "The number of the connection.").optionalOrNull,
  ])

  /// The body of a request: only `kind` is required.
  static let input = Schema.object(Array(members.prefix(1)) + optionalMembers, named: "FaultInput")
  private static let optionalMembers = members.dropFirst().map(\.optionalOrNull) + effects.map(\.optionalOrNull)

  /// A fault with its state.
  static let fault = Schema.object(state + members + effects, named: "Fault")

  /// The members of responses only.
  private static let state: [FieldDeclaration] = [
    .integer("id", in: 1...FaultInput.maxSeed, "The id of the fault."),
    .count("fired", "Firings so far."), .count("remaining", "Firings that are left; null for no limit.").nullable,
    .count("held", "Messages that it holds, requests that wait, and connections that it stops."),
    .boolean("is_active", "False if no firings are left."), .time("created_at", "The time of the creation."),
  ]

  static let counts = Schema.object([
    .count("deleted", "Deleted faults."), .count("released", "Effects that ended."),
  ])

  private static func duration(_ name: String, _ summary: String) -> FieldDeclaration {
    .integer(name, in: 0...Fault.maxMilliseconds, summary)
  }
}
