package import Bytes

/// A circuit breaker for an endpoint whose work can be done without it.
///
/// Closed: every request is admitted. After a number of failures in a row it opens, and no request is admitted for a
/// period. After the period one request at a time is admitted as a probe (half-open): success closes the breaker, failure
/// opens it again. Time is passed in; the owner serialises access.
package struct CircuitBreaker: Sendable {
  /// The number of failures in a row that opens the breaker.
  static let failureThreshold = 3
  /// The period for which an open breaker admits no request.
  static let openDuration = Duration.seconds(30)

  private var failures = 0
  private var openUntil: Timestamp?

  /// Creates a closed breaker.
  package init() {}

  /// Returns whether a request may be sent now. In the half-open state, admitting a probe starts another period, so that
  /// no second probe is sent before the outcome of the first one.
  package mutating func admits(at now: Timestamp) -> Bool {
    guard let openUntil else { return true }
    // A wall clock that was set back must not extend the period.
    guard now >= openUntil || openUntil.since(now) > Self.openDuration else { return false }
    self.openUntil = now.advanced(by: Self.openDuration)
    return true
  }

  /// A request succeeded: closes the breaker.
  package mutating func succeeded() {
    failures = 0
    openUntil = nil
  }

  /// A request failed: opens the breaker once the threshold is reached.
  package mutating func failed(at now: Timestamp) {
    failures += 1
    if failures >= Self.failureThreshold { openUntil = now.advanced(by: Self.openDuration) }
  }
}
