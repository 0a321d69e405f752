import Runtime

/// A thread that moves the write-ahead log into the database file beside the writer, with a connection of its own.
///
/// Within a commit, as SQLite does it by itself, it held up every transaction of that moment for some ten milliseconds.
actor SQLiteCheckpointer {
  private let handle: SQLiteHandle
  private let health: StorageHealth
  private nonisolated let thread: DedicatedThread
  private nonisolated let isAsked = Locked(false)
  private nonisolated let isFresh = Locked(false)

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(handle: sending SQLiteHandle, thread: DedicatedThread, health: StorageHealth) {
    self.handle = handle
    self.health = health
    self.thread = thread
  }

  /// Asks for one more turn. Any thread; returns at once.
  nonisolated func run() {
    let mustSchedule = isAsked.withLock { isAsked in
      defer { isAsked = true }
      return !isAsked
    }
    if mustSchedule { Task(executorPreference: thread) { await self.move() } }
  }

  /// Whether a turn has ended since this was last asked. Any thread.
  nonisolated func takeFresh() -> Bool {
    isFresh.withLock { isFresh in
      defer { isFresh = false }
      return isFresh
    }
  }

  /// Waits until what was asked for is done.
  func wait() {}

  func close() {
    handle.close()
    endThread()
  }

  /// Lets the thread end when it has done what it was given. Any thread.
  nonisolated func endThread() { thread.stop() }

  /// Waits until the thread has ended, after `close`. Call it from another thread.
  nonisolated func joinThread() async { await thread.join(within: .seconds(1)) }

  private func move() {
    isAsked.withLock { $0 = false }
    // It waits for nobody, and nobody for it. What fails (a full disk) is tried again with the next turn.
    do throws(StorageError) { try handle.execute("PRAGMA wal_checkpoint(PASSIVE)") } catch { health.writeFailed(error) }
    isFresh.withLock { $0 = true }
  }
}
