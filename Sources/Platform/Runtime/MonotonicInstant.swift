import Glibc

/// A moment of the clock that never goes back, for what is timed with each request.
///
/// `ContinuousClock.Instant` is the type for deadlines; it has 128 bits, and the standard library is called for each
/// copy of one.
package struct MonotonicInstant: Sendable {
  /// Since some moment before the process started.
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  package static var now: MonotonicInstant {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicInstant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  /// Nanoseconds from `earlier` to this moment.
  package func since(_ earlier: MonotonicInstant) -> Int64 { nanoseconds &- earlier.nanoseconds }
}
