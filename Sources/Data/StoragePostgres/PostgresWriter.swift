import Runtime
import Storage

/// A writer: one thread with one connection. It runs one transaction at a time, under the locks of its scope.
actor PostgresWriter {
  private let session: PostgresSession
  private let configuration: PostgresConfiguration
  private nonisolated let thread: DedicatedThread

  /// Maximum number of runs of one transaction.
  private static let maxRuns = 10

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(session: sending PostgresSession, thread: DedicatedThread, configuration: PostgresConfiguration) {
    self.session = session
    self.thread = thread
    self.configuration = configuration
  }

  /// Runs transactions until the pool is closed and none is left. Call it once.
  nonisolated func start(_ state: Monitor<PostgresWriterPool.State>) {
    Task(executorPreference: thread) { await self.work(state) }
  }

  /// Closes the connection after the last transaction. The pool must be closed.
  func close() {
    session.close()
    endThread()
  }

  /// Ends the thread after its queued jobs. Any thread.
  nonisolated func endThread() { thread.stop() }

  /// Waits until the thread has ended, after `close`. Call it from another thread.
  nonisolated func joinThread() async { await thread.join(within: .seconds(1)) }

  /// Occupies the thread until the pool is closed.
  private func work(_ state: Monitor<PostgresWriterPool.State>) {
    while case .write(let id, let write, let locks) = state.wait({ PostgresWriterPool.next(&$0) }) {
      let resume = perform(write, locks)
      let mustWake = state.withLock { state in
        state.schedule.finished(id)
        return state.schedule.hasReady || state.isClosed
      }
      resume()
      // This thread takes one of those that may run now; the others need further threads.
      if mustWake { state.wakeAll() }
    }
  }

  /// - Returns: the call that resumes the caller.
  private func perform(_ write: PendingWrite, _ locks: [Int64]) -> () -> Void {
    let end = MonotonicInstant.now.nanoseconds + configuration.retryTimeout.wholeNanoseconds
    for run in 1... {
      switch attempt(write, locks) {
      case .finished(let failure, let resume):
        if let failure { configuration.health.writeFailed(failure) }
        return resume
      case .mustRepeat(let failure):
        guard run < Self.maxRuns, MonotonicInstant.now.nanoseconds < end else {
          configuration.health.writeFailed(failure.error)
          return { write.fail(failure.error) }
        }
      }
    }
    return { write.fail(StorageError.overloaded) }
  }

  private enum Attempt {
    /// The transaction has ended: the error, and the call that resumes the caller.
    case finished((any Error)?, () -> Void)
    /// Rolled back; the body must run again.
    case mustRepeat(PostgresFailure)
  }

  private func attempt(_ write: PendingWrite, _ locks: [Int64]) -> Attempt {
    do throws(PostgresFailure) { try begin(write, locks) } catch {
      return .finished(error.error) { write.fail(error.error) }
    }
    defer { if configuration.isolation == .serializable { session.releaseLocks() } }
    let result = write.run(session)
    // A body that ignores the failure of a statement cannot be committed.
    if let failure = session.failure {
      session.rollBack()
      // A standby, or a server that became one: the next connection may reach the primary.
      if failure.error == .readOnly { session.close() }
      return failure.isRepeatable ? .mustRepeat(failure) : Self.finished(result, result.failure ?? failure.error)
    }
    if let failure = result.failure {
      session.rollBack()
      return Self.finished(result, failure)
    }
    return commit(result)
  }

  private func commit(_ result: PendingResult) -> Attempt {
    switch session.commit() {
    case .committed: return Self.finished(result, nil)
    case .failed(let failure):
      return failure.isRepeatable ? .mustRepeat(failure) : Self.finished(result, failure.error)
    case .unknown(let question, let failure):
      switch session.isCommitted(question) {
      case true?: return Self.finished(result, nil)
      case false?: return .mustRepeat(failure)
      case nil:
        let message = "the connection was lost during COMMIT, and its outcome is unknown (\(failure.error))"
        return Self.finished(result, StorageError.inputOutput(message: message))
      }
    }
  }

  private static func finished(_ result: PendingResult, _ failure: (any Error)?) -> Attempt {
    .finished(failure) { result.finish(failure) }
  }

  private func begin(_ write: PendingWrite, _ locks: [Int64]) throws(PostgresFailure) {
    var statements = [SQLStatement(sql: "BEGIN ISOLATION LEVEL " + configuration.isolation.rawValue)]
    if !write.isSynced { statements.append(SQLStatement(sql: "SET LOCAL synchronous_commit = off")) }
    if configuration.isolation == .serializable {
      // A lock within the transaction would be taken after its snapshot.
      try session.holdLocks(locks)
    } else {
      statements += locks.map {
        SQLStatement(sql: "SELECT pg_advisory_xact_lock($1)", arguments: [.integer($0)])
      }
    }
    try session.begin(statements)
  }
}
