/// The database of a process, with what only its owner does.
package protocol StorageEngine: Database {
  /// The number of transactions that wait.
  var waitingWrites: Int { get }

  /// The number of reads that wait.
  var waitingReads: Int { get }

  /// Shortens the next start. Call it before `close`.
  func checkpoint() async throws

  /// Checks whether the storage is writable, and reports to its `StorageHealth`. Call it every few seconds.
  func probe() async

  /// The highest id that a table has given to a row; 0 for none. - Parameter table: one whose rows the engine numbers.
  func lastID(of table: String) async throws -> Int64

  /// Lets a table continue after an id. - Parameter table: one whose rows the engine numbers.
  func setLastID(_ id: Int64, of table: String) async throws

  /// Commits the waiting transactions and closes. Later reads and writes fail with `StorageError.closed`.
  func close() async
}

extension StorageEngine {
  /// The default of an engine without work to do at its end.
  package func checkpoint() async throws {}
}
