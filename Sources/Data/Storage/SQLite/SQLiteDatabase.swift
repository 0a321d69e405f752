import CSQLite
import Glibc
import Migrations
package import Runtime

/// The configuration of a SQLite database.
package struct SQLiteConfiguration: Sendable {
  /// The durability of commits (`PRAGMA synchronous`). With `full` an acknowledged commit is durable. With `normal` a power failure
  /// may lose the last commits, but not consistency.
  package enum Synchronous: String, Sendable { case full, normal }

  /// The durability of commits.
  package var synchronous = Synchronous.full
  /// The number of reader threads, at least one. Half of them, but at least one, may work for one client.
  package var readers = 2
  /// The limit of both the wait and the run time of a client's read; the server's own reads may run ten times as long. nil for no
  /// limit, which commands use.
  package var queryTimeout: Duration?
  /// The longest wait of a statement for another process before it fails with `busy`.
  package var busyTimeout: Duration = .seconds(5)
  /// Whether to take the lock of the data folder. The server does; commands open the database beside it.
  package var isExclusive = false
  /// The lock of the folder, if the caller holds it and releases it itself; nil: `open` takes it if `isExclusive`.
  package var heldLock: FolderLock?
  /// Tables whose AUTOINCREMENT ids clients keep and whose rows may be written unsynced. After a power failure those ids must not be
  /// used again, so that each process skips a range of ids at its start.
  package var tablesWithKeptIDs: [String] = []
  /// Receives the damage of the write-ahead log found before its use. Called at most once, by `open`, and only if `isExclusive`:
  /// beside another process the log changes while it is read.
  package var reportLogDamage: @Sendable (LogDamage) -> Void = { _ in }
  /// Whether each body of a transaction runs twice, the first time with a rollback: tests then show that every body is repeatable,
  /// as engines with several writers require.
  package var repeatsBodies = false
  /// Receives the number of transactions of each commit, on the writer's thread.
  package var observeBatch: @Sendable (Int) -> Void = { _ in }
  /// Records failures of the storage.
  package var health = StorageHealth()

  /// Creates the default configuration.
  package init() {}
}

