import API
import Bytes
import HTTPServer
import JSONCodec
package import Jobs
package import Realtime

/// `/dev/clock`: moves the wall clock of the server.
package struct ClockTool: Sendable {
  private let clock: DevelopmentClock
  private let registry: ConnectionRegistry
  private let queues: [JobQueue]

  /// - Parameters:
  ///   - registry: the sockets whose tokens a moved clock may expire.
  ///   - queues: the queues whose waiting jobs a moved clock may make due.
  package init(_ clock: DevelopmentClock, registry: ConnectionRegistry, queues: [JobQueue]) {
    self.clock = clock
    self.registry = registry
    self.queues = queues
  }

  /// The routes and the state.
  package var tool: DevelopmentTool {
    DevelopmentTool(
      routes: [
        Route(ClockOperations.get) { _ in .json(state) },
        Route(ClockOperations.set) { try await set($0) },
        Route(ClockOperations.reset) { _ in
          _ = clock.move(to: .zero)
          await moved()
          return .noContent
        },
      ],
      summaries: [
        .init(
          .init("clock", ClockOperations.state, "The clock of the server."), example: ClockOperations.example,
          value: { state })
      ])
  }

  private var state: JSONValue {
    ["offset_s": .number(clock.offset / .seconds(1)), "now": .string(clock.now.rfc3339)]
  }

  private func set(_ request: Request) async throws -> Response {
    let fields = try JSONFields(request)
    let offset = try fields.optionalNumber("offset_s", in: ClockOperations.offsets)
    let text = try fields.optionalText("now", length: 1...64)
    guard (offset == nil) != (text == nil) else {
      throw Problem.badRequest("Send either offset_s or now.", details: ["offset_s": "or now"])
    }
    let isPossible: Bool
    if let text {
      guard let now = Timestamp(rfc3339: text) else {
        throw fields.problem("now", "a time in RFC 3339 (example: 2026-01-15T12:00:00Z)")
      }
      isPossible = clock.set(now)
    } else {
      isPossible = clock.move(to: .milliseconds(Int64((offset ?? 0) * 1000)))
    }
    guard isPossible else {
      throw fields.problem(text == nil ? "offset_s" : "now", "a time of the years 2000 to 2199")
    }
    await moved()
    return .json(state)
  }

  /// Closes sockets whose tokens have expired, and wakes the workers for jobs that are due.
  private func moved() async {
    // A deadline that is over too early is set again by the conversation.
    for connection in registry.connections { await connection.transport.setDeadline(after: .zero) }
    for queue in queues { queue.wake() }
  }
}
