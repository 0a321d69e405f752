import Dispatch
import Runtime
package import Storage
import StoragePostgres

/// Reads and changes the database of a server beside it, as a command does. Blocking: use it within `runBlocking`.
package enum DataReader {
  /// Returns the rows of a query.
  package static func rows(_ folder: TemporaryFolder, _ sql: String) throws -> [Row] {
    try change(folder) { try $0.query(sql) }
  }

  /// Runs `body` in a transaction on the database in the folder `data` of `folder`.
  @discardableResult
  package static func change<Value: Sendable>(
    _ folder: TemporaryFolder, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let outcome = Locked<Result<Value, any Error>?>(nil)
    Task {
      let result: Result<Value, any Error>
      do {
        let database = try open(folder)
        result = .success(try await database.write(body))
        await database.close()
      } catch {
        result = .failure(error)
      }
      outcome.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    guard let result = outcome.withLock({ $0 }) else { throw StorageError.closed }
    return try result.get()
  }

  private static func open(_ folder: TemporaryFolder) throws -> any StorageEngine {
    switch TestEngine.current {
    case .sqlite: try SQLiteDatabase.open(folder: folder.path + "/data")
    case .postgres: try PostgresDatabase.open(PostgresConfiguration(url: TestEngine.url(of: folder)))
    }
  }
}
