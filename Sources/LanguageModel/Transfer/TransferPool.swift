import Runtime

/// The lanes of a client: made when they are needed, kept, and lent in the order in which they were asked for.
final class TransferPool: Sendable {
  private struct Waiting {
    var id: Int
    var continuation: CheckedContinuation<TransferWorker?, Never>
  }

  private struct State {
    var idle: [TransferWorker] = []
    var made = 0
    var waiting: [Waiting] = []
    var nextID = 0
    var isStopped = false
  }

  private enum Offer {
    case lane(TransferWorker)
    case make
    case wait(id: Int)
    case refuse
  }

  private let state = Locked(State())
  private let limits: ModelLimits

  init(_ limits: ModelLimits) { self.limits = limits }

  /// Lends a lane until `release`.
  /// - Throws: `busy` where too many wait already, `unreachable(.system)` where no lane can be made, `CancellationError`.
  func acquire() async throws -> TransferWorker {
    switch offer() {
    case .lane(let lane): return lane
    case .make: return try make()
    case .refuse: throw LanguageModelError.busy
    case .wait(let id):
      if let lane = await wait(id) { return lane }
      try Task.checkCancellation()
      throw LanguageModelError.busy
    }
  }

  /// Takes a lane back and lends it to who has waited longest.
  func release(_ lane: TransferWorker) {
    let next = state.withLock { state -> CheckedContinuation<TransferWorker?, Never>? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst().continuation }
      if !state.isStopped { state.idle.append(lane) }
      return nil
    }
    next?.resume(returning: lane)
  }

  /// Ends the threads of lanes that are not lent, now, and of the others when they come back; who waits is refused.
  func stop() {
    let (waiting, idle) = state.withLock { state in
      defer { (state.waiting, state.idle, state.isStopped) = ([], [], true) }
      return (state.waiting, state.idle)
    }
    for entry in waiting { entry.continuation.resume(returning: nil) }
    // The lanes end here, outside the lock.
    withExtendedLifetime(idle) {}
  }

  private func offer() -> Offer {
    state.withLock { state in
      if state.isStopped { return .refuse }
      if let lane = state.idle.popLast() { return .lane(lane) }
      if state.made < limits.maxConcurrent {
        state.made += 1
        return .make
      }
      guard state.waiting.count < limits.maxWaiting else { return .refuse }
      state.nextID += 1
      return .wait(id: state.nextID)
    }
  }

  private func make() throws(LanguageModelError) -> TransferWorker {
    do { return try TransferWorker() } catch {
      state.withLock { $0.made -= 1 }
      throw error
    }
  }

  private func wait(_ id: Int) async -> TransferWorker? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let lane: TransferWorker?? = state.withLock { state in
          // Where the task is cancelled later than this, `onCancel` finds the entry.
          if Task.isCancelled || state.isStopped { return .some(nil) }
          // One may have come back meanwhile.
          if let lane = state.idle.popLast() { return lane }
          state.waiting.append(Waiting(id: id, continuation: continuation))
          return nil
        }
        if let lane { continuation.resume(returning: lane) }
      }
    } onCancel: {
      let entry = state.withLock { state -> Waiting? in
        guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
        return state.waiting.remove(at: index)
      }
      entry?.continuation.resume(returning: nil)
    }
  }
}
