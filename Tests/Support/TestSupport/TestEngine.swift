import Foundation
import Runtime
import StoragePostgres

/// The storage engine of fixtures and servers: SQLite, or PostgreSQL with `TEST_ENGINE=postgres`.
package enum TestEngine: String {
  case sqlite, postgres

  /// The engine of this run.
  package static let current = TestEngine(rawValue: ProcessInfo.processInfo.environment["TEST_ENGINE"] ?? "") ?? .sqlite

  /// Whether this run is on SQLite, for tests of its files.
  package static var isSQLite: Bool { current == .sqlite }

  /// The URLs of the schemas by the path of the folder whose server has them.
  private static let urls = Locked<[String: String]>([:])

  /// The configuration of a new PostgreSQL database. Blocks.
  static func configuration() throws -> PostgresConfiguration {
    var configuration = PostgresConfiguration(url: try PostgresServer.shared.get().makeSchema().url)
    // Fixtures keep their databases open, each with all its connections.
    configuration.writers = 2
    configuration.readers = 1
    return configuration
  }

  /// The URL of the database that belongs to a folder, made by the first call. Blocks.
  static func url(of folder: TemporaryFolder) throws -> String {
    if let known = urls.withLock({ $0[folder.path] }) { return known }
    let url = try PostgresServer.shared.get().makeSchema().url
    urls.withLock { $0[folder.path] = url }
    return url
  }

  /// The variables with which a server of a folder uses this engine. Blocks.
  static func variables(of folder: TemporaryFolder) throws -> [String: String] {
    isSQLite
      ? [:]
      : ["HEARTH_STORAGE_ENGINE": "postgres", "HEARTH_STORAGE_URL": try url(of: folder), "HEARTH_STORAGE_WRITERS": "2"]
  }
}
