import Bytes
import Crypto
import Migrations

/// Brings a schema up to date: runs what is missing, in order, each in a transaction, and refuses what was changed.
struct Migrator {
  let handle: SQLiteHandle
  let migrations: [Migration]

  /// - Parameter migrations: in order; those of an earlier version are a prefix of them.
  init(handle: SQLiteHandle, migrations: [Migration] = Migration.sqlite) {
    self.handle = handle
    self.migrations = migrations
  }

  /// - Returns: the names of the migrations that were run now.
  @discardableResult
  func run() throws -> [String] {
    try handle.execute(
      "CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, digest TEXT NOT NULL) STRICT")
    let missing = try missing()
    for migration in missing { try apply(migration) }
    return missing.map(\.name)
  }

  /// The migrations that were not run yet, in order. Changes nothing.
  func missing() throws -> [Migration] {
    let applied = try handle.query("SELECT name, digest FROM schema_migrations ORDER BY name")
    let known = Dictionary(migrations.map { ($0.name, digest($0)) }) { first, _ in first }
    for row in applied {
      let name = row.text("name") ?? ""
      guard let expected = known[name] else { throw MigrationError.unknown(name: name) }
      guard row.text("digest") == expected else { throw MigrationError.changed(name: name) }
    }
    let done = Set(applied.compactMap { $0.text("name") })
    return migrations.filter { !done.contains($0.name) }
  }

  private func apply(_ migration: Migration) throws {
    try handle.execute("BEGIN IMMEDIATE")
    do {
      try handle.executeScript(String(decoding: migration.sql, as: UTF8.self))
      try handle.execute(
        "INSERT INTO schema_migrations (name, digest) VALUES ($1, $2)",
        [.text(migration.name), .text(digest(migration))])
      try handle.execute("COMMIT")
    } catch {
      if handle.isInTransaction { _ = try? handle.execute("ROLLBACK") }
      throw error
    }
  }

  private func digest(_ migration: Migration) -> String { Hex.encode(SHA256.digest(migration.sql)) }
}

/// Why a database cannot be opened with this program.
package enum MigrationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The database was made by a newer version.
  case unknown(name: String)
  /// A migration is not the one that made this database.
  case changed(name: String)

  package var description: String {
    switch self {
    case .unknown(let name): "the database was made by a newer version of hearth (migration \(name) is unknown here)"
    case .changed(let name): "migration \(name) is not the one that this database was made with"
    }
  }
}
