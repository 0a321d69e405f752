import API
import JSONCodec

/// The declarations of `/dev/clock`.
enum ClockOperations {
  /// Seconds: two hundred years in each direction.
  static let offsets = -6_311_390_400.0...6_311_390_400.0

  static let get = Operation(
    "getClock", "GET", "/dev/clock", authentication: .none, tag: DevelopmentTool.tag, "Read the clock of the server",
    responses: [.json("The clock.", state, example: example)])

  static let set = Operation(
    "setClock", "PUT", "/dev/clock", authentication: .none, tag: DevelopmentTool.tag, "Move the clock of the server",
    description: """
      Either `offset_s` or `now`. Tokens expire by this clock, sockets with them, jobs become due by it, and every time \
      that the server writes is from it, except for events in its log. Timers (idle time-outs, pings) are not moved.
      """,
    body: .json(
      [
        .number("offset_s", in: offsets, "Seconds that the clock is ahead of the real one.").optional,
        .time("now", "The time that the clock shows now, of the years 2000 to 2199.").optional,
      ], example: ["offset_s": 3600]),
    responses: [.json("The moved clock.", state, example: example)])

  static let reset = Operation(
    "resetClock", "DELETE", "/dev/clock", authentication: .none, tag: DevelopmentTool.tag,
    "Set the clock of the server to the real time", responses: [.noContent("The clock shows the real time.")])

  static let state = Schema.object([
    .number("offset_s", "Seconds that the clock is ahead of the real one; negative if it is behind."),
    .time("now", "The time that the clock shows."),
  ])

  static let example: JSONValue = ["offset_s": 3600, "now": "2026-01-15T13:00:00Z"]
}
