import CSQLite
import Runtime

/// A read that waits for a reader.
struct PendingRead: Sendable {
  /// The time of its submission.
  var submitted: MonotonicInstant
  /// Runs the body on a reader's thread. - Returns: the call that resumes its caller.
  var run: @Sendable (SQLiteHandle, StorageHealth) -> () -> Void
  /// Resumes its caller with an error. The body was never run.
  var fail: @Sendable (StorageError) -> Void
}

/// The reader threads, each with its own connection. Any idle reader takes the next read of the schedule.
final class ReaderPool: Sendable {
  struct State: Sendable {
    var schedule: ReadSchedule<PendingRead>
    var isClosed = false
  }

  private let state: Monitor<State>
  private let readers: [SQLiteReader]

  /// Opens the connections and starts their threads.
  /// - Parameter path: the path of the database, whose schema is up to date.
  /// - Throws: `StorageError`, `SystemError`.
  init(path: String, configuration: SQLiteConfiguration) throws {
    let count = max(1, configuration.readers)
    state = Monitor(State(schedule: ReadSchedule(limits: .init(readers: count))))
    readers = try (0..<count).map { index in
      let handle = try SQLiteHandle(
        path: path, flags: SQLITE_OPEN_READWRITE, busyTimeout: configuration.busyTimeout)
      try handle.execute("PRAGMA query_only = ON")
      try handle.execute("PRAGMA temp_store = MEMORY")
      return SQLiteReader(
        handle: handle, thread: try DedicatedThread(name: "db-read-\(index)"), configuration: configuration)
    }
    for reader in readers { reader.start(state) }
  }

  /// Queues a read. Any thread.
  /// - Throws: `StorageError.closed`, `.overloaded` or `.shareExceeded`. Nothing was queued.
  func submit(_ read: PendingRead, of share: ClientShare) throws(StorageError) {
    let isReady = try state.withLock { state throws(StorageError) in
      guard !state.isClosed else { throw .closed }
      return try state.schedule.append(read, of: share)
    }
    if isReady { state.wakeOne() }
  }

  /// The number of waiting reads. Any thread.
  var waitingCount: Int { state.withLock { $0.schedule.waitingCount } }

  /// Refuses new reads with `StorageError.closed`. Any thread.
  func refuse() {
    state.withLock { $0.isClosed = true }
    state.wakeAll()
  }

  /// Refuses new reads, and ends the threads after the waiting reads. Any thread.
  func stop() {
    refuse()
    for reader in readers { reader.endThread() }
  }

  /// Refuses new reads, and returns after the waiting reads have run and the connections are closed.
  func close() async {
    refuse()
    for reader in readers {
      await reader.close()
      await reader.joinThread()
    }
  }
}
