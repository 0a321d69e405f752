import Runtime

/// The checkpointer: a thread with its own connection that copies the write-ahead log into the database file beside the writer.
///
/// SQLite's automatic checkpoint runs within a commit and delayed all transactions of that moment by about ten milliseconds.
actor SQLiteCheckpointer {
  private let handle: SQLiteHandle
  private let health: StorageHealth
  private nonisolated let thread: DedicatedThread
  private nonisolated let isRequested = Locked(false)
  private nonisolated let hasFinished = Locked(false)

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(handle: sending SQLiteHandle, thread: DedicatedThread, health: StorageHealth) {
    self.handle = handle
    self.health = health
    self.thread = thread
  }

  /// Requests a checkpoint. Any thread; returns at once.
  nonisolated func run() {
    let mustSchedule = isRequested.withLock { isRequested in
      defer { isRequested = true }
      return !isRequested
    }
    if mustSchedule { Task(executorPreference: thread) { await self.checkpoint() } }
  }

  /// Returns whether a checkpoint has ended since the last call. Any thread.
  nonisolated func takeFinished() -> Bool {
    hasFinished.withLock { hasFinished in
      defer { hasFinished = false }
      return hasFinished
    }
  }

  /// Waits for the requested checkpoint.
  func wait() {}

  func close() {
    handle.close()
    endThread()
  }

  /// Ends the thread after its queued jobs. Any thread.
  nonisolated func endThread() { thread.stop() }

  /// Waits until the thread has ended, after `close`. Call it from another thread.
  nonisolated func joinThread() async { await thread.join(within: .seconds(1)) }

  private func checkpoint() {
    isRequested.withLock { $0 = false }
    // PASSIVE neither blocks nor is blocked. After a failure (a full disk) the next checkpoint tries again.
    do throws(StorageError) { try handle.execute("PRAGMA wal_checkpoint(PASSIVE)") } catch { health.writeFailed(error) }
    hasFinished.withLock { $0 = true }
  }
}
