import Glibc

/// A reading of `CLOCK_MONOTONIC`, for measurements that are made with each request.
///
/// Deadlines use `ContinuousClock.Instant`. That type has 128 bits, and each copy is a call of the standard library.
package struct MonotonicInstant: Sendable {
  /// Nanoseconds since an unspecified time before the process started.
  package let nanoseconds: Int64

  /// - Parameter nanoseconds: a reading of the clock.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The current reading. One call of the vDSO, about 20 ns.
  package static var now: MonotonicInstant {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicInstant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  /// Nanoseconds from `earlier` to this instant.
  package func since(_ earlier: MonotonicInstant) -> Int64 { nanoseconds &- earlier.nanoseconds }
}
