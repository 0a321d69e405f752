import Web

/// `/ws/broadcast`: sends each message to everyone who is connected to it, for measurements. Only with `--dev`.
struct BroadcastSocket: WebSocketEndpoint {
  private let group = WebSocketGroup()

  func refusal(of request: Request) async throws -> Response? { nil }

  func serve(_ session: WebSocketSession, _ request: consuming Request) async {
    group.join(session)
    while let event = await session.next() {
      guard case .message(let bytes, let isBinary) = event else { continue }
      group.send(isBinary ? .binary(bytes) : .text(bytes))
    }
    group.leave(session)
  }
}
