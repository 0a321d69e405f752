import Bytes
import Crypto
import Migrations

/// Brings a schema up to date: runs the missing migrations in order, each in a transaction. Refuses a changed migration.
struct Migrator {
  let handle: SQLiteHandle
  let migrations: [Migration]

  /// - Parameter migrations: in order; the migrations of an earlier version are a prefix.
  init(handle: SQLiteHandle, migrations: [Migration] = Migration.sqlite) {
    self.handle = handle
    self.migrations = migrations
  }

  /// Runs the missing migrations. - Returns: their names.
  @discardableResult
  func run() throws -> [String] {
    try handle.execute(
      "CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, digest TEXT NOT NULL) STRICT")
    let missing = try missing()
    for migration in missing { try apply(migration) }
    return missing.map(\.name)
  }

  /// Returns the migrations that were not run, in order. Changes nothing.
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

/// An error of a schema that does not match this program.
package enum MigrationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The database has a migration that this version does not know.
  case unknown(name: String)
  /// The digest of a migration differs from the one that was run.
  case changed(name: String)

  /// A sentence for the operator.
  package var description: String {
    switch self {
    case .unknown(let name): "the database was created by a newer version of hearth (unknown migration \(name))"
    case .changed(let name): "migration \(name) differs from the one with which this database was created"
    }
  }
}
