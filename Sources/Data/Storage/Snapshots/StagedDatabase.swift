import CSQLite
import Glibc
import Migrations
import Runtime

/// A complete database beside the one of a data folder, which it can replace with a rename. Every call blocks on files.
package struct StagedDatabase: Sendable {
  private let path: String
  private let staged: String
  private let former: String

  /// - Parameter write: writes a database without a write-ahead log to the empty file at its argument.
  init(dataFolder: String, _ write: (String) throws -> Void) throws {
    path = dataFolder + "/hearth.sqlite3"
    staged = dataFolder + "/hearth.staged"
    former = dataFolder + "/hearth.former"
    let target = try BackupTarget(staged)
    try write(target.temporary)
    try target.publish(replaces: true)
  }

  /// Makes a database with the current schema and no rows.
  /// - Throws: `BackupError`, `StorageError`, `MigrationError`. The database of the folder is unchanged.
  package static func empty(dataFolder: String) throws -> StagedDatabase {
    try StagedDatabase(dataFolder: dataFolder) { target in
      let handle = try SQLiteHandle(path: target, flags: SQLITE_OPEN_READWRITE)
      // The file is synced as a whole when it gets its name.
      try handle.execute("PRAGMA synchronous = OFF")
      _ = try handle.query("PRAGMA journal_mode = MEMORY")
      try Migrator(connection: handle, migrations: Migration.sqlite).run()
      handle.close()
    }
  }

  /// Replaces the database of the folder, which must be closed, and keeps it until `discardFormer` or `revert`.
  /// - Parameter tables: tables whose ids clients keep. The new database continues after the ids of the replaced one, so that
  ///   an id never means two rows.
  /// - Throws: `BackupError`, `StorageError`. The database of the folder is unchanged.
  package func install(keepingIDsOf tables: [String]) throws {
    try continueIDs(of: tables)
    guard unsafe rename(path, former) == 0 || errno == ENOENT else { throw BackupError.last(path) }
    // A log or a journal of the replaced database must never be read with the new one.
    for suffix in ["-wal", "-shm", "-journal"] { unsafe unlink(path + suffix) }
    guard unsafe rename(staged, path) == 0 else {
      let failure = BackupError.last(path)
      unsafe rename(former, path)
      throw failure
    }
    try BackupTarget.syncFolder(of: path)
  }

  /// Puts the replaced database back. The new one must be closed.
  package func revert() throws(BackupError) {
    for suffix in ["-wal", "-shm", "-journal"] { unsafe unlink(path + suffix) }
    guard unsafe rename(former, path) == 0 else { throw .last(path) }
  }

  /// Deletes the replaced database.
  package func discardFormer() { unsafe unlink(former) }

  /// Deletes this database. Without effect after `install`.
  package func discard() { unsafe unlink(staged) }

  private func continueIDs(of tables: [String]) throws(StorageError) {
    guard unsafe access(path, F_OK) == 0 else { return }
    let old = try SQLiteHandle(path: path, flags: SQLITE_OPEN_READWRITE)
    // Copies the log into the file: a process that was killed may have left one.
    _ = try old.query("PRAGMA wal_checkpoint(TRUNCATE)")
    var last: [String: Int64] = [:]
    if try old.first("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'", []) != nil {
      for table in tables {
        last[table] = try old.first("SELECT seq FROM sqlite_sequence WHERE name = $1", [.text(table)])?.integer("seq")
      }
    }
    old.close()
    let new = try SQLiteHandle(path: staged, flags: SQLITE_OPEN_READWRITE)
    defer { new.close() }
    for (table, id) in last {
      let arguments: [SQLValue] = [.text(table), .integer(id)]
      let isKnown = try new.first("SELECT 1 FROM sqlite_sequence WHERE name = $1", [.text(table)]) != nil
      try new.execute(
        isKnown
          ? "UPDATE sqlite_sequence SET seq = MAX(seq, $2) WHERE name = $1"
          : "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)", arguments)
    }
  }
}
