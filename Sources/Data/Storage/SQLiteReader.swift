import Runtime

/// A thread that reads, with a connection of its own; each read sees one snapshot.
actor SQLiteReader {
  private let handle: SQLiteHandle
  private nonisolated let thread: DedicatedThread
  /// The time that a client's read may wait, and that it may run; nil: no limit.
  private let timeout: Int64?
  private let health: StorageHealth

  /// Returns the time limit in nanoseconds of the server's own reads, such as counting all jobs for the metrics.
  private static func serverTimeout(_ timeout: Int64) -> Int64 {
    let (limit, isTooLong) = timeout.multipliedReportingOverflow(by: 10)
    return isTooLong ? .max : max(limit, 1_000_000_000)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(handle: sending SQLiteHandle, thread: DedicatedThread, configuration: SQLiteConfiguration) {
    self.handle = handle
    self.thread = thread
    health = configuration.health
    timeout = configuration.queryTimeout.map { max(1, Int64($0 / .nanoseconds(1))) }
  }

  /// Takes reads until the pool is closed. Call it once.
  nonisolated func start(_ state: Monitor<ReaderPool.State>) {
    Task(executorPreference: thread) { await self.work(state) }
  }

  /// Closes the connection after the last read. The pool must be closed.
  func close() {
    handle.close()
    endThread()
  }

  /// Lets the thread end when it has done what it was given. Any thread.
  nonisolated func endThread() { thread.stop() }

  /// Waits until the thread has ended, after `close`. Call it from another thread.
  nonisolated func joinThread() async { await thread.join(within: .seconds(1)) }

  /// The actor's one long job: it keeps the thread until the pool is closed.
  private func work(_ state: Monitor<ReaderPool.State>) {
    var next = state.wait { Self.next(&$0) }
    while case .read(let read, let share) = next {
      let resume = run(read, of: share)
      // The read counts as finished before its caller goes on, so that the caller's next read finds a free reader.
      let following = state.withLock { state in
        state.schedule.finished(share)
        return Self.next(&state)
      }
      resume()
      next = following ?? state.wait { Self.next(&$0) }
    }
  }

  private enum Next: Sendable {
    case read(PendingRead, ClientShare)
    case end
  }

  /// - Returns: nil if there is nothing to do yet.
  private static func next(_ state: inout ReaderPool.State) -> Next? {
    if let next = state.schedule.takeNext() { return .read(next.read, next.share) }
    // What still waits is for the readers that are busy with its share.
    return state.isClosed ? .end : nil
  }

  private func run(_ read: PendingRead, of share: ClientShare) -> () -> Void {
    guard let timeout else { return read.run(handle, health) }
    let now = MonotonicInstant.now
    let limit = share == .server ? Self.serverTimeout(timeout) : timeout
    // The client of a read that waited for so long has hardly any use for it. The server has: it cannot start without.
    if share != .server, now.since(read.submitted) > limit { return { read.fail(.overloaded) } }
    let (end, isTooLate) = now.nanoseconds.addingReportingOverflow(limit)
    handle.deadline = isTooLate ? nil : MonotonicInstant(nanoseconds: end)
    defer { handle.deadline = nil }
    return read.run(handle, health)
  }
}
