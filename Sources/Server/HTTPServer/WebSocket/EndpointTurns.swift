/// The turns of a WebSocket's endpoint: which task takes its events, and whether the task waits. A state machine without
/// tasks.
struct EndpointTurns {
  /// The delivery of an event.
  enum Delivery: Equatable {
    /// Resume the waiting task with it.
    case resume
    /// Queue it, and start a task that passes events to the conversation.
    case start
    /// Queue it; a task takes it later.
    case queue
  }

  private enum State {
    /// The endpoint takes events in a task of its own.
    case endpoint
    /// The conversation has no task.
    case idle
    /// A task passes events to the conversation. `endsWhenIdle`: it ends when no event is pending.
    case running(endsWhenIdle: Bool)
  }

  private var state = State.endpoint
  /// Whether the task waits for an event.
  private(set) var isWaiting = false
  private var isWoken = false

  /// Whether a conversation may handle an event without a task, because no event precedes it.
  var allowsSync: Bool {
    switch state {
    case .endpoint: false
    case .idle: true
    case .running: isWaiting
    }
  }

  /// A task passes events to a conversation from now on, and ends when no event is pending.
  mutating func conversationBegan() { state = .running(endsWhenIdle: true) }

  mutating func conversationEnded() { state = .endpoint }

  /// An event arrived, or no event will follow.
  mutating func eventArrived() -> Delivery {
    if isWaiting {
      isWaiting = false
      return .resume
    }
    guard case .idle = state else { return .queue }
    state = .running(endsWhenIdle: false)
    return .start
  }

  /// A wake-up arrived. Several are merged until `takeWake`.
  mutating func wakeArrived() -> Delivery {
    if !isWaiting { isWoken = true }
    return eventArrived()
  }

  /// Takes the pending wake-up. - Returns: whether there was one.
  mutating func takeWake() -> Bool {
    defer { isWoken = false }
    return isWoken
  }

  /// The task found no pending event. - Returns: whether it ends; it waits otherwise.
  mutating func nothingPending() -> Bool {
    guard case .running(endsWhenIdle: true) = state else { return false }
    state = .idle
    return true
  }

  /// The task waits from now on.
  mutating func waitBegan() { isWaiting = true }

  /// The peer was silent for a ping interval. - Returns: whether the waiting task is to be resumed without an event, so
  /// that it ends.
  mutating func peerFellSilent() -> Bool {
    guard case .running = state, isWaiting else { return false }
    state = .running(endsWhenIdle: true)
    isWaiting = false
    return true
  }
}
