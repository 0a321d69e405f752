package import Runtime

/// The interface between repositories and the storage engine (SQLite or PostgreSQL).
///
/// Repositories use SQL that both engines accept: `$1`-style parameters, `INSERT ... ON CONFLICT`, `RETURNING`, no functions of one
/// engine. Timestamps are BIGINT milliseconds, booleans 0 and 1, identifiers lower-case text.
package protocol Database: Sendable {
  /// Runs `body` on a reader thread, in one snapshot.
  ///
  /// Waiting shares are served round-robin, and no share occupies all readers, so that one client's long queries do not delay others.
  /// - Throws: the error of `body`; `StorageError.overloaded` or `.shareExceeded` if too many reads wait; `.timedOut` if it exceeds
  ///   the time limit of a client's read.
  func read<Value: Sendable>(
    for share: ClientShare, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value

  /// Runs `body` in a transaction of its own, and returns after its changes are committed and durable.
  ///
  /// Transactions whose scopes share a key run one after another. `body` may run more than once, each time after a rollback of what
  /// it did before, so it must change nothing but its connection: results leave it through its return value. After an error of a
  /// statement it must throw, because an engine may refuse all further statements.
  ///
  /// An error of `body` rolls back its own changes only, not those of transactions in the same commit. A `StorageError` after `body`
  /// ran means that none of its changes were committed.
  @discardableResult
  func write<Value: Sendable>(
    in scope: WriteScope, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value

  /// Runs `body` like `write(in:_:)`, in a scope that is determined late, so that the caller can gather input until then.
  ///
  /// - Parameter scope: called once, before the first run of `body`, when the engine is ready for the transaction. It may change
  ///   other state. It is not called if the engine refuses the transaction.
  @discardableResult
  func write<Value: Sendable>(
    scopedBy scope: @escaping @Sendable () -> WriteScope,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value

  /// Runs `body` like `write`, but does not wait for the disk. The changes survive the end of the process. A power failure may lose
  /// them until a later `write` has returned; the surviving commits are then a prefix of all commits, without gaps.
  ///
  /// For data that can be recomputed and was not acknowledged to a client.
  @discardableResult
  func writeUnsynced<Value: Sendable>(
    in scope: WriteScope, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value

  /// Removes deleted content from the engine's files, including logs. Call it after a deletion of personal content; it may wait for
  /// the disk.
  /// - Returns: false if running reads prevented a part of it; call it again later.
  func eraseDeleted() async throws -> Bool
}

extension Database {
  /// The default of an engine that keeps no deleted content: returns true.
  package func eraseDeleted() async throws -> Bool { true }

  /// Runs `body` on a reader thread, in one snapshot, for the share of the current task.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value { try await read(for: .current, body) }

  /// The default of an engine that does not gather transactions: calls `scope` immediately.
  @discardableResult
  package func write<Value: Sendable>(
    scopedBy scope: @escaping @Sendable () -> WriteScope,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value { try await write(in: scope(), body) }

  /// The default of an engine without unsynced commits: `write`.
  @discardableResult
  package func writeUnsynced<Value: Sendable>(
    in scope: WriteScope, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value { try await write(in: scope, body) }
}

/// A connection within a transaction. It is valid only during the call that received it, on that thread.
package protocol SQLConnection {
  /// Runs one statement. - Returns: the number of rows changed.
  @discardableResult
  func execute(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> Int

  /// Runs one statement whose result is not needed: at the latest with the next statement or the commit, which throw its error.
  ///
  /// An engine behind a network sends several at once. Do not use it where the transaction handles the error.
  func executeLater(_ sql: String, _ arguments: [SQLValue]) throws(StorageError)

  /// Runs one query, or a statement with RETURNING. - Returns: all rows.
  func query(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> [Row]

  /// Runs several queries, of which none needs the rows of another: an engine behind a network sends them at once.
  /// - Returns: the rows of each.
  func queries(_ statements: [SQLStatement]) throws(StorageError) -> [[Row]]

  /// Adds `bytes`, which may be negative, to the stored bytes of a user. The sum is written to `user_usage` at the commit, and
  /// dropped if the transaction is rolled back.
  func addUsage(_ bytes: Int, of userID: String)

  /// Returns the bytes counted by `addUsage` in this transaction and the others of its commit, which are not in `user_usage` yet.
  func pendingUsage(of userID: String) -> Int64
}

extension SQLConnection {
  /// The default of an engine without a network: `execute`.
  package func executeLater(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) { try execute(sql, arguments) }

  /// The default of an engine without a network: one query after the other.
  package func queries(_ statements: [SQLStatement]) throws(StorageError) -> [[Row]] {
    var results: [[Row]] = []
    for statement in statements { results.append(try query(statement.sql, statement.arguments)) }
    return results
  }

  /// Runs one statement without arguments. - Returns: the number of rows changed.
  @discardableResult
  package func execute(_ sql: String) throws(StorageError) -> Int { try execute(sql, []) }
  /// Runs one query without arguments. - Returns: all rows.
  package func query(_ sql: String) throws(StorageError) -> [Row] { try query(sql, []) }
  /// Runs one query. - Returns: its first row; nil if there is none.
  package func first(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> Row? {
    try query(sql, arguments).first
  }
}
