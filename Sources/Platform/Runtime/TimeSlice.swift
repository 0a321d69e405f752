/// A time slice (quantum): the time for which a loop serves one connection before it serves the others.
///
/// Neither bytes nor messages measure the cost of a connection: one message may cost a hundred times as much as another.
package struct TimeSlice {
  /// Nanoseconds.
  static let length: Int64 = 50_000

  private var started: MonotonicInstant?

  /// A time slice that is used up.
  package static let expired = TimeSlice(started: MonotonicInstant(nanoseconds: .min / 2))

  /// Returns whether the time slice is used up. The first call starts it, so that a connection with one request per event
  /// never reads the clock.
  package mutating func isExpired() -> Bool { isExpired(at: .now) }

  mutating func isExpired(at now: MonotonicInstant) -> Bool {
    guard let started else {
      self.started = now
      return false
    }
    return now.since(started) >= Self.length
  }

  /// Begins a new time slice.
  package mutating func renew() { started = nil }
}
