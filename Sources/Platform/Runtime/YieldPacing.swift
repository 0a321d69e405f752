/// When a loop sleeps for a moment although there is work: where those who yielded always want more, storage and workers,
/// who serve those who ask for little, would get a processor only when the kernel takes it from the loop, after 4 ms mostly.
struct YieldPacing {
  /// Nanoseconds of work between two rests.
  static let work: Int64 = 1_000_000
  /// Nanoseconds of a rest; the kernel adds about as much. Whoever is ready ends it.
  static let rest = 60_000

  private var lastRest: MonotonicInstant

  init(at now: MonotonicInstant) { lastRest = now }

  /// Asked before each turn in which somebody who yielded waits. - Returns: whether to rest now.
  mutating func isDue(at now: MonotonicInstant) -> Bool {
    guard now.since(lastRest) >= Self.work else { return false }
    lastRest = now
    return true
  }
}
