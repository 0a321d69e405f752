import Bytes
import Crypto
package import Migrations

/// A connection that can change the schema. It belongs to one thread.
package protocol MigrationConnection: SQLConnection {
  /// The statement that creates the table of the applied migrations if it is missing.
  var migrationTable: String { get }

  /// Whether a transaction is open.
  var isInTransaction: Bool { get }

  /// Begins a transaction during which no other process migrates this database.
  func beginMigration() throws(StorageError)

  /// Runs statements separated by semicolons, without arguments.
  func executeScript(_ sql: String) throws(StorageError)
}

/// Brings a schema up to date: runs the missing migrations in order, each in a transaction. Refuses a changed migration.
package struct Migrator {
  private let connection: any MigrationConnection
  private let migrations: [Migration]

  /// - Parameters:
  ///   - connection: no transaction is open.
  ///   - migrations: those of its engine, in order; the migrations of an earlier version are a prefix.
  package init(connection: any MigrationConnection, migrations: [Migration]) {
    self.connection = connection
    self.migrations = migrations
  }

  /// Runs the missing migrations. Processes that start at the same time run each of them once.
  /// - Returns: the names of those that this call ran.
  /// - Throws: `MigrationError`, `StorageError`.
  @discardableResult
  package func run() throws -> [String] {
    try transaction { _ = try connection.execute(connection.migrationTable) }
    return try missing().filter(apply).map(\.name)
  }

  /// Returns the migrations that were not run, in order. Changes nothing.
  /// - Throws: `MigrationError`, `StorageError`.
  package func missing() throws -> [Migration] {
    let applied = try connection.query("SELECT name, digest FROM schema_migrations ORDER BY name")
    let known = Dictionary(migrations.map { ($0.name, digest($0)) }) { first, _ in first }
    for row in applied {
      let name = row.text("name") ?? ""
      guard let expected = known[name] else { throw MigrationError.unknown(name: name) }
      guard row.text("digest") == expected else { throw MigrationError.changed(name: name) }
    }
    let done = Set(applied.compactMap { $0.text("name") })
    return migrations.filter { !done.contains($0.name) }
  }

  /// - Returns: false if another process has run it in the meantime.
  private func apply(_ migration: Migration) throws -> Bool {
    try transaction {
      let applied = try connection.first(
        "SELECT name FROM schema_migrations WHERE name = $1", [.text(migration.name)])
      if applied != nil { return false }
      try connection.executeScript(String(decoding: migration.sql, as: UTF8.self))
      try connection.execute(
        "INSERT INTO schema_migrations (name, digest) VALUES ($1, $2)",
        [.text(migration.name), .text(digest(migration))])
      return true
    }
  }

  private func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try connection.beginMigration()
    do {
      let value = try body()
      try connection.execute("COMMIT")
      return value
    } catch {
      if connection.isInTransaction { _ = try? connection.execute("ROLLBACK") }
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
