package import Bytes

/// Whether an endpoint that keeps failing is worth asking, for work that can be done without it.
///
/// After some failures in a row nobody asks for a time; then one may try, and its outcome decides. Time is passed in; who
/// keeps it shares it by a lock.
package struct CircuitBreaker: Sendable {
  /// Failures in a row that begin a pause.
  static let patience = 3
  /// How long it takes.
  static let pause = Duration.seconds(30)

  private var failures = 0
  private var until: Timestamp?

  package init() {}

  /// Whether to ask now. Within a pause that is over, the first who wants to may, and the others after it.
  package mutating func mayAsk(at now: Timestamp) -> Bool {
    guard let until else { return true }
    // A wall clock that was set back must not make a pause longer.
    guard now >= until || until.since(now) > Self.pause else { return false }
    self.until = now.advanced(by: Self.pause)
    return true
  }

  package mutating func succeeded() {
    failures = 0
    until = nil
  }

  package mutating func failed(at now: Timestamp) {
    failures += 1
    if failures >= Self.patience { until = now.advanced(by: Self.pause) }
  }
}
