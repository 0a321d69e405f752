import Foundation
import Runtime
package import Storage
import StoragePostgres

/// A database of its own for a test, with every migration applied.
package enum TestDatabase {
  /// Folders that were named; nil before the first.
  private static let folders = Locked<[String]?>(nil)

  /// A database of the engine of this run.
  package static func make() throws -> any StorageEngine {
    switch TestEngine.current {
    case .sqlite: try sqlite()
    case .postgres: try PostgresDatabase.open(TestEngine.configuration())
    }
  }

  /// The same with accounts whose ids and names are `users`.
  package static func make(users: [String]) async throws -> any StorageEngine {
    let database = try make()
    try await add(users, to: database)
    return database
  }

  /// A SQLite database in a folder under the system's temporary one.
  /// - Parameter repeatsBodies: see `SQLiteConfiguration`. False for bodies that wait for the test.
  package static func sqlite(
    _ configuration: SQLiteConfiguration = .init(), repeatsBodies: Bool = true
  ) throws -> SQLiteDatabase {
    var configuration = configuration
    configuration.repeatsBodies = repeatsBodies
    return try SQLiteDatabase.open(folder: temporaryFolder(), configuration: configuration)
  }

  /// The same with accounts whose ids and names are `users`.
  package static func sqlite(users: [String]) async throws -> SQLiteDatabase {
    let database = try sqlite()
    try await add(users, to: database)
    return database
  }

  private static func add(_ users: [String], to database: any Database) async throws {
    try await database.write { connection in
      for (number, user) in users.enumerated() {
        try connection.execute(
          """
          INSERT INTO users (id, number, username, username_key, password_hash, created_at, updated_at)
          VALUES ($1, $2, $1, $1, '', 0, 0)
          """, [.text(user), .integer(Int64(number))])
      }
    }
  }

  /// A path that nothing has yet. What is there when the process ends is removed.
  package static func temporaryFolder() -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-" + UUID().uuidString).path
    let isFirst = folders.withLock { folders in
      defer { folders = (folders ?? []) + [path] }
      return folders == nil
    }
    if isFirst { atexit { TestDatabase.removeFolders() } }
    return path
  }

  private static func removeFolders() {
    for path in folders.withLock({ $0 ?? [] }) { try? FileManager.default.removeItem(atPath: path) }
  }
}

extension Database {
  /// Runs `body` like `write(in: .none)`: a test writes alone.
  @discardableResult
  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value { try await write(in: .none, body) }

  /// Runs `body` like `writeUnsynced(in: .none)`.
  @discardableResult
  package func writeUnsynced<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value { try await writeUnsynced(in: .none, body) }
}
