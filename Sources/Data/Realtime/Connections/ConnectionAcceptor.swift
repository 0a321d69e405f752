package import HTTPServer

/// Lets the connections of a path in, and begins to talk to them.
package struct ConnectionAcceptor<Dialect: EventDialect> {
  private let dialect: Dialect
  private let hub: RealtimeHub

  package init(dialect: Dialect, hub: RealtimeHub) {
    self.dialect = dialect
    self.hub = hub
  }

  /// - Parameter part: makes what is special about the path.
  /// - Returns: nil where the connection was refused; it has been told why and is closing.
  package func enter<Session: SocketSession>(
    _ session: Session, _ request: consuming Request,
    part: (AuthorizedConnection, FrameSender<Dialect, Session>) -> any MessageHandler
  ) async -> SocketConversation<Dialect, Session>? {
    let remoteAddress = request.remoteAddress
    let admission = ConnectionAuthorizer(dialect: dialect, hub: hub, session: session, request: request)
    guard let admitted = await admission.admit() else { return nil }
    let voice = FrameSender(dialect: dialect, hub: hub, session: session)
    let conversation = SocketConversation(
      voice, part: part(admitted, voice), admitted: admitted, remoteAddress: remoteAddress)
    await conversation.begin()
    return conversation
  }
}
