import Bytes
package import Web

/// The endpoint of a path that tells a user's events in one dialect.
package struct EventSocket<Dialect: EventDialect>: WebSocketEndpoint {
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

  package func serve(_ session: WebSocketSession, _ request: consuming Request) async {
    await converse(session, request)
  }

  /// `serve` with any kind of session.
  func converse(_ session: some SocketSession, _ request: consuming Request) async {
    let remoteAddress = request.remoteAddress
    guard let conversation = await begin(session, request) else { return }
    await conversation.run(remoteAddress: remoteAddress)
  }

  /// A function of its own, so that the request is let go.
  private func begin<Session: SocketSession>(
    _ session: Session, _ request: consuming Request
  ) async -> EventConversation<Dialect, Session>? {
    let admission = SocketAdmission(dialect: dialect, hub: hub, session: session, request: request)
    guard let admitted = await admission.admit() else { return nil }
    return EventConversation(dialect: dialect, hub: hub, session: session, admitted: admitted)
  }
}
