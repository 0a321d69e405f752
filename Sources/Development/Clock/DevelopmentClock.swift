package import Bytes
import Synchronization

/// A wall clock that can be moved while the server runs. Any thread.
///
/// Timers are not moved: they use the monotonic clock.
package final class DevelopmentClock: Sendable {
  /// The times to which the clock can be moved: the years 2000 to 2199.
  static let range = Timestamp(seconds: 946_684_800)..<Timestamp(seconds: 7_258_118_400)

  private let real: @Sendable () -> Timestamp
  /// Milliseconds.
  private let difference = Atomic<Int64>(0)

  /// - Parameter environment: its clock is the one without an offset.
  package init(_ environment: Environment) { real = environment.now }

  /// The real time with the offset. One atomic read more than the real clock.
  package var now: Timestamp {
    Timestamp(milliseconds: real().milliseconds &+ difference.load(ordering: .relaxed))
  }

  /// The time that the clock is ahead of the real one; negative if it is behind.
  var offset: Duration { .milliseconds(difference.load(ordering: .relaxed)) }

  /// Moves the clock. - Returns: false, without an effect, if it would leave `range`.
  func move(to offset: Duration) -> Bool {
    guard Self.range.contains(real().advanced(by: offset)) else { return false }
    difference.store(Int64(offset / .milliseconds(1)), ordering: .relaxed)
    return true
  }

  /// Moves the clock. - Returns: false, without an effect, if `now` is not within `range`.
  func set(_ now: Timestamp) -> Bool { move(to: now.since(real())) }
}
