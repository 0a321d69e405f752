import Bytes
package import Web

/// The endpoint of a path that tells a user's events in one dialect.
package struct EventSocket<Dialect: EventDialect>: ConversationalEndpoint {
  private let dialect: Dialect
  private let hub: RealtimeHub

  package init(dialect: Dialect, hub: RealtimeHub) {
    self.dialect = dialect
    self.hub = hub
  }

  /// 429 for addresses that keep failing (wire contract C32). All else is told in an `error` frame, the only form that
  /// a WebSocket client can read.
  package func refusal(of request: Request) async throws -> Response? {
    guard hub.limiter.refuses(address: request.remoteAddress, at: hub.ambient.now()) else { return nil }
    return Problem.tooManyRequests(
      retryAfter: 60, "Too many connections from this address failed. Try again in a minute."
    ).response
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
      if !conversation.heardAtOnce(event) { await conversation.heard(event) }
    }
    await conversation.ended()
  }

  private func begin<Session: SocketSession>(
    _ session: Session, _ request: consuming Request
  ) async -> EventConversation<Dialect, Session>? {
    let remoteAddress = request.remoteAddress
    let admission = SocketAdmission(dialect: dialect, hub: hub, session: session, request: request)
    guard let admitted = await admission.admit() else { return nil }
    let conversation = EventConversation(
      dialect: dialect, hub: hub, session: session, admitted: admitted, remoteAddress: remoteAddress)
    await conversation.begin()
    return conversation
  }
}
