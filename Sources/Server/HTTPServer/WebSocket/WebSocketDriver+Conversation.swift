import Net
import Runtime

/// Handles events in tasks that end when the peer is silent.
extension WebSocketDriver {
  /// Passes events to `conversation` from now on, and calls `whenOver` when the connection is closed. Returns when no event
  /// is pending.
  func begin(_ conversation: (any WebSocketConversation)?, whenOver: @escaping () -> Void) async {
    self.whenOver = whenOver
    self.conversation = conversation
    isInTurn = true
    parks = true
    if conversation == nil { await wrapUp() } else { await turn() }
  }

  /// Whether the conversation handled the event synchronously, which requires that no event precedes it.
  func isHeardAtOnce(_ event: SessionEvent) -> Bool {
    guard let conversation, !isInTurn || isAwaited else { return false }
    return conversation.handleSync(event)
  }

  /// Starts a task for pending events, unless one is running.
  func attend() {
    guard conversation != nil, !isInTurn else { return }
    isInTurn = true
    parks = false
    let bound = LoopBound(self, on: connection.loop)
    let isTaken = connection.loop.spawn { _ in await bound.value.turn() }
    // A stopping loop accepts no tasks.
    if !isTaken { finish() }
  }

  /// Ends the task that waits for an event.
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

  /// Waits for the next time slice if events are pending and this one is used up.
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
