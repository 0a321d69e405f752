import Runtime

/// The writer: one thread that runs all waiting transactions in one batch, each in a savepoint, and commits them with one
/// fsync (group commit).
actor SQLiteWriter {
  private static let maxBatch = 512

  private let handle: SQLiteHandle
  private nonisolated let thread: DedicatedThread
  private nonisolated let queue = Locked(WriteQueue())
  private let configuration: SQLiteConfiguration
  private let checkpointer: SQLiteCheckpointer
  /// Whether commits currently wait for the disk.
  private var isSyncing: Bool
  private var hasReservedIDs = false
  /// The number of ids skipped at the start: far more than the rows that a power failure can lose.
  private static let reservedIDs = 100_000
  /// The length of the log in frames when a checkpoint was last requested.
  private var checkpointedFrames = 0

  /// Pages (16 MiB) by which the log grows before the next checkpoint. A page that many commits wrote is then copied once.
  private static let checkpointFrames = 4096
  /// Pages (64 MiB) from which on the writer itself finishes the checkpoint, so that the log restarts from its beginning. Beside a
  /// writer that never pauses, the checkpointer never reaches the last pages. It follows a run of the checkpointer, when few
  /// pages are left.
  private static let maxFrames = 16_384

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(
    handle: sending SQLiteHandle, thread: DedicatedThread, checkpointer: SQLiteCheckpointer,
    configuration: SQLiteConfiguration
  ) {
    handle.disableCheckpoints()
    self.handle = handle
    self.checkpointer = checkpointer
    self.thread = thread
    self.configuration = configuration
    isSyncing = configuration.synchronous == .full
  }

  /// Queues a transaction. Any thread.
  nonisolated func submit(_ write: PendingWrite) throws(StorageError) {
    let state = queue.withLock { queue -> (refusal: StorageError?, mustSchedule: Bool) in
      if queue.isClosed { return (.closed, false) }
      let addition = queue.waiting.add(write)
      return (addition == .full ? .overloaded : nil, addition == .mustSchedule)
    }
    if let refusal = state.refusal { throw refusal }
    if state.mustSchedule { Task(executorPreference: thread) { await self.commitWaiting() } }
  }

  /// The number of waiting transactions. Any thread.
  nonisolated var waitingCount: Int { queue.withLock { $0.waiting.count } }

  /// Copies the log into the database file and truncates it.
  /// - Returns: false if a reader still uses the log, so that a part of it is left.
  @discardableResult
  func checkpoint() throws(StorageError) -> Bool {
    // The statement always succeeds; the row shows whether it was blocked.
    try handle.first("PRAGMA wal_checkpoint(TRUNCATE)", [])?.integer("busy") == 0
  }

  /// Checks whether the storage is writable. - Parameter folder: the folder of the database.
  func probe(_ folder: String) {
    var problem = StorageProbe.look(folder)
    if problem == nil, configuration.health.outage != nil { problem = StorageProbe.reserve(folder) ?? commitHeader() }
    configuration.health.probed(problem)
  }

  /// Commits the first page unchanged, and waits for the disk.
  private func commitHeader() -> StorageError? {
    do {
      try setSyncing(true)
      let version = try handle.first("PRAGMA user_version", [])?.integer("user_version") ?? 0
      try handle.execute("BEGIN IMMEDIATE")
      defer { if handle.isInTransaction { _ = try? handle.execute("ROLLBACK") } }
      try handle.executeScript("PRAGMA user_version = \(version)")
      try handle.execute("COMMIT")
      return nil
    } catch {
      return error
    }
  }

  /// Refuses new transactions, and commits the waiting ones.
  func close() {
    queue.withLock { $0.isClosed = true }
    commitWaiting()
    handle.close()
    endThread()
  }

  /// Ends the thread after its queued jobs. Any thread.
  nonisolated func endThread() { thread.stop() }

  /// Waits until the thread has ended, after `close`. Call it from another thread.
  nonisolated func joinThread() async { await thread.join(within: .seconds(1)) }

  private func commitWaiting() {
    while true {
      let batch = queue.withLock { $0.waiting.take(upTo: Self.maxBatch) }
      guard !batch.isEmpty else { return }
      commit(batch)
    }
  }

  private func commit(_ batch: [PendingWrite]) {
    var results: [PendingResult] = []
    var commitFailure: (any Error)?
    do {
      try setSyncing(batch.contains { $0.isSynced })
      try handle.execute("BEGIN IMMEDIATE")
      handle.needsTransaction = true
      if !hasReservedIDs { try reserveIDs() }
      for write in batch { try run(write, into: &results) }
      try handle.storeUsage()
      handle.needsTransaction = false
      try handle.execute("COMMIT")
      hasReservedIDs = true
      configuration.observeBatch(batch.count)
    } catch {
      commitFailure = error
      handle.needsTransaction = false
      handle.usage = UsageChanges()
      if handle.isInTransaction { _ = try? handle.execute("ROLLBACK") }
    }
    // Before the callers resume, so that a caller with an error finds the outage recorded.
    for failure in results.lazy.compactMap(\.failure) { configuration.health.writeFailed(failure) }
    if let commitFailure, results.allSatisfy({ $0.failure == nil }) { configuration.health.writeFailed(commitFailure) }
    for result in results { result.finish(result.failure ?? commitFailure) }
    guard let commitFailure else { return checkpointIfNeeded() }
    // The transactions that were not run fail with the commit.
    for write in batch.dropFirst(results.count) { write.fail(commitFailure) }
  }

  /// A later commit that syncs the log also makes the earlier ones durable: they precede it in the same file.
  private func setSyncing(_ mustSync: Bool) throws(StorageError) {
    guard configuration.synchronous == .full, mustSync != isSyncing else { return }
    // The pragma takes effect when it is compiled; a cached statement would have no effect.
    try handle.executeScript("PRAGMA synchronous = \(mustSync ? "FULL" : "NORMAL")")
    isSyncing = mustSync
  }

  private func reserveIDs() throws(StorageError) {
    for table in configuration.tablesWithKeptIDs {
      try handle.execute(
        "UPDATE sqlite_sequence SET seq = seq + \(Self.reservedIDs) WHERE name = $1", [.text(table)])
    }
  }

  private func checkpointIfNeeded() {
    let frames = handle.logFrames
    if frames < checkpointedFrames { checkpointedFrames = 0 }
    if checkpointer.takeFinished(), frames >= Self.maxFrames {
      _ = try? handle.execute("PRAGMA wal_checkpoint(PASSIVE)")
    }
    guard frames - checkpointedFrames >= Self.checkpointFrames else { return }
    checkpointedFrames = frames
    checkpointer.run()
  }

  /// - Throws: if the engine rolled back the whole transaction (disk full, I/O).
  private func run(_ write: PendingWrite, into results: inout [PendingResult]) throws {
    write.prepare?()
    if configuration.repeatsBodies { try rehearse(write) }
    try handle.execute("SAVEPOINT one")
    let result = write.run(handle)
    results.append(result)
    if let failure = result.failure {
      guard handle.isInTransaction else { throw failure }
      try handle.execute("ROLLBACK TO one")
      handle.usage.discard()
    } else {
      handle.usage.keep()
    }
    try handle.execute("RELEASE one")
  }

  /// Runs a body and rolls it back.
  private func rehearse(_ write: PendingWrite) throws {
    try handle.execute("SAVEPOINT rehearsal")
    _ = write.run(handle)
    handle.usage.discard()
    // The engine may have rolled back everything; the next statement reports why.
    guard handle.isInTransaction else { return }
    try handle.execute("ROLLBACK TO rehearsal")
    try handle.execute("RELEASE rehearsal")
  }
}
