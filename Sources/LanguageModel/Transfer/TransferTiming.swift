/// Which limit on the time a transfer meets next. Moments are passed in.
struct TransferTiming: Sendable {
  private let timeouts: ModelTimeouts
  private let start: ContinuousClock.Instant
  private let deadline: ContinuousClock.Instant
  private var connectedAt: ContinuousClock.Instant?
  private var lastByteAt: ContinuousClock.Instant?

  /// - Parameter deadline: the end of all tries.
  init(_ timeouts: ModelTimeouts, start: ContinuousClock.Instant, deadline: ContinuousClock.Instant) {
    self.timeouts = timeouts
    self.start = start
    self.deadline = deadline
  }

  /// The request can be sent. Later calls change nothing.
  mutating func connected(at now: ContinuousClock.Instant) {
    if connectedAt == nil { connectedAt = now }
  }

  /// Bytes of the body came, or may come again after a pause of ours.
  mutating func received(at now: ContinuousClock.Instant) { lastByteAt = now }

  /// What is due next; the earlier one of the step's limit and the whole's.
  /// - Parameter isPaused: nothing can come, because the reader has enough.
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
