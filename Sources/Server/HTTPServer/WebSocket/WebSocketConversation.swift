/// The handler of one connection that needs no task while the peer is silent. Confined to its session's loop.
///
/// A task keeps all the stack that it ever needed. Here the task that opens the conversation ends; another begins with
/// the first event and ends when no event came for a ping interval. Mostly idle sockets take little memory, and active
/// ones need no task for each message.
package protocol WebSocketConversation: AnyObject {
  /// Handles an event that needs no suspension, without a task. It sends with `sendSync`.
  /// - Returns: false if the event is to be passed to `handle(_:)`.
  func handleSync(_ event: SessionEvent) -> Bool
  /// Handles one event; the next one is passed after it has returned.
  func handle(_ event: SessionEvent) async
  /// Releases what the connection held. Called once, after the last event, when the connection is closed or closing.
  func closed() async
}

/// An endpoint whose connections are handled by conversations.
package protocol ConversationalEndpoint: WebSocketEndpoint {
  /// Opens the conversation of an accepted connection, on its loop.
  /// - Returns: the handler of its events; nil closes the connection.
  func open(_ session: WebSocketSession, _ request: consuming Request) async -> (any WebSocketConversation)?
}

extension WebSocketConversation {
  /// Passes every event to `handle(_:)`.
  package func handleSync(_ event: SessionEvent) -> Bool { false }
}

extension ConversationalEndpoint {
  /// Opens the conversation and passes the events of the connection to it.
  package func serve(_ session: WebSocketSession, _ request: consuming Request) async {
    guard let conversation = await open(session, request) else { return }
    while let event = await session.next() {
      if !conversation.handleSync(event) { await conversation.handle(event) }
    }
    await conversation.closed()
  }
}
