/// Whether a loop has so much to do that throughput counts for more than being woken at once.
///
/// A loop that waits for events is woken for the first one, and so takes the processor from whoever sends the next:
/// with several loops on few processors each finds one or two events a turn, and sleeping and being woken costs more than
/// what they ask for. Under `SCHED_BATCH` the kernel lets those who run go on for their share first, and the loop finds
/// more. Where a processor is idle it is woken at once all the same.
struct LoopPressure {
  /// Events after which the rate is looked at.
  static let sample = 4096
  /// Events a second from which on a loop counts as pressed, and below which no more.
  static let high: Int64 = 10_000
  static let low: Int64 = 5000

  private(set) var isHigh = false
  private var count = 0
  private var since: MonotonicInstant

  init(at now: MonotonicInstant) { since = now }

  /// Counts what a turn found. - Returns: whether `isHigh` changed.
  mutating func handled(_ events: Int, at now: @autoclosure () -> MonotonicInstant) -> Bool {
    count += events
    guard count >= Self.sample else { return false }
    let now = now()
    let rate = Int64(count) * 1_000_000_000 / max(1, now.since(since))
    (count, since) = (0, now)
    let wasHigh = isHigh
    isHigh = rate > (wasHigh ? Self.low : Self.high)
    return isHigh != wasHigh
  }
}
