import Runtime
import Synchronization

/// The recorded traffic of a server, and the requests that wait for more of it. Any thread.
package final class TrafficLog: Sendable {
  /// The bound of all entries, in bytes.
  static let maxBytes = 4 << 20
  /// The bound of one recorded content, in bytes.
  static let maxBodyBytes = 16 << 10

  private struct State {
    var ring = TrafficRing(maxBytes: TrafficLog.maxBytes)
    var waiters: [Int: @Sendable () -> Void] = [:]
    var lastWaiter = 0
    /// Whether a client stopped the recording.
    var isOff = false
    var isEnding = false
    var loops: [EventLoop] = []
  }

  private let state = Locked(State())
  private let recording = Atomic(false)

  /// Creates a log that does not record.
  package init() {}

  /// Whether traffic is recorded.
  package var isRecording: Bool { recording.load(ordering: .relaxed) }

  /// The id of the last entry; 0 before the first one.
  package var lastID: Int { state.withLock { $0.ring.lastID } }

  /// The id of the oldest entry; that of the next one if there is none.
  var firstID: Int { state.withLock { $0.ring.firstID } }

  /// Keeps the loops on which requests may wait.
  func starting(on group: EventLoopGroup) { state.withLock { $0.loops = group.loops } }

  /// Whether requests wait for an entry.
  var hasWaiters: Bool { state.withLock { !$0.waiters.isEmpty } }

  /// Starts the recording unless a client stopped it. Called for requests of developers.
  package func start() {
    if !state.withLock({ $0.isOff }) { recording.store(true, ordering: .relaxed) }
  }

  /// Starts or stops the recording.
  func setRecording(_ isOn: Bool) {
    state.withLock { $0.isOff = !isOn }
    recording.store(isOn, ordering: .relaxed)
  }

  /// Adds an entry.
  func append(_ entry: TrafficEntry) {
    guard isRecording else { return }
    wake { $0.ring.append(entry) }
  }

  /// Drops all entries.
  func removeAll() { state.withLock { $0.ring.removeAll() } }

  /// The server stops: waiting requests are answered.
  func end() { wake { $0.isEnding = true } }

  /// The selected entries. If there are none, it waits for one, on the loop of the caller.
  func page(_ query: TrafficQuery) async -> TrafficPage {
    var query = query
    let deadline = ContinuousClock.now + query.wait
    while true {
      let (page, loops) = state.withLock { ($0.ring.page(query), $0.isEnding ? [] : $0.loops) }
      guard page.entries.isEmpty, ContinuousClock.now < deadline, let loop = loops.first(where: \.isCurrent) else {
        return page
      }
      query.after = page.lastID
      let pause = LoopPause(on: loop)
      let bound = LoopBound(pause, on: loop)
      guard let waiter = addWaiter(after: page.lastID, { loop.spawn { _ in bound.value.end() } }) else { continue }
      _ = await pause.wait(until: deadline)
      removeWaiter(waiter)
    }
  }

  /// Adds a function that the next entry calls. - Returns: nil if there is an entry after `id`.
  private func addWaiter(after id: Int, _ wake: @escaping @Sendable () -> Void) -> Int? {
    state.withLock { state in
      guard state.ring.lastID <= id, !state.isEnding else { return nil }
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = wake
      return state.lastWaiter
    }
  }

  private func removeWaiter(_ number: Int) { state.withLock { $0.waiters[number] = nil } }

  private func wake(after change: (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      let waiters = Array(state.waiters.values)
      state.waiters.removeAll()
      return waiters
    }
    for wake in waiters { wake() }
  }
}
