import CSQLite
import Glibc
import Migrations

/// A read-only inspection of a database: that of a server, running or not, or a backup. One thread.
package final class DatabaseInspection {
  /// The path of the database file.
  package let path: String
  let handle: SQLiteHandle

  /// Opens the database of a data folder.
  /// - Throws: `BackupError.noDatabase`, `StorageError`.
  package convenience init(folder: String) throws {
    // A reader beside a running server must write to the shared memory.
    try self.init(path: folder + "/hearth.sqlite3", flags: SQLITE_OPEN_READWRITE)
  }

  /// Opens a database that no server uses.
  /// - Throws: `BackupError.noDatabase`, `StorageError`.
  package convenience init(file: String) throws { try self.init(path: file, flags: SQLITE_OPEN_READONLY) }

  private init(path: String, flags: Int32) throws {
    guard unsafe access(path, F_OK) == 0 else {
      throw errno == ENOENT ? BackupError.noDatabase(path: path) : .last(path)
    }
    if flags & SQLITE_OPEN_READWRITE != 0, let reason = FileOwner.refusal(path) { throw BackupError.unusable(reason) }
    self.path = path
    handle = try SQLiteHandle(path: path, flags: flags)
    try handle.execute("PRAGMA query_only = ON")
  }

  /// Returns the size in bytes, including pages that are only in the write-ahead log.
  package func bytes() throws -> Int64 {
    let pages = try handle.first("PRAGMA page_count", [])?.integer("page_count") ?? 0
    let size = try handle.first("PRAGMA page_size", [])?.integer("page_size") ?? 0
    return pages.multipliedReportingOverflow(by: size).partialValue
  }

  /// Runs `body` in one snapshot.
  package func read<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
    try handle.snapshot(body)
  }

  /// Checks the file and its schema. Reads the whole database.
  /// - Returns: the problems; empty if there are none.
  package func problems() throws -> [String] {
    do {
      return try read { _ in
        let damage = try integrityProblems()
        return damage.isEmpty ? try schemaProblems() + foreignKeyProblems() : damage
      }
    } catch StorageError.corrupt(let message) {
      return [message]
    }
  }

  /// Returns the names of the migrations that the next start of a server will run.
  package func missingMigrations() throws -> [String] {
    try Migrator(connection: handle, migrations: Migration.sqlite).missing().map(\.name)
  }

  private func integrityProblems() throws(StorageError) -> [String] {
    let lines = try handle.query("PRAGMA integrity_check(20)").compactMap { $0.text("integrity_check") }
    return lines.filter { $0 != "ok" }
  }

  private func schemaProblems() throws(StorageError) -> [String] {
    guard try handle.first("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'", []) != nil else {
      return ["the file is not a database of hearth"]
    }
    do {
      _ = try Migrator(connection: handle, migrations: Migration.sqlite).missing()
      return []
    } catch let error as StorageError {
      throw error
    } catch {
      return ["\(error)"]
    }
  }

  private func foreignKeyProblems() throws(StorageError) -> [String] {
    let rows = try handle.query("PRAGMA foreign_key_check")
    let pairs = rows.map { "of \($0.text("table") ?? "?") refer to missing rows of \($0.text("parent") ?? "?")" }
    let counts = Dictionary(pairs.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.sorted { $0.key < $1.key }.map { "\($0.value) rows \($0.key)" }
  }
}
