/// Limits the log lines of a frequent failure: the first one is logged at once, later ones are counted and logged
/// together once in an interval. Any thread.
package final class FailureLog: Sendable {
  private struct State {
    var next: ContinuousClock.Instant?
    var unreported = 0
  }

  private let interval: Duration
  private let state = Locked(State())

  /// Creates a log that reports once in `interval`.
  package init(interval: Duration = .seconds(1)) { self.interval = interval }

  /// Counts a failure.
  /// - Returns: the number of failures since the last line, including this one; nil if no line is due.
  package func count(at now: ContinuousClock.Instant) -> Int? {
    state.withLock { state in
      state.unreported += 1
      if let next = state.next, now < next { return nil }
      state.next = now + interval
      defer { state.unreported = 0 }
      return state.unreported
    }
  }
}
