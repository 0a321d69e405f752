import Runtime

/// Keeps failures that occur by the hundred from filling the log: the first is logged at once, the others together, once
/// in an interval.
///
/// Any thread.
final class FailureLog: Sendable {
  private struct State {
    var next: ContinuousClock.Instant?
    var untold = 0
  }

  private let interval: Duration
  private let state = Locked(State())

  init(interval: Duration = .seconds(1)) { self.interval = interval }

  /// - Returns: how many failed since the last line, this one among them; nil where nothing is to be told now.
  func count(at now: ContinuousClock.Instant) -> Int? {
    state.withLock { state in
      state.untold += 1
      if let next = state.next, now < next { return nil }
      state.next = now + interval
      defer { state.untold = 0 }
      return state.untold
    }
  }
}
