/// The time that one of a loop's connections has before others have theirs.
///
/// Bytes or messages would not do as a measure: one message costs a hundred times what another one does.
package struct TimeSlice {
  /// Nanoseconds.
  static let length: Int64 = 50_000

  private var started: MonotonicInstant?

  /// One that is over.
  package static let over = TimeSlice(started: MonotonicInstant(nanoseconds: .min / 2))

  /// Whether it is over. It starts with the first question: who does one thing only never needs the clock.
  package mutating func isOver() -> Bool { isOver(at: .now) }

  mutating func isOver(at now: MonotonicInstant) -> Bool {
    guard let started else {
      self.started = now
      return false
    }
    return now.since(started) >= Self.length
  }

  /// Begins a new one.
  package mutating func renew() { started = nil }
}
