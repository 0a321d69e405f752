import Runtime

/// A reader: one thread with one connection. Each read sees one snapshot.
actor Reader {
  private let connection: any ReadConnection
  private nonisolated let thread: DedicatedThread
  /// The limit, in nanoseconds, of both the wait and the run time of a client's read; nil for none.
  private let timeout: Int64?
  private let health: StorageHealth

  /// Returns the time limit in nanoseconds of the server's own reads, such as counting all jobs for the metrics.
  private static func serverTimeout(_ timeout: Int64) -> Int64 {
    let (limit, isTooLong) = timeout.multipliedReportingOverflow(by: 10)
    return isTooLong ? .max : max(limit, 1_000_000_000)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(connection: sending any ReadConnection, thread: DedicatedThread, timeout: Duration?, health: StorageHealth) {
    self.connection = connection
    self.thread = thread
    self.health = health
    self.timeout = timeout.map { max(1, Int64($0 / .nanoseconds(1))) }
  }

  /// Runs reads until the pool is closed. Call it once.
  nonisolated func start(_ state: Monitor<ReaderPool.State>) {
    Task(executorPreference: thread) { await self.work(state) }
  }

  /// Closes the connection after the last read. The pool must be closed.
  func close() {
    connection.close()
    endThread()
  }

  /// Ends the thread after its queued jobs. Any thread.
  nonisolated func endThread() { thread.stop() }

  /// Waits until the thread has ended, after `close`. Call it from another thread.
  nonisolated func joinThread() async { await thread.join(within: .seconds(1)) }

  /// Occupies the thread until the pool is closed.
  private func work(_ state: Monitor<ReaderPool.State>) {
    var next = state.wait { Self.next(&$0) }
    while case .read(let read, let share) = next {
      let resume = run(read, of: share)
      // The read is finished before its caller resumes, so that the caller's next read finds a free reader.
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

  /// - Returns: nil if no read may run now.
  private static func next(_ state: inout ReaderPool.State) -> Next? {
    if let next = state.schedule.takeNext() { return .read(next.read, next.share) }
    // The remaining reads are left to the readers that work for their share.
    return state.isClosed ? .end : nil
  }

  private func run(_ read: PendingRead, of share: ClientShare) -> () -> Void {
    guard let timeout else { return read.run(connection, health) }
    let now = MonotonicInstant.now
    let limit = share == .server ? Self.serverTimeout(timeout) : timeout
    // After such a wait the client has probably timed out. The server's own reads always run: it cannot start without them.
    if share != .server, now.since(read.submitted) > limit { return { read.fail(.overloaded) } }
    let (end, isTooLate) = now.nanoseconds.addingReportingOverflow(limit)
    connection.deadline = isTooLate ? nil : MonotonicInstant(nanoseconds: end)
    defer { connection.deadline = nil }
    return read.run(connection, health)
  }
}
