/// Decides when a loop with nothing but yielded work sleeps briefly.
///
/// If the yield queue is never empty, the loop never sleeps. The threads that serve all other clients (storage, workers) would then
/// run only when the kernel preempts the loop, usually after 4 ms.
struct YieldPacing {
  /// Nanoseconds of work between two back-offs.
  static let work: Int64 = 1_000_000
  /// Nanoseconds of a back-off, which the kernel about doubles. A readiness event ends it early.
  static let backOff = 60_000

  private var lastBackOff: MonotonicInstant

  init(at now: MonotonicInstant) { lastBackOff = now }

  /// Returns whether to back off now. Call it before each iteration in which the yield queue is not empty.
  mutating func isDue(at now: MonotonicInstant) -> Bool {
    guard now.since(lastBackOff) >= Self.work else { return false }
    lastBackOff = now
    return true
  }
}
