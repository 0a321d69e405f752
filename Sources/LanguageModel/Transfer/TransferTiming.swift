/// The time limit that applies to a transfer next. Time is passed in.
struct TransferTiming: Sendable {
  private let timeouts: ModelTimeouts
  private let start: ContinuousClock.Instant
  private let deadline: ContinuousClock.Instant
  private var connectedAt: ContinuousClock.Instant?
  private var lastByteAt: ContinuousClock.Instant?

  /// - Parameter deadline: the deadline of all attempts.
  init(_ timeouts: ModelTimeouts, start: ContinuousClock.Instant, deadline: ContinuousClock.Instant) {
    self.timeouts = timeouts
    self.start = start
    self.deadline = deadline
  }

  /// The connection is established. Later calls have no effect.
  mutating func connected(at now: ContinuousClock.Instant) {
    if connectedAt == nil { connectedAt = now }
  }

  /// Bytes of the body were received, or receiving resumed after a pause.
  mutating func received(at now: ContinuousClock.Instant) { lastByteAt = now }

  /// Returns the earlier of the limit of the current phase and the deadline.
  /// - Parameter isPaused: whether receiving is paused; then only the deadline applies.
  func next(isPaused: Bool) -> (phase: LanguageModelError.Phase, due: ContinuousClock.Instant) {
    let step: (phase: LanguageModelError.Phase, due: ContinuousClock.Instant) =
      if let lastByteAt {
        (.betweenBytes, lastByteAt + timeouts.betweenBytes)
      } else if let connectedAt {
        (.firstByte, connectedAt + timeouts.firstByte)
      } else {
        (.connect, start + timeouts.connect)
      }
    return isPaused || deadline <= step.due ? (.total, deadline) : step
  }
}
