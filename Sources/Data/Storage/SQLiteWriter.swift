import Runtime

/// The one thread that writes: takes all waiting transactions together, gives each a savepoint, and commits them with
/// one fsync.
actor SQLiteWriter {
  private static let maxBatch = 512

  private let handle: SQLiteHandle
  private nonisolated let thread: DedicatedThread
  private nonisolated let queue = Locked(WriteQueue())
  private let configuration: SQLiteConfiguration
  private let checkpointer: SQLiteCheckpointer
  /// Whether commits wait for the disk at the moment.
  private var isSyncing: Bool
  private var hasLeftGaps = false
  /// Far more than the rows that were not on the disk when the power went.
  private static let gap = 100_000
  /// The length of the log when it was last seen to.
  private var seenFrames = 0

  /// Pages (16 MiB) by which the log grows before some of it is moved: a page that many commits wrote is moved once.
  private static let checkpointFrames = 4096
  /// Pages (64 MiB) from which on commits wait for the rest to be moved, so that the log can begin anew: beside a writer
  /// that never pauses, the last pages never get their turn. It is done right behind a turn of the checkpointer, when they
  /// are few.
  private static let maxFrames = 16_384

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(
    handle: sending SQLiteHandle, thread: DedicatedThread, checkpointer: SQLiteCheckpointer,
    configuration: SQLiteConfiguration
  ) {
    handle.keepLog()
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
      if queue.waiting.count >= WriteQueue.capacity { return (.overloaded, false) }
      queue.waiting.append(write)
      defer { queue.isScheduled = true }
      return (nil, !queue.isScheduled)
    }
    if let refusal = state.refusal { throw refusal }
    if state.mustSchedule { Task(executorPreference: thread) { await self.commitWaiting() } }
  }

  /// How many transactions wait. Any thread.
  nonisolated var waitingCount: Int { queue.withLock { $0.waiting.count } }

  /// Moves the log into the database file, and empties it.
  /// - Returns: false if a reader still used the log, so that a part of it was left.
  @discardableResult
  func checkpoint() throws(StorageError) -> Bool {
    // The statement succeeds in any case; the row says whether it was kept from its work.
    try handle.first("PRAGMA wal_checkpoint(TRUNCATE)", [])?.integer("busy") == 0
  }

  /// Finds out whether the storage can be written. - Parameter folder: of the database.
  func probe(_ folder: String) {
    var problem = StorageProbe.look(folder)
    if problem == nil, configuration.health.outage != nil { problem = StorageProbe.reserve(folder) ?? commitHeader() }
    configuration.health.probed(problem)
  }

  /// Commits the first page as it is, and waits for the disk.
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

  /// Refuses new transactions; those that wait are committed first.
  func close() {
    queue.withLock { $0.isClosed = true }
    commitWaiting()
    handle.close()
    endThread()
  }

  /// Lets the thread end when it has done what it was given. Any thread.
  nonisolated func endThread() { thread.stop() }

  /// Waits until the thread has ended, after `close`. Call it from another thread.
  nonisolated func joinThread() async { await thread.join(within: .seconds(1)) }

  private func commitWaiting() {
    while true {
      let batch = queue.withLock { queue -> [PendingWrite] in
        let batch = Array(queue.waiting.prefix(Self.maxBatch))
        queue.waiting.removeFirst(batch.count)
        if batch.isEmpty { queue.isScheduled = false }
        return batch
      }
      guard !batch.isEmpty else { return }
      commit(batch)
    }
  }

  private func commit(_ batch: [PendingWrite]) {
    var results: [PendingResult] = []
    var fate: (any Error)?
    do {
      try setSyncing(batch.contains { $0.isSynced })
      try handle.execute("BEGIN IMMEDIATE")
      handle.needsTransaction = true
      if !hasLeftGaps { try reserveIDs() }
      for write in batch { try run(write, into: &results) }
      try handle.storeUsage()
      handle.needsTransaction = false
      try handle.execute("COMMIT")
      hasLeftGaps = true
      configuration.observeBatch(batch.count)
    } catch {
      fate = error
      handle.needsTransaction = false
      handle.usage = UsageChanges()
      if handle.isInTransaction { _ = try? handle.execute("ROLLBACK") }
    }
    // Before the callers go on, so that who sees a failure finds the outage.
    for failure in results.lazy.compactMap(\.failure) { configuration.health.writeFailed(failure) }
    if let fate, results.allSatisfy({ $0.failure == nil }) { configuration.health.writeFailed(fate) }
    for result in results { result.finish(result.failure ?? fate) }
    guard let fate else { return checkpointIfNeeded() }
    // Those whose turn never came share the fate of the commit.
    for write in batch.dropFirst(results.count) { write.fail(fate) }
  }

  /// A later commit that waits for the disk has the earlier ones there as well: they are in one file, in their order.
  private func setSyncing(_ mustSync: Bool) throws(StorageError) {
    guard configuration.synchronous == .full, mustSync != isSyncing else { return }
    // Takes effect when it is compiled, so that a statement that was kept would do nothing.
    try handle.executeScript("PRAGMA synchronous = \(mustSync ? "FULL" : "NORMAL")")
    isSyncing = mustSync
  }

  private func reserveIDs() throws(StorageError) {
    for table in configuration.tablesWithKeptIDs {
      try handle.execute(
        "UPDATE sqlite_sequence SET seq = seq + \(Self.gap) WHERE name = $1", [.text(table)])
    }
  }

  private func checkpointIfNeeded() {
    let frames = handle.logFrames
    if frames < seenFrames { seenFrames = 0 }
    if checkpointer.takeFresh(), frames >= Self.maxFrames {
      _ = try? handle.execute("PRAGMA wal_checkpoint(PASSIVE)")
    }
    guard frames - seenFrames >= Self.checkpointFrames else { return }
    seenFrames = frames
    checkpointer.run()
  }

  /// - Throws: where the engine gave up the whole transaction (disk full, I/O).
  private func run(_ write: PendingWrite, into results: inout [PendingResult]) throws {
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
}
