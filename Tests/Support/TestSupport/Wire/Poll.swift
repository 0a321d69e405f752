import Glibc

/// Waiting for one descriptor, with a deadline.
enum Poll {
  /// - Returns: false if the deadline passed; what is ready already counts even then.
  static func wait(_ descriptor: Int32, for events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let left = max(.zero, deadline - .now)
      let parts = left.components
      // Rounded up, so that the last fraction of a millisecond does not spin.
      let milliseconds = parts.seconds * 1000 + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
      var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let count = unsafe poll(&request, 1, Int32(clamping: milliseconds))
      if count > 0 { return true }
      if count == 0, ContinuousClock.now >= deadline { return false }
      if count < 0, errno != EINTR { return false }
    }
  }
}
