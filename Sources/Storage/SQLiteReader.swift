import Runtime

/// A thread that reads, with a connection of its own; each read sees one snapshot.
actor SQLiteReader {
  private let handle: SQLiteHandle
  private nonisolated let thread: DedicatedThread

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(handle: sending SQLiteHandle, thread: DedicatedThread) {
    self.handle = handle
    self.thread = thread
  }

  func read<Value: Sendable>(_ body: @Sendable (any SQLConnection) throws -> Value) throws -> Value {
    try handle.execute("BEGIN")
    defer { _ = try? handle.execute("ROLLBACK") }
    return try body(handle)
  }

  func close() {
    handle.close()
    endThread()
  }

  /// Lets the thread end when it has done what it was given. Any thread.
  nonisolated func endThread() { thread.stop() }
}
