import Dispatch
import Runtime
package import Storage

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
    let path = folder.path + "/data"
    let done = DispatchSemaphore(value: 0)
    let outcome = Locked<Result<Value, any Error>?>(nil)
    Task {
      let result: Result<Value, any Error>
      do {
        let database = try SQLiteDatabase.open(folder: path)
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
}
