/// The queued events of a WebSocket and the task that waits for one.
@safe struct WebSocketMailbox {
  typealias Waiter = UnsafeContinuation<SessionEvent?, Never>

  /// The result of a look for an event.
  enum Taken {
    case event(SessionEvent)
    /// No event is pending: call `wait`.
    case nothing
    /// No event will follow.
    case over
  }

  private var inbox = WebSocketInbox()
  private var turns = EndpointTurns()
  /// Set while `turns.isWaiting`.
  private var waiter: Waiter?

  var isEmpty: Bool { inbox.isEmpty }

  /// Whether a conversation may handle an event without a task, because no event precedes it.
  var allowsSync: Bool { turns.allowsSync }

  /// Whether a task waits for an event.
  var isWaiting: Bool { turns.isWaiting }

  /// Whether no further message may be added.
  func isFull(_ configuration: WebSocketConfiguration) -> Bool { inbox.isFull(configuration) }

  /// Delivers an event. - Returns: whether a task must be started for the conversation.
  mutating func deliver(_ event: SessionEvent) -> Bool {
    let delivery = turns.eventArrived()
    if delivery == .resume { resumeWaiter(event) } else { inbox.append(event) }
    return delivery == .start
  }

  /// Delivers a wake-up. - Returns: whether a task must be started for the conversation.
  mutating func wake() -> Bool { finish(turns.wakeArrived(), .woken) }

  /// No event will follow the queued ones. - Returns: whether a task must be started for the conversation.
  mutating func ended() -> Bool { finish(turns.eventArrived(), nil) }

  mutating func takeFirst() -> SessionEvent? { inbox.takeFirst() }

  /// Takes the pending wake-up. - Returns: whether there was one.
  mutating func takeWake() -> Bool { turns.takeWake() }

  mutating func removeAll() { inbox.removeAll() }

  /// A task waits from now on. An earlier one receives nil.
  mutating func wait(_ waiter: Waiter) {
    resumeWaiter(nil)
    unsafe self.waiter = waiter
    turns.waitBegan()
  }

  /// Ends the waiting task of a conversation whose peer is silent.
  mutating func peerFellSilent() {
    if turns.peerFellSilent() { resumeWaiter(nil) }
  }

  mutating func conversationBegan() { turns.conversationBegan() }

  mutating func conversationEnded() { turns.conversationEnded() }

  /// The task found no event. - Returns: whether it ends; it waits otherwise.
  mutating func nothingPending() -> Bool { turns.nothingPending() }

  private mutating func finish(_ delivery: EndpointTurns.Delivery, _ event: SessionEvent?) -> Bool {
    if delivery == .resume { resumeWaiter(event) }
    return delivery == .start
  }

  private mutating func resumeWaiter(_ event: SessionEvent?) {
    guard let resumed = unsafe waiter else { return }
    unsafe waiter = nil
    unsafe resumed.resume(returning: event)
  }
}
