/// A hashed timing wheel (Varghese and Lauck): deadlines in slots by the tick at which they are checked.
///
/// 1,024 slots of 16 ms. A deadline that is further away than one revolution is checked once per revolution. While nothing is
/// due, a check of the wheel costs one comparison. Not `Sendable`: loop state.
struct TimerWheel {
  private static let slotCount = 1024
  private static let tick = Duration.milliseconds(16)

  private let origin: ContinuousClock.Instant
  private var slots: [[Deadline]] = Array(repeating: [], count: slotCount)
  private var occupied = 0
  /// Slots up to this tick were checked.
  private var current: Int64 = 0
  /// The first tick whose slot may hold a deadline, and the time at which that tick ends.
  private var next = (tick: Int64.max, end: ContinuousClock.Instant?.none)

  init(origin: ContinuousClock.Instant) {
    self.origin = origin
  }

  /// Sets or moves `deadline`.
  mutating func schedule(_ deadline: Deadline, at due: ContinuousClock.Instant) {
    if deadline.postpone(to: due) { return }
    deadline.due = due
    let tick = max(self.tick(of: due), current + 1)
    if let queued = deadline.queuedTick, queued <= tick { return }
    // A copy in a later slot, if there is one, is dropped when the wheel reaches it.
    insert(deadline, tick: tick)
  }

  /// Removes and returns the deadlines that are due at `now`; their `due` is cleared.
  mutating func expired(at now: ContinuousClock.Instant) -> [Deadline] {
    guard let end = next.end, now >= end else { return [] }
    let target = tick(of: now) - 1
    guard target > current else { return [] }
    var entries: [Deadline] = []
    for tick in current + 1...min(target, current + Int64(Self.slotCount)) {
      let slot = Int(tick % Int64(Self.slotCount))
      guard !slots[slot].isEmpty else { continue }
      entries += slots[slot]
      slots[slot] = []
    }
    occupied -= entries.count
    // Before `visit`, so that deadlines that are inserted again go to later slots.
    current = target
    next = (.max, nil)
    var result: [Deadline] = []
    for entry in entries { visit(entry, now: now, into: &result) }
    findNext()
    return result
  }

  /// The time for which the loop may sleep; nil if nothing is scheduled.
  func timeUntilNextTick(from now: ContinuousClock.Instant) -> Duration? {
    next.end.map { max(.zero, now.duration(to: $0)) }
  }

  private mutating func visit(
    _ entry: Deadline, now: ContinuousClock.Instant, into result: inout [Deadline]
  ) {
    // If the deadline was moved to an earlier slot, that copy is the valid one.
    guard let queued = entry.queuedTick, queued <= current else { return }
    entry.queuedTick = nil
    entry.queuedFor = nil
    guard let due = entry.due else { return }
    if due <= now {
      entry.due = nil
      entry.isExpired = true
      result.append(entry)
    } else {
      insert(entry, tick: max(tick(of: due), current + 1))
    }
  }

  private mutating func insert(_ deadline: Deadline, tick: Int64) {
    let reachable = min(tick, current + Int64(Self.slotCount) - 1)
    deadline.queuedTick = reachable
    deadline.queuedFor = deadline.due
    slots[Int(reachable % Int64(Self.slotCount))].append(deadline)
    occupied += 1
    if reachable < next.tick { setNext(reachable) }
  }

  private mutating func findNext() {
    guard occupied > 0 else { return }
    var tick = current + 1
    let end = current + Int64(Self.slotCount)
    while tick < end, slots[Int(tick % Int64(Self.slotCount))].isEmpty { tick += 1 }
    setNext(tick)
  }

  private mutating func setNext(_ tick: Int64) {
    next = (tick, origin + Self.tick * Int(tick + 1))
  }

  private func tick(of instant: ContinuousClock.Instant) -> Int64 {
    let parts = origin.duration(to: instant).components
    let milliseconds = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
    return milliseconds / 16
  }
}
