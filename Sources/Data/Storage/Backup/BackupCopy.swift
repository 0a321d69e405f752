import CSQLite

/// A copy of a database by SQLite's online backup, while other processes may write to it.
enum BackupCopy {
  /// Pages per step: 1 MiB at the default page size.
  private static let stepPages: Int32 = 256

  /// Copies a snapshot of `source` to the empty file `target`.
  ///
  /// The copy is one file without a write-ahead log. It is not synced, and no other process may open it during the copy.
  /// - Returns: the open copy.
  static func run(from source: SQLiteHandle, to target: String) throws(StorageError) -> SQLiteHandle {
    let copy = try SQLiteHandle(path: target, flags: SQLITE_OPEN_READWRITE)
    // The target is deleted if the copy fails, so that it needs neither shared memory nor a journal.
    try copy.execute("PRAGMA locking_mode = EXCLUSIVE")
    try copy.execute("PRAGMA synchronous = OFF")
    _ = try copy.query("PRAGMA journal_mode = OFF")
    try source.execute("BEGIN")
    defer { _ = try? source.execute("ROLLBACK") }
    // The snapshot begins with the first read. Without it, each write of the server would restart the copy, which would never end
    // under load.
    _ = try source.query("SELECT COUNT(*) FROM sqlite_schema")
    try copyPages(from: source, to: copy)
    // The copied header has WAL mode; without it the file is readable from a read-only medium.
    _ = try copy.query("PRAGMA journal_mode = DELETE")
    return copy
  }

  private static func copyPages(from source: SQLiteHandle, to copy: SQLiteHandle) throws(StorageError) {
    guard let backup = unsafe sqlite3_backup_init(copy.handle, "main", source.handle, "main") else {
      throw unsafe copy.failure(sqlite3_extended_errcode(copy.handle), in: "backup")
    }
    var code = SQLITE_OK
    while code == SQLITE_OK { code = unsafe sqlite3_backup_step(backup, stepPages) }
    let end = unsafe sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw copy.failure(code, in: "backup") }
    guard end == SQLITE_OK else { throw copy.failure(end, in: "backup") }
  }
}
