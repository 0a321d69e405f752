import Bytes

/// The faults of a server and the decisions when they fire. A value without time and I/O: equal faults and equal events give
/// equal firings.
struct FaultPlan: Sendable {
  /// The maximum number of faults.
  static let maxFaults = 100

  /// A fault with its state.
  struct Planned: Sendable {
    let id: Int
    let fault: Fault
    let createdAt: Timestamp
    /// Firings so far.
    var fired = 0
    fileprivate var random: FaultRandom
    /// A fault on `now` that has been examined.
    fileprivate var isOver = false

    /// The firings that are left; nil without a limit.
    var remaining: Int? { fault.count.map { max(0, $0 - fired) } }

    var isActive: Bool { !isOver && remaining != 0 }
  }

  /// Oldest first.
  private(set) var faults: [Planned] = []
  private var lastID = 0

  /// Adds a fault. If there are ``maxFaults``, the oldest inactive one is deleted.
  /// - Returns: nil if all of them are active.
  mutating func add(_ fault: Fault, at time: Timestamp) -> Planned? {
    if faults.count >= Self.maxFaults {
      guard let spent = faults.firstIndex(where: { !$0.isActive }) else { return nil }
      faults.remove(at: spent)
    }
    lastID += 1
    let planned = Planned(id: lastID, fault: fault, createdAt: time, random: FaultRandom(seed: fault.seed))
    faults.append(planned)
    return planned
  }

  /// The fault with an id.
  subscript(id: Int) -> Planned? { faults.first { $0.id == id } }

  /// Deletes a fault, or all if `id` is nil. - Returns: the number of deleted faults.
  mutating func delete(_ id: Int?) -> Int {
    let before = faults.count
    faults.removeAll { id == nil || $0.id == id }
    return before - faults.count
  }

  /// The faults that fire for an event, oldest first. All delays fire, and the oldest of the other faults.
  /// - Parameter id: examines only this fault; nil examines all.
  mutating func firings(at event: FaultEvent, only id: Int? = nil) -> [FaultFiring] {
    var firings: [FaultFiring] = []
    var isDecided = false
    for index in faults.indices where id == nil || faults[index].id == id {
      let isDelay = faults[index].fault.kind == .delay
      guard isDelay || !isDecided, faults[index].applies(to: event), let firing = faults[index].fire() else { continue }
      firings.append(firing)
      if !isDelay { isDecided = true }
    }
    return firings
  }

  /// A fault on `now` has been examined for all open sockets.
  mutating func finish(_ id: Int) {
    for index in faults.indices where faults[index].id == id { faults[index].isOver = true }
  }
}

extension FaultPlan.Planned {
  /// Whether the event matches.
  fileprivate func applies(to event: FaultEvent) -> Bool {
    guard isActive, fault.point == event.point, fault.match.matches(event) else { return false }
    if let direction = event.direction {
      let directions = fault.match.direction.map { [$0] } ?? fault.kind.defaultDirections
      guard directions.contains(direction) else { return false }
    }
    let isPong = event.isPong || (event.messageType == "pong" && event.direction == .outgoing)
    return fault.kind == .swallowPongs ? isPong : !event.isPong
  }

  /// Decides about one match. - Returns: nil if the fault does not fire for it.
  fileprivate mutating func fire() -> FaultFiring? {
    if fault.probability < 1, !random.chance(fault.probability) { return nil }
    fired += 1
    let action: FaultAction =
      switch fault.effect {
      case .status(let status): .status(status)
      case .delay(let milliseconds, let jitter): .delay(milliseconds: milliseconds + random.number(upTo: jitter))
      case .slowBody(let rate): .slowBody(bytesPerSecond: rate)
      case .reset: .reset
      case .halfOpen(let milliseconds): .halfOpen(milliseconds: milliseconds)
      case .swallowPongs: .swallow
      case .close(let code, let reason): .close(code: code, reason: reason)
      case .drop: .drop
      case .duplicate: .duplicate
      case .hold(let milliseconds): .hold(milliseconds: milliseconds)
      case .reorder(let window, let milliseconds):
        .reorder(order: random.order(of: window), milliseconds: milliseconds)
      }
    return FaultFiring(faultID: id, kind: fault.kind, point: fault.point, action: action)
  }
}
