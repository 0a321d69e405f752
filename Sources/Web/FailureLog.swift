import Runtime

/// Keeps failures that come by the hundred from filling the log: the first is told at once, the others once a second.
///
/// Any thread.
final class FailureLog: Sendable {
  private struct State {
    var next: ContinuousClock.Instant?
    var untold = 0
  }

  private static let interval: Duration = .seconds(1)

  private let state = Locked(State())

  /// - Returns: how many failed since the last line, this one among them; nil where nothing is to be told now.
  func count(at now: ContinuousClock.Instant) -> Int? {
    state.withLock { state in
      state.untold += 1
      if let next = state.next, now < next { return nil }
      state.next = now + Self.interval
      defer { state.untold = 0 }
      return state.untold
    }
  }
}
