import CSQLite

/// Copies a database while other processes write to it, by SQLite's online backup.
enum BackupCopy {
  /// Pages of one step: 1 MiB of the usual ones. Between steps nothing of the target is locked.
  private static let slicePages: Int32 = 256

  /// Makes the file at `target`, which is empty, a copy of `source` as it is when the copying begins.
  ///
  /// The copy is one plain file without a write-ahead log. It is not synced; nobody else may open it meanwhile.
  /// - Returns: the copy, open.
  static func run(from source: SQLiteHandle, to target: String) throws(StorageError) -> SQLiteHandle {
    let copy = try SQLiteHandle(path: target, flags: SQLITE_OPEN_READWRITE)
    // No shared memory and no journal beside a file that is thrown away if this fails.
    try copy.execute("PRAGMA locking_mode = EXCLUSIVE")
    try copy.execute("PRAGMA synchronous = OFF")
    _ = try copy.query("PRAGMA journal_mode = OFF")
    try source.execute("BEGIN")
    defer { _ = try? source.execute("ROLLBACK") }
    // A snapshot, which begins with the first read: without it, each write of the server would make the copying start
    // over, and under load it would never end.
    _ = try source.query("SELECT COUNT(*) FROM sqlite_schema")
    try copyPages(from: source, to: copy)
    // The header came with the server's mode; a single file can be read anywhere, also from a read-only medium.
    _ = try copy.query("PRAGMA journal_mode = DELETE")
    return copy
  }

  private static func copyPages(from source: SQLiteHandle, to copy: SQLiteHandle) throws(StorageError) {
    guard let backup = unsafe sqlite3_backup_init(copy.handle, "main", source.handle, "main") else {
      throw unsafe copy.failure(sqlite3_extended_errcode(copy.handle), in: "backup")
    }
    var code = SQLITE_OK
    while code == SQLITE_OK { code = unsafe sqlite3_backup_step(backup, slicePages) }
    let end = unsafe sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw copy.failure(code, in: "backup") }
    guard end == SQLITE_OK else { throw copy.failure(end, in: "backup") }
  }
}
