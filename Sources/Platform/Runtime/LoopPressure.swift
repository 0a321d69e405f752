/// Decides from the rate of events whether a loop should run under `SCHED_BATCH`.
///
/// A loop that waits for events is woken by the first one and preempts the process that sends the next. With several loops on few
/// processors each iteration then finds one or two events, and sleeping and waking cost more than serving them. Under
/// `SCHED_BATCH` the kernel lets the running threads use up their time slices first, so that an iteration finds more events. A
/// loop on an idle processor is still woken at once.
struct LoopPressure {
  /// The number of events over which the rate is measured.
  static let sample = 4096
  /// Events per second above which the pressure becomes high.
  static let high: Int64 = 10_000
  /// Events per second up to which high pressure ends.
  static let low: Int64 = 5000

  private(set) var isHigh = false
  private var count = 0
  private var since: MonotonicInstant

  init(at now: MonotonicInstant) { since = now }

  /// Counts the events of one iteration. - Returns: whether `isHigh` changed.
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
