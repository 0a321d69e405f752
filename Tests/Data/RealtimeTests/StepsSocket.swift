import API
import Bytes
import HTTPServer
import JSONCodec

@testable import Realtime

/// `/ws/steps?token=&unit=`: a complete socket path in one file, the example of `docs/decisions/0024-realtime.md`.
///
/// It sends the events `steps.counted` and accepts `set_goal`.
enum StepsSocket {
  static func endpoint(hub: RealtimeHub) -> some RealtimeEndpoint { Endpoint(hub: hub) }

  /// The address, the limits, the query options and the messages.
  static let declaration = EndpointDeclaration(
    path: "/ws/steps", connectionType: "steps", summary: "The steps of a user.",
    limits: ConnectionLimits(maxPerUser: 3),
    options: [QueryOption("unit", values: ["steps", "km"], default: "steps", "The unit of `count`.")],
    messages: MessageDeclaration.common + [
      .sent(
        "steps.counted", "Steps were counted.", [.number("count", "In `?unit=`."), .eventID],
        example: ["count": 800, "event_id": 1]),
      .sent("goal_set", "The goal is set.", [.integer("goal", "Steps.")], example: ["goal": 8000]),
      .sent("pong", "The answer to `ping`.", []),
      .sent("error", "A message was refused.", [.string("code", "The code.")], example: ["code": "INVALID_MESSAGE"]),
      .received("set_goal", "Sets the goal of a day.", [.integer("goal", "Steps.")], example: ["goal": 8000]),
      .authenticated,
    ])

  /// The frames that every socket sends, in the form of this path.
  private struct Format: FrameFormat {
    func pong(to ping: JSONValue, at moment: Timestamp) -> JSONValue { ["type": "pong"] }
    func error(_ code: String, _ error: String, details: String, at moment: Timestamp) -> JSONValue {
      ["type": "error", "code": .string(code)]
    }
  }

  /// The frames of events.
  private struct Renderer: EventRenderer {
    let metersPerStep: Double?
    var kinds: [String] { ["steps.counted"] }

    func frame(_ event: Event) -> JSONValue? {
      let count = event.payload["count"]?.doubleValue ?? 0
      return ["type": "steps.counted", "count": .number(metersPerStep.map { count * $0 / 1000 } ?? count)]
    }
  }

  /// The messages of clients.
  private struct Requests: ClientMessageHandler {
    func startPosition(after stored: Int64) async throws -> Int64 { stored }

    func handle(_ message: JSONValue, type: String) async throws -> MessageReply {
      guard type == "set_goal", let goal = message["goal"]?.integerValue else {
        return .error(code: "INVALID_MESSAGE", "goal must be an integer.")
      }
      return .frame(["type": "goal_set", "goal": .integer(goal)])
    }
  }

  /// Connects the parts.
  private struct Endpoint: RealtimeEndpoint {
    let declaration = StepsSocket.declaration
    let hub: RealtimeHub

    func open(_ session: WebSocketSession, _ request: consuming Request) async -> (any WebSocketConversation)? {
      await ConnectionAcceptor(declaration, format: Format(), hub: hub).accept(session, request) { session, client in
        let renderer = Renderer(metersPerStep: client.options["unit"] == "km" ? 0.75 : nil)
        return EventHandler(session, client, renderer: renderer, requests: Requests())
      }
    }
  }
}
