import Net
import Runtime

/// Talking without a task that waits.
extension WebSocketDriver {
  /// Tells `conversation` what happens from now on, and calls `whenOver` once it and the connection have ended.
  /// - Returns: when there is nothing left to tell for now.
  func begin(_ conversation: (any WebSocketConversation)?, whenOver: @escaping () -> Void) async {
    self.whenOver = whenOver
    self.conversation = conversation
    isInTurn = true
    parks = true
    if conversation == nil { await wrapUp() } else { await turn() }
  }

  /// Whether the conversation has answered an event already: only when nothing is before it.
  func isHeardAtOnce(_ event: SessionEvent) -> Bool {
    guard let conversation, !isInTurn || isAwaited else { return false }
    return conversation.handleSync(event)
  }

  /// Something is there to be told: a task tells it, unless one is about to.
  func attend() {
    guard conversation != nil, !isInTurn else { return }
    isInTurn = true
    parks = false
    let bound = LoopBound(self, on: connection.loop)
    let isTaken = connection.loop.spawn { _ in await bound.value.turn() }
    // A loop that stops takes no new tasks.
    if !isTaken { finish() }
  }

  /// Lets the task end that waits for something to tell.
  func park() {
    guard conversation != nil, isAwaited else { return }
    parks = true
    resumeEndpoint(nil)
  }

  private func turn() async {
    while let conversation {
      switch take() {
      case .event(let event):
        await conversation.handle(event)
        await letOthersGoFirst()
      case .nothing where parks:
        isInTurn = false
        return
      case .nothing:
        let event = await unsafe withUnsafeContinuation { unsafe wait($0) }
        if let event { await conversation.handle(event) }
      case .over:
        self.conversation = nil
        await conversation.closed()
        await wrapUp()
      }
    }
  }

  /// Where more waits for an endpoint than its share of the loop's time is enough for.
  func letOthersGoFirst() async {
    if !inbox.isEmpty, connection.isTimeSliceOver() { await connection.waitForTimeSlice() }
  }

  private func wrapUp() async {
    close(1000, "")
    await closed()
    whenOver?()
    whenOver = nil
  }

  /// Waits until the connection is closed.
  func closed() async {
    guard phase != .closed else { return }
    await withCheckedContinuation { closeWaiter = $0 }
  }
}
