package import Runtime

/// The seam between repositories and the engine that keeps their rows (SQLite now, PostgreSQL later).
///
/// Repositories write SQL that both engines take: `$1`-style parameters, `INSERT ... ON CONFLICT`, `RETURNING`,
/// no engine functions. Moments are BIGINT milliseconds, booleans 0 and 1, identifiers lower-case text.
package protocol Database: Sendable {
  /// Runs `body` on a reader thread, in one snapshot.
  ///
  /// Shares that wait take turns, and no share occupies all readers, so that one client's long queries do not delay others.
  /// - Throws: what `body` throws; `StorageError.overloaded` or `.shareExceeded` if too many reads wait; `.timedOut` if it
  ///   ran for longer than a client's read may.
  func read<Value: Sendable>(
    for share: ClientShare, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value

  /// Runs `body` on the writer thread in a savepoint of its own, and returns once it is committed and durable.
  ///
  /// An error thrown by `body` undoes its own changes, never those of transactions that share the commit. A throw of
  /// `StorageError` after `body` ran means that nothing of it was committed.
  @discardableResult
  func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Value) async throws -> Value

  /// As `write`, but does not wait for the disk: it returns once it is committed, which the end of the process does not
  /// undo, but a loss of power may, as long as no later `write` has returned. What is left then is what was committed up
  /// to some moment, without gaps.
  ///
  /// For what can be made again and was promised to nobody.
  @discardableResult
  func writeUnsynced<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value

  /// Removes deleted content from the engine's files, logs included. Call it after content was deleted that must not be
  /// found in them; it may wait for the disk.
  /// - Returns: false if running reads kept a part of it; call it again later.
  func eraseDeleted() async throws -> Bool
}

extension Database {
  /// An engine that keeps nothing of deleted content.
  package func eraseDeleted() async throws -> Bool { true }

  /// Runs `body` on a reader thread, in one snapshot, in the share of the current task.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value { try await read(for: .current, body) }

  @discardableResult
  package func writeUnsynced<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value { try await write(body) }
}

/// A connection inside a transaction. It is valid only during the call it was given to, on that thread.
package protocol SQLConnection {
  /// Runs one statement. - Returns: the number of rows changed.
  @discardableResult
  func execute(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> Int

  /// Runs one query (or a statement with RETURNING) to its end. - Returns: all its rows.
  func query(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> [Row]

  /// Counts bytes that this transaction adds to (or, negative, takes from) the stored content of a user. They are added to
  /// `user_usage` once for each user at the commit, and forgotten if the transaction is undone.
  func addUsage(_ bytes: Int, of userID: String)

  /// The bytes that `addUsage` counted, in this transaction and in those that share its commit, and that are not in
  /// `user_usage` yet.
  func pendingUsage(of userID: String) -> Int64
}

extension SQLConnection {
  @discardableResult
  package func execute(_ sql: String) throws(StorageError) -> Int { try execute(sql, []) }
  package func query(_ sql: String) throws(StorageError) -> [Row] { try query(sql, []) }
  /// The first row, or nil.
  package func first(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> Row? {
    try query(sql, arguments).first
  }
}
