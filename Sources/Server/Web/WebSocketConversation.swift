/// One side of a conversation that is silent without a task. It lives on its session's loop.
///
/// A task keeps all the stack that it ever needed. Here the one that greets ends, another begins with the first event and
/// ends when nothing was said for a ping interval: sockets of which many are open and few talk take little memory, and
/// those that talk need no task for each message.
package protocol WebSocketConversation: AnyObject {
  /// Answers an event for which nothing has to be waited for, without a task; `sendAtOnce` is how.
  /// - Returns: false where `heard` shall be told of it.
  func handleSync(_ event: SessionEvent) -> Bool
  /// Something happened; one event is told after another.
  func heard(_ event: SessionEvent) async
  /// Nothing more will be heard: the connection is closing or closed. Called once.
  func ended() async
}

/// An endpoint that talks in conversations.
package protocol ConversationalEndpoint: WebSocketEndpoint {
  /// Greets a connection that was let in.
  /// - Returns: what hears its events; nil closes the connection.
  func open(_ session: WebSocketSession, _ request: consuming Request) async -> (any WebSocketConversation)?
}

extension WebSocketConversation {
  package func handleSync(_ event: SessionEvent) -> Bool { false }
}

extension ConversationalEndpoint {
  package func serve(_ session: WebSocketSession, _ request: consuming Request) async {
    guard let conversation = await open(session, request) else { return }
    while let event = await session.next() {
      if !conversation.handleSync(event) { await conversation.heard(event) }
    }
    await conversation.ended()
  }
}
