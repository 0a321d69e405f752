import Bytes
package import HTTPServer

/// The endpoint of a path that tells a user's events in one dialect.
package struct EventSocket<Dialect: EventDialect>: ConversationalEndpoint {
  private let dialect: Dialect
  private let listener: any SocketListener
  private let hub: RealtimeHub

  /// - Parameter listener: nil ignores what only some sockets understand.
  package init(dialect: Dialect, hub: RealtimeHub, listener: (any SocketListener)? = nil) {
    self.dialect = dialect
    self.listener = listener ?? NoListener()
    self.hub = hub
  }

  /// 429 for addresses that keep failing (wire contract C32). All else is told in an `error` frame, the only form that
  /// a WebSocket client can read.
  package func refusal(of request: Request) async throws -> Response? {
    hub.refusal(of: request)
  }

  package func open(
    _ session: WebSocketSession, _ request: consuming Request
  ) async -> (any WebSocketConversation)? {
    await begin(session, request)
  }

  /// A whole conversation with any kind of session.
  func converse(_ session: some SocketSession, _ request: consuming Request) async {
    guard let conversation = await begin(session, request) else { return }
    while let event = await session.next() {
      if !conversation.handleSync(event) { await conversation.handle(event) }
    }
    await conversation.closed()
  }

  private func begin<Session: SocketSession>(
    _ session: Session, _ request: consuming Request
  ) async -> SocketConversation<Dialect, Session>? {
    await ConnectionAcceptor(dialect: dialect, hub: hub).enter(session, request) { admitted, voice in
      EventStream(voice, listener: listener, admitted: admitted)
    }
  }
}