/// A SQLite database in WAL mode: one writer thread with group commit, several reader threads.
package final class SQLiteDatabase: StorageEngine {
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

  /// Without `close` the threads also end, after their queued work.
  deinit {
    writer.endThread()
    readers.stop()
    checkpointer.endThread()
  }

  /// Opens `hearth.sqlite3` in `folder`, which is created if it is missing, and brings its schema up to date.
  ///
  /// Folder and files are accessible by their owner only.
  /// - Throws: `DatabaseFileError`, `MigrationError`, `DataFolderError`.
  package static func open(folder: String, configuration: SQLiteConfiguration = .init()) throws -> SQLiteDatabase {
    try DataFolder.prepare(folder)
    let mustLock = configuration.isExclusive && configuration.heldLock == nil
    let lock = mustLock ? try FolderLock(folder) : nil
    let path = folder + "/hearth.sqlite3"
    if let reason = ["", "-wal", "-shm"].lazy.compactMap({ FileOwner.refusal(path + $0) }).first {
      throw DataFolderError(path: folder, reason: reason)
    }
    do {
      return try open(path: path, folder: folder, lock: lock, configuration: configuration)
    } catch let error as StorageError {
      throw DatabaseFileError(path: path, reason: error)
    }
  }

  private static func open(
    path: String, folder: String, lock: FolderLock?, configuration: SQLiteConfiguration
  ) throws -> SQLiteDatabase {
    // Files restored from a backup may be readable by all users. Missing files are created under the umask.
    for suffix in ["", "-wal", "-shm"] { unsafe chmod(path + suffix, 0o600) }
    try DatabaseHeader.check(path)
    do throws(SystemError) {
      try FileOwner.create(path, in: folder)
    } catch {
      throw DataFolderError(path: folder, reason: "\(path): \(error.reason)")
    }
    if configuration.isExclusive, let damage = LogInspection.damage(of: path) { configuration.reportLogDamage(damage) }
    let busyTimeout = configuration.busyTimeout
    let main = try SQLiteHandle(
      path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, busyTimeout: busyTimeout)
    _ = try main.query("PRAGMA journal_mode = WAL")
    // Rollback journals of savepoints and sorts then need no file, no descriptor and no disk space.
    try main.execute("PRAGMA temp_store = MEMORY")
    try main.execute("PRAGMA synchronous = \(configuration.synchronous.rawValue.uppercased())")
    try main.execute("PRAGMA foreign_keys = ON")
    // Deleted content is overwritten with zeros. Only some builds of SQLite do that by default.
    try main.execute("PRAGMA secure_delete = ON")
    try Migrator(connection: main, migrations: Migration.sqlite).run()
    let readers = try ReaderPool(
      count: configuration.readers, timeout: configuration.queryTimeout, health: configuration.health
    ) {
      let handle = try SQLiteHandle(path: path, flags: SQLITE_OPEN_READWRITE, busyTimeout: busyTimeout)
      try handle.execute("PRAGMA query_only = ON")
      try handle.execute("PRAGMA temp_store = MEMORY")
      return handle
    }
    var threads: [DedicatedThread] = []
    do {
      let log = try SQLiteHandle(path: path, flags: SQLITE_OPEN_READWRITE, busyTimeout: busyTimeout)
      try log.execute("PRAGMA synchronous = \(configuration.synchronous.rawValue.uppercased())")
      for name in ["db-log", "db-write"] { threads.append(try DedicatedThread(name: name)) }
      let checkpointer = SQLiteCheckpointer(handle: log, thread: threads[0], health: configuration.health)
      let writer = SQLiteWriter(
        handle: main, thread: threads[1], checkpointer: checkpointer, configuration: configuration)
      return SQLiteDatabase(writer: writer, readers: readers, checkpointer: checkpointer, lock: lock, folder: folder)
    } catch {
      readers.stop()
      for thread in threads { thread.stop() }
      throw error
    }
  }

  /// Runs a read on a reader thread (`Database`).
  package func read<Value: Sendable>(
    for share: ClientShare, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    try await readers.read(for: share, body)
  }

  /// Runs a durable transaction on the writer thread (`Database`), the only one that writes, so that its scope needs no lock.
  @discardableResult
  package func write<Value: Sendable>(
    in scope: WriteScope, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    try await PendingWrite.perform(in: scope, isSynced: true, body, submit: writer.submit)
  }

  /// The same; calls `scope` on the writer thread directly before `body` (`Database`).
  @discardableResult
  package func write<Value: Sendable>(
    scopedBy scope: @escaping @Sendable () -> WriteScope,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    try await PendingWrite.perform(
      in: .none, isSynced: true, preparedBy: { _ = scope() }, body, submit: writer.submit)
  }

  /// Runs a transaction on the writer thread without waiting for the disk (`Database`).
  @discardableResult
  package func writeUnsynced<Value: Sendable>(
    in scope: WriteScope, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    try await PendingWrite.perform(in: scope, isSynced: false, body, submit: writer.submit)
  }

  /// The number of transactions waiting for the writer (`StorageEngine`).
  package var waitingWrites: Int { writer.waitingCount }

  /// The number of reads waiting for a reader (`StorageEngine`).
  package var waitingReads: Int { readers.waitingCount }

  /// Copies the write-ahead log into the database file and truncates it (`StorageEngine`).
  package func checkpoint() async throws {
    // One checkpoint at a time.
    await checkpointer.wait()
    try await writer.checkpoint()
  }

  /// Truncates the log, which still holds earlier versions of deleted pages (`Database`).
  package func eraseDeleted() async throws -> Bool {
    await checkpointer.wait()
    return try await writer.checkpoint()
  }

  /// The highest AUTOINCREMENT id of a table (`StorageEngine`).
  package func lastID(of table: String) async throws -> Int64 {
    try await read(for: .server) {
      try $0.first("SELECT seq FROM sqlite_sequence WHERE name = $1", [.text(table)])?.integer("seq") ?? 0
    }
  }

  /// Sets the highest AUTOINCREMENT id of a table (`StorageEngine`).
  package func setLastID(_ id: Int64, of table: String) async throws {
    try await write(in: .none) { connection in
      try connection.execute("DELETE FROM sqlite_sequence WHERE name = $1", [.text(table)])
      try connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)", [.text(table), .integer(id)])
    }
  }

  /// Checks whether the storage is writable, and reports to `SQLiteConfiguration.health`. Call it every few seconds.
  ///
  /// It reads the state of the file system, which writes nothing. During an outage it also allocates space for a file and commits the
  /// first page of the database unchanged.
  package func probe() async { await writer.probe(folder) }

  /// Commits the waiting transactions and closes. Later reads and writes fail with `closed`.
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
