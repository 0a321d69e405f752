import Dispatch
import Runtime

/// Something that happens once and that others wait for: threads by blocking, tasks without.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var blocked: [DispatchSemaphore] = []
  }

  private let state = Locked(State())

  /// A closed gate.
  package init() {}

  /// Whether `open` was called.
  package var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Lets everyone through, from now on. Any thread.
  package func open() {
    let (waiting, blocked) = state.withLock { state in
      state.isOpen = true
      defer { (state.waiting, state.blocked) = ([], []) }
      return (state.waiting, state.blocked)
    }
    for continuation in waiting { continuation.resume() }
    for semaphore in blocked { semaphore.signal() }
  }

  /// Blocks this thread until it is open. Not for threads of the pool.
  package func wait() {
    let semaphore = DispatchSemaphore(value: 0)
    let isOpen = state.withLock { state in
      if !state.isOpen { state.blocked.append(semaphore) }
      return state.isOpen
    }
    if !isOpen { semaphore.wait() }
  }

  /// Waits until it is open.
  package func passed() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
