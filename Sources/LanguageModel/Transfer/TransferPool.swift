import Runtime

/// The workers of a client. They are created on demand, kept, and assigned to requests in first-in, first-out order. Any
/// thread.
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
    case worker(TransferWorker)
    case make
    case wait(id: Int)
    case refuse
  }

  private let state = Locked(State())
  private let limits: ModelLimits

  init(_ limits: ModelLimits) { self.limits = limits }

  /// Reserves a worker until `release`.
  /// - Throws: `busy` if the maximum number of requests waits already, `unreachable(.system)` if no worker can be created,
  ///   `CancellationError`.
  func acquire() async throws -> TransferWorker {
    switch offer() {
    case .worker(let worker): return worker
    case .make: return try make()
    case .refuse: throw LanguageModelError.busy
    case .wait(let id):
      if let worker = await wait(id) { return worker }
      try Task.checkCancellation()
      throw LanguageModelError.busy
    }
  }

  /// Returns a worker to the pool and assigns it to the oldest waiting request.
  func release(_ worker: TransferWorker) {
    let next = state.withLock { state -> CheckedContinuation<TransferWorker?, Never>? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst().continuation }
      if !state.isStopped { state.idle.append(worker) }
      return nil
    }
    next?.resume(returning: worker)
  }

  /// Stops idle workers now and the others when they are released. Waiting requests fail.
  func stop() {
    let (waiting, idle) = state.withLock { state in
      defer { (state.waiting, state.idle, state.isStopped) = ([], [], true) }
      return (state.waiting, state.idle)
    }
    for entry in waiting { entry.continuation.resume(returning: nil) }
    // The workers are released here, outside the lock.
    withExtendedLifetime(idle) {}
  }

  private func offer() -> Offer {
    state.withLock { state in
      if state.isStopped { return .refuse }
      if let worker = state.idle.popLast() { return .worker(worker) }
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
        let worker: TransferWorker?? = state.withLock { state in
          // If the task is cancelled later, `onCancel` finds the entry.
          if Task.isCancelled || state.isStopped { return .some(nil) }
          // A worker may have been released since `offer`.
          if let worker = state.idle.popLast() { return worker }
          state.waiting.append(Waiting(id: id, continuation: continuation))
          return nil
        }
        if let worker { continuation.resume(returning: worker) }
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
