import CSQLite
import Glibc
package import Runtime

/// How a SQLite database is opened.
package struct SQLiteConfiguration: Sendable {
  /// `PRAGMA synchronous`: with `full` a commit is durable when it is acknowledged; with `normal` the last ones may be
  /// lost with power, never consistency.
  package enum Synchronous: String, Sendable { case full, normal }

  package var synchronous = Synchronous.full
  /// Reader threads, at least one. Half of them, but at least one, may work for one client at the same time.
  package var readers = 2
  /// How long a client's read may run, and how long it may wait for a reader; the server's own reads may run ten times as
  /// long. nil: no limit, for commands.
  package var queryTimeout: Duration?
  /// How long a statement waits for another process before it fails with `busy`.
  package var busyTimeout: Duration = .seconds(5)
  /// Whether this is the server, of which a data folder has one at a time. Commands open it beside the server.
  package var isExclusive = false
  /// Tables with automatic ids that clients keep, and some of whose rows are written without waiting for the disk. After
  /// a loss of power such ids must not be given again, so each process leaves a gap before its first.
  package var tablesWithKeptIDs: [String] = []
  /// Receives what was found wrong with the write-ahead log before it was used. Called at most once, by `open`, and only if
  /// `isExclusive`: beside another process the log changes while it is read.
  package var reportLogDamage: @Sendable (LogDamage) -> Void = { _ in }
  /// Told how many transactions each commit held. Writer's thread.
  package var observeBatch: @Sendable (Int) -> Void = { _ in }
  /// Learns of failures of the storage.
  package var health = StorageHealth()

  package init() {}
}

/// A SQLite database in WAL mode: one writer thread with group commit, several reader threads.
package final class SQLiteDatabase: Database {
  private let writer: SQLiteWriter
  private let readers: ReaderPool
  private let checkpointer: SQLiteCheckpointer
  private let lock: FolderLock?
  private let folder: String

  private init(
    writer: SQLiteWriter, readers: ReaderPool, checkpointer: SQLiteCheckpointer, lock: FolderLock?,
    folder: String
  ) {
    self.folder = folder
    self.checkpointer = checkpointer
    self.lock = lock
    self.writer = writer
    self.readers = readers
  }

  /// One that was not closed lets its threads end all the same, after what they were given.
  deinit {
    writer.endThread()
    readers.stop()
    checkpointer.endThread()
  }

  /// Opens `hearth.sqlite3` in `folder`, which is made where it is missing, and brings its schema up to date.
  ///
  /// Folder and files are readable by their owner alone.
  /// - Throws: `DatabaseFileError`, `MigrationError`, `DataFolderError`.
  package static func open(folder: String, configuration: SQLiteConfiguration = .init()) throws -> SQLiteDatabase {
    try DataFolder.prepare(folder)
    let lock = configuration.isExclusive ? try FolderLock(folder) : nil
    let path = folder + "/hearth.sqlite3"
    do {
      return try open(path: path, folder: folder, lock: lock, configuration: configuration)
    } catch let error as StorageError {
      throw DatabaseFileError(path: path, reason: error)
    }
  }

  private static func open(
    path: String, folder: String, lock: FolderLock?, configuration: SQLiteConfiguration
  ) throws -> SQLiteDatabase {
    // They may have come from a backup, readable by all; those that are missing are made under our umask.
    for suffix in ["", "-wal", "-shm"] { unsafe chmod(path + suffix, 0o600) }
    try DatabaseHeader.check(path)
    if configuration.isExclusive, let damage = LogInspection.damage(of: path) { configuration.reportLogDamage(damage) }
    let patience = configuration.busyTimeout
    let main = try SQLiteHandle(
      path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, busyTimeout: patience)
    _ = try main.query("PRAGMA journal_mode = WAL")
    // What is undone or sorted needs no file, and so no descriptor and no room on the disk.
    try main.execute("PRAGMA temp_store = MEMORY")
    try main.execute("PRAGMA synchronous = \(configuration.synchronous.rawValue.uppercased())")
    try main.execute("PRAGMA foreign_keys = ON")
    // Deleted content is overwritten with zeros. Some builds of SQLite do that by default, others do not.
    try main.execute("PRAGMA secure_delete = ON")
    try Migrator(handle: main).run()
    let readers = try ReaderPool(path: path, configuration: configuration)
    let thread = try DedicatedThread(name: "db-write")
    let log = try SQLiteHandle(path: path, flags: SQLITE_OPEN_READWRITE, busyTimeout: patience)
    try log.execute("PRAGMA synchronous = \(configuration.synchronous.rawValue.uppercased())")
    let checkpointer = SQLiteCheckpointer(
      handle: log, thread: try DedicatedThread(name: "db-log"), health: configuration.health)
    let writer = SQLiteWriter(
      handle: main, thread: thread, checkpointer: checkpointer, configuration: configuration)
    return SQLiteDatabase(writer: writer, readers: readers, checkpointer: checkpointer, lock: lock, folder: folder)
  }

  package func read<Value: Sendable>(
    for share: ClientShare, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let read = PendingRead(
        submitted: .now,
        run: { handle, health in
          let result = Result { try handle.snapshot(body) }
          if case .failure(let error) = result { health.readFailed(error) }
          return { continuation.resume(with: result) }
        },
        fail: { continuation.resume(throwing: $0) })
      do throws(StorageError) { try readers.submit(read, of: share) } catch { continuation.resume(throwing: error) }
    }
  }

  @discardableResult
  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    try await write(isSynced: true, body)
  }

  @discardableResult
  package func writeUnsynced<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    try await write(isSynced: false, body)
  }

  private func write<Value: Sendable>(
    isSynced: Bool, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let pending = PendingWrite(
        isSynced: isSynced,
        run: { handle in
          do {
            let value = try body(handle)
            return PendingResult(failure: nil) { fate in
              if let fate { continuation.resume(throwing: fate) } else { continuation.resume(returning: value) }
            }
          } catch {
            return PendingResult(failure: error) { continuation.resume(throwing: $0 ?? error) }
          }
        },
        fail: { continuation.resume(throwing: $0) })
      do throws(StorageError) { try writer.submit(pending) } catch { continuation.resume(throwing: error) }
    }
  }

  /// The transactions that the writer has not begun.
  package var waitingWrites: Int { writer.waitingCount }

  /// The reads that wait for a reader.
  package var waitingReads: Int { readers.waitingCount }

  /// Moves the write-ahead log into the database file.
  package func checkpoint() async throws {
    // One at a time.
    await checkpointer.wait()
    try await writer.checkpoint()
  }

  /// Earlier commits are still in the log after a deletion, and the database file holds them until the log is moved.
  package func eraseDeleted() async throws -> Bool {
    await checkpointer.wait()
    return try await writer.checkpoint()
  }

  /// Finds out whether the storage can be written, and tells `SQLiteConfiguration.health`. Call it every few seconds.
  ///
  /// Asks the file system for its room and whether it is read-only, which writes nothing. During an outage it also
  /// takes room for a file and commits the first page of the database once more, as durably as any other commit.
  package func probe() async { await writer.probe(folder) }

  /// Commits what waits and closes. Reads and writes after it fail with `closed`.
  package func close() async {
    readers.refuse()
    await writer.close()
    await checkpointer.close()
    await readers.close()
    await writer.joinThread()
    await checkpointer.joinThread()
    lock?.release()
  }
}
