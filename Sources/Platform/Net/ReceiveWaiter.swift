import Runtime

/// The task that waits for bytes of a connection: none or one.
@safe struct ReceiveWaiter {
  typealias Continuation = UnsafeContinuation<ByteConnection.ReadOutcome, Never>

  @safe private enum State {
    case none
    /// The next wait is interrupted.
    case interrupted
    case waiting(Continuation)
  }

  private var state = State.none
  private var deadline = ConnectionDeadline()

  var isWaiting: Bool { if case .waiting = state { true } else { false } }

  /// A task starts to wait. - Returns: whether it was interrupted before.
  mutating func takeInterruption() -> Bool {
    guard case .interrupted = state else { return false }
    state = .none
    return true
  }

  /// A task waits from now on, unless it was interrupted before.
  mutating func wait(_ continuation: Continuation) {
    let isInterrupted = takeInterruption()
    unsafe state = .waiting(continuation)
    if isInterrupted { resume(.interrupted) }
  }

  /// Sets the end of the wait.
  mutating func setDeadline(_ due: ContinuousClock.Instant, on loop: EventLoop, _ action: @escaping () -> Void) {
    deadline.set(due, on: loop, action)
  }

  func cancelDeadline() { deadline.cancel() }

  /// Interrupts the waiting task, or the next one.
  mutating func interrupt() {
    if isWaiting { resume(.interrupted) } else { state = .interrupted }
  }

  /// Resumes the waiting task, if there is one.
  mutating func resume(_ outcome: ByteConnection.ReadOutcome) {
    guard case .waiting(let continuation) = state else { return }
    state = .none
    deadline.cancel()
    unsafe continuation.resume(returning: outcome)
  }

  /// The connection was closed.
  mutating func closed() {
    deadline.invalidate()
    resume(.end)
  }
}

extension ByteConnection {
  /// The result of a read.
  package enum ReadOutcome: Sendable, Equatable {
    /// The number of bytes that were delivered; 0 for encrypted input without complete plain bytes.
    case bytes(Int)
    /// The peer has finished sending, or the connection is closed.
    case end
    /// The deadline passed.
    case timedOut
    /// `interrupt()` was called.
    case interrupted
  }
}
