import Cluster
import Glibc
import Runtime
import Storage
import StoragePostgres

/// The engines that the settings can name.
enum StorageEngineName: String, Sendable { case sqlite, postgres }

extension ServerSettings {
  /// Opens the database for a command, which may run beside a server. Blocks.
  /// - Parameter busyTimeout: the longest wait for another process; nil for the usual one.
  /// - Throws: `DatabaseFileError`, `DataFolderError`, `PostgresError`, `MigrationError`, `StorageError`.
  func openDatabase(busyTimeout: Duration? = nil) throws -> any StorageEngine {
    switch storageEngine {
    case .sqlite:
      var configuration = storage
      if let busyTimeout { configuration.busyTimeout = busyTimeout }
      return try SQLiteDatabase.open(folder: dataFolder, configuration: configuration)
    case .postgres:
      var configuration = postgres
      if let busyTimeout { configuration.lockTimeout = busyTimeout }
      return try PostgresDatabase.open(configuration)
    }
  }

  /// " in FOLDER" for messages about the database; empty for PostgreSQL.
  var storagePlace: String { storageEngine == .sqlite ? " in \(dataFolder)" : "" }

  /// Refuses a command that needs stored data if the data folder has no database: opening it would create one, in a
  /// folder whose name may be a typing error.
  func requireDatabase() throws {
    let path = dataFolder + "/hearth.sqlite3"
    guard storageEngine == .sqlite, !FileContents.exists(path) else { return }
    guard errno == ENOENT else { throw CommandFailure("cannot use \(path): \(SystemError.lastReason)") }
    throw CommandFailure("there is no database in \(dataFolder)")
  }

  /// Refuses a command that works on the files of SQLite.
  /// - Parameter advice: what to do with PostgreSQL.
  func requireSQLite(_ advice: String) throws {
    guard storageEngine == .sqlite else {
      throw CommandFailure("this command is for storage.engine sqlite; the configuration has postgres: \(advice)")
    }
  }

  /// Invalid combinations of the settings of the storage.
  var storageProblems: [ConfigurationProblem] {
    guard storageEngine == .postgres else { return [] }
    if bus.engine == .redis, RedisAddress(bus.url) == nil {
      return [
        ConfigurationProblem(
          key: "bus.url", origin: "required by bus.engine redis",
          text:
            "must be set to the address of a server, such as redis://cache:6379, rediss://cache or unix:///run/redis.sock"
        )
      ]
    }
    guard postgres.url.isEmpty else { return [] }
    return [
      ConfigurationProblem(
        key: "storage.url", origin: "required by storage.engine postgres",
        text: "must be set, for example to postgresql://hearth@db/hearth")
    ]
  }
}
