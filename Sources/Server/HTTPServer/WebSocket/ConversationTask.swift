import Net
import Runtime

/// A task that passes the events of a WebSocket to its conversation. It ends when no event is pending.
struct ConversationTask {
  let driver: WebSocketDriver

  /// Starts the task. - Returns: false if the loop is stopping and accepts no tasks.
  func start() -> Bool {
    let bound = LoopBound(self, on: driver.connection.loop)
    return driver.connection.loop.spawn { _ in await bound.value.run() }
  }

  func run() async {
    while let conversation = driver.conversation {
      switch driver.take() {
      case .event(let event):
        await conversation.handle(event)
        await driver.yieldIfNeeded()
      case .nothing:
        if driver.endsTask() { return }
        let event = await unsafe withUnsafeContinuation { unsafe driver.wait($0) }
        if let event { await conversation.handle(event) }
      case .over:
        driver.conversationEnded()
        await conversation.closed()
        await driver.closed()
      }
    }
  }
}
