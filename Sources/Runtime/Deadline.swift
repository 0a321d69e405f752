/// A moment at which something on a loop happens unless it is moved or taken back first.
///
/// Moving a deadline to a later moment costs one assignment: the wheel finds out when it gets there. It belongs to one
/// loop and is touched on that loop's thread only.
package final class Deadline {
  /// When it is due; nil while nothing is awaited.
  var due: ContinuousClock.Instant?
  /// The tick of the wheel's slot that holds this object; nil where none does.
  var queuedTick: Int64?
  let action: () -> Void

  /// - Parameter action: runs on the loop's thread, some milliseconds after the due moment.
  package init(_ action: @escaping () -> Void) {
    self.action = action
  }

  /// Takes it back.
  package func cancel() { due = nil }
}

/// A hashed timing wheel: deadlines by the tick at which they are looked at again.
///
/// 1,024 slots of 16 ms. A deadline further away than one turn is looked at once a turn. Not `Sendable`: loop state.
struct TimerWheel {
  private static let slotCount = 1024
  private static let tick = Duration.milliseconds(16)

  private let origin: ContinuousClock.Instant
  private var slots: [[Deadline]] = Array(repeating: [], count: slotCount)
  private var occupied = 0
  private var current: Int64 = 0

  init(origin: ContinuousClock.Instant) {
    self.origin = origin
  }

  /// Sets or moves `deadline`.
  mutating func schedule(_ deadline: Deadline, at due: ContinuousClock.Instant) {
    deadline.due = due
    let tick = max(self.tick(of: due), current + 1)
    if let queued = deadline.queuedTick, queued <= tick { return }
    // A copy in a later slot, if there is one, is dropped when the wheel gets there.
    insert(deadline, tick: tick)
  }

  /// The deadlines due at `now`, with `due` cleared.
  mutating func expired(at now: ContinuousClock.Instant) -> [Deadline] {
    let target = tick(of: now) - 1
    guard target > current else { return [] }
    guard occupied > 0 else {
      current = target
      return []
    }
    var result: [Deadline] = []
    let end = min(target, current + Int64(Self.slotCount))
    while current < end {
      current += 1
      let slot = Int(current % Int64(Self.slotCount))
      guard !slots[slot].isEmpty else { continue }
      let entries = slots[slot]
      slots[slot] = []
      occupied -= entries.count
      for entry in entries { visit(entry, now: now, into: &result) }
    }
    current = target
    return result
  }

  /// How long the loop may sleep; nil where nothing is scheduled.
  func timeUntilNextTick(from now: ContinuousClock.Instant) -> Duration? {
    guard occupied > 0 else { return nil }
    var next = current + 1
    let end = current + Int64(Self.slotCount)
    while next < end, slots[Int(next % Int64(Self.slotCount))].isEmpty { next += 1 }
    return max(.zero, now.duration(to: origin + Self.tick * Int(next + 1)))
  }

  private mutating func visit(
    _ entry: Deadline, now: ContinuousClock.Instant, into result: inout [Deadline]
  ) {
    // Moved to an earlier slot meanwhile: that copy is the valid one.
    guard let queued = entry.queuedTick, queued <= current else { return }
    entry.queuedTick = nil
    guard let due = entry.due else { return }
    if due <= now {
      entry.due = nil
      result.append(entry)
    } else {
      insert(entry, tick: max(tick(of: due), current + 1))
    }
  }

  private mutating func insert(_ deadline: Deadline, tick: Int64) {
    let reachable = min(tick, current + Int64(Self.slotCount) - 1)
    deadline.queuedTick = reachable
    slots[Int(reachable % Int64(Self.slotCount))].append(deadline)
    occupied += 1
  }

  private func tick(of instant: ContinuousClock.Instant) -> Int64 {
    let parts = origin.duration(to: instant).components
    let milliseconds = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
    return milliseconds / 16
  }
}
