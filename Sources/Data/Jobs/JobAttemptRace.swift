import Runtime

/// A race between a job's outcome and its deadline. The first result counts.
///
/// A task group does not fit: it waits for all its children, and a handler may never return.
final class JobAttemptRace: Sendable {
  private let state = Locked(State())

  private struct State: Sendable {
    var outcome: Result<JobEffect, any Error>?
    var waiter: CheckedContinuation<JobEffect, any Error>?
  }

  /// Submits a result. Any thread. - Returns: whether it was the first.
  @discardableResult
  func ended(_ outcome: Result<JobEffect, any Error>) -> Bool {
    let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<JobEffect, any Error>?) in
      guard state.outcome == nil else { return (false, nil) }
      state.outcome = outcome
      defer { state.waiter = nil }
      return (true, state.waiter)
    }
    waiter?.resume(with: outcome)
    return isFirst
  }

  /// Waits for the first result. Call it once.
  func first() async throws -> JobEffect {
    try await withCheckedThrowingContinuation { continuation in
      let outcome = state.withLock { state -> Result<JobEffect, any Error>? in
        if state.outcome == nil { state.waiter = continuation }
        return state.outcome
      }
      if let outcome { continuation.resume(with: outcome) }
    }
  }
}
