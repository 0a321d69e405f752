import Runtime
import Storage

/// What a job makes true, in the transaction that deletes it.
typealias JobEffect = @Sendable (any SQLConnection) throws -> Void

/// The first of a job's outcome and its deadline; whatever comes later is dropped.
///
/// A task group would not do: it waits for all its children, and a handler may never return.
final class JobAttemptRace: Sendable {
  private let state = Locked(State())

  private struct State: Sendable {
    var outcome: Result<JobEffect, any Error>?
    var waiter: CheckedContinuation<JobEffect, any Error>?
  }

  /// Any thread. - Returns: whether it was the first.
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

  /// Waits for the first outcome. Call it once.
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
