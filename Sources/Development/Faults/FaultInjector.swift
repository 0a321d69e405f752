import Bytes
import HTTPServer
import Runtime
import Synchronization

/// The faults of a server and their effects that last: waiting requests, held messages and stopped connections. Any thread.
package final class FaultInjector: Sendable {
  /// The bound of all messages that are delayed or held back, in bytes.
  static let maxHeldBytes = 4 << 20

  fileprivate struct State {
    var plan = FaultPlan()
    /// The open sockets by the numbers of their connections.
    var sockets: [Int: SocketTarget] = [:]
    var waits: [Int: FaultWait] = [:]
    var lastWait = 0
    /// Held messages, waiting requests and stopped connections by fault.
    var held: [Int: Int] = [:]
    var heldBytes = 0
  }

  private let state = Locked(State())
  private let armed = Atomic(false)

  /// Creates an injector without faults.
  package init() {}

  /// Whether there are faults.
  package var isArmed: Bool { armed.load(ordering: .relaxed) }

  /// The number of faults.
  package var count: Int { state.withLock { $0.plan.faults.count } }

  // MARK: - Faults

  /// The faults with the number of their effects that last, and the held bytes.
  func list() -> (faults: [(planned: FaultPlan.Planned, held: Int)], heldBytes: Int) {
    state.withLock { state in
      let held = state.held
      return (state.plan.faults.map { (planned: $0, held: held[$0.id] ?? 0) }, state.heldBytes)
    }
  }

  /// Adds a fault; one on `now` has had its effect on the open sockets when this returns.
  /// - Returns: nil if there are too many active faults.
  func create(_ fault: Fault, at time: Timestamp) async -> FaultPlan.Planned? {
    let (created, fired) = state.withLock { state -> (FaultPlan.Planned?, [(SocketTarget, FaultFiring)]) in
      guard let planned = state.plan.add(fault, at: time) else { return (nil, []) }
      guard fault.point == .now else { return (planned, []) }
      var fired: [(SocketTarget, FaultFiring)] = []
      for (number, socket) in state.sockets.sorted(by: { $0.key < $1.key }) {
        let event = FaultEvent(point: .now, path: socket.path, connection: number)
        for firing in state.plan.firings(at: event, only: planned.id) { fired.append((socket, firing)) }
      }
      state.plan.finish(planned.id)
      return (state.plan[planned.id], fired)
    }
    armed.store(count > 0, ordering: .relaxed)
    for (socket, firing) in fired { await socket.fire(firing) }
    return created
  }

  /// Deletes a fault and ends its effects, or all if `id` is nil. - Returns: nil if there is no such fault.
  func delete(_ id: Int?) -> (deleted: Int, released: Int)? {
    let deleted = state.withLock { $0.plan.delete(id) }
    armed.store(count > 0, ordering: .relaxed)
    if id != nil, deleted == 0 { return nil }
    return (deleted, endEffects(of: id))
  }

  /// Ends the effects of a fault, which stays active. - Returns: their number; nil if there is no such fault.
  func release(_ id: Int) -> Int? {
    guard state.withLock({ $0.plan[id] != nil }) else { return nil }
    return endEffects(of: id)
  }

  private func endEffects(of id: Int?) -> Int {
    let (waits, sockets, held) = state.withLock { state in
      (Array(state.waits.values), Array(state.sockets.values), state.held)
    }
    for wait in waits where id.map({ wait.faultIDs.contains($0) }) ?? true { wait.end() }
    for socket in sockets { socket.release(id) }
    return id.map { held[$0] ?? 0 } ?? held.values.reduce(0, +)
  }

  // MARK: - Events

  /// The faults that fire for an event.
  func firings(at event: FaultEvent) -> [FaultFiring] {
    isArmed ? state.withLock { $0.plan.firings(at: event) } : []
  }

  /// Whether a fault exists.
  func contains(_ id: Int) -> Bool { state.withLock { $0.plan[id] != nil } }

  func opened(_ socket: SocketTarget, number: Int) { state.withLock { $0.sockets[number] = socket } }

  func ended(socket number: Int) { state.withLock { $0.sockets[number] = nil } }

  /// Registers the wait of a request. - Returns: its number for `ended(wait:)`.
  func began(_ wait: FaultWait) -> Int {
    state.withLock { state in
      state.lastWait += 1
      state.waits[state.lastWait] = wait
      for id in wait.faultIDs { state.held[id, default: 0] += 1 }
      return state.lastWait
    }
  }

  func ended(wait number: Int) {
    state.withLock { state in
      guard let wait = state.waits.removeValue(forKey: number) else { return }
      state.unhold(wait.faultIDs)
    }
  }

  /// Reserves the bytes of a message that is held. - Returns: false if the bound would be exceeded.
  func reserve(_ faultIDs: [Int], bytes: Int) -> Bool {
    state.withLock { state in
      guard state.heldBytes + bytes <= Self.maxHeldBytes else { return false }
      state.heldBytes += bytes
      for id in faultIDs { state.held[id, default: 0] += 1 }
      return true
    }
  }

  /// A message is no longer held.
  func free(_ faultIDs: [Int], bytes: Int) {
    state.withLock { state in
      state.heldBytes -= bytes
      state.unhold(faultIDs)
    }
  }
}

extension FaultInjector.State {
  fileprivate mutating func unhold(_ faultIDs: [Int]) {
    for id in faultIDs {
      guard let count = held[id] else { continue }
      held[id] = count > 1 ? count - 1 : nil
    }
  }
}

/// A request that waits because of faults.
struct FaultWait: Sendable {
  var faultIDs: [Int]
  let loop: EventLoop
  let connection: LoopBound<InterceptedConnection>

  /// Ends the wait. Any thread.
  func end() {
    loop.spawn { [connection] _ in connection.value.resume() }
  }
}

/// An open socket, for faults that other threads create or delete.
struct SocketTarget: Sendable {
  let path: String
  let loop: EventLoop
  let socket: LoopBound<DisturbedSocket>

  /// Applies a fault on `now`. Any thread.
  func fire(_ firing: FaultFiring) async {
    await withCheckedContinuation { continuation in
      loop.spawn { [socket] _ in
        socket.value.fire(firing)
        continuation.resume()
      }
    }
  }

  /// Ends the effects of a fault, or of all. Any thread.
  func release(_ fault: Int?) {
    loop.spawn { [socket] _ in socket.value.release(fault) }
  }
}
