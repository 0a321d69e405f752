import HTTPServer
import Realtime

/// `/ws/broadcast`: sends each message to all its connections, for measurements.
struct BroadcastSocket: OpenSocketEndpoint {
  private let group = WebSocketGroup()
  let summary = "Sends each message to all connections of the path. Only with `--dev`."

  func refusal(of request: Request) async throws -> Response? { nil }

  func open(_ session: WebSocketSession, _ request: consuming Request) async -> (any WebSocketConversation)? {
    group.join(session)
    return Conversation(session, group)
  }

  private final class Conversation: WebSocketConversation {
    private let session: WebSocketSession
    private let group: WebSocketGroup

    init(_ session: WebSocketSession, _ group: WebSocketGroup) {
      self.session = session
      self.group = group
    }

    func handleSync(_ event: SessionEvent) -> Bool {
      guard case .message(let bytes, let isBinary) = event else { return true }
      group.send(isBinary ? .binary(bytes) : .text(bytes))
      return true
    }

    func handle(_ event: SessionEvent) async { _ = handleSync(event) }

    func closed() async { group.leave(session) }
  }
}
