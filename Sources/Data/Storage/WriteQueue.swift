import Runtime

/// A transaction that waits for the writer.
struct PendingWrite: Sendable {
  /// Whether its commit must wait for the disk.
  var isSynced: Bool
  /// Runs once before the body; nil if there is nothing to prepare.
  var prepare: (@Sendable () -> Void)?
  /// Runs the body. - Returns: the result to finish after the commit.
  var run: @Sendable (SQLiteHandle) -> PendingResult
  /// Resumes the caller with an error. The body was not run.
  var fail: @Sendable (any Error) -> Void
}

/// The result of a transaction between its body and the commit.
struct PendingResult {
  /// The error of the body, which rolls back its savepoint.
  var failure: (any Error)?
  /// Resumes the caller: with nil after a successful commit, otherwise with the error.
  var finish: @Sendable ((any Error)?) -> Void
}

/// The bounded queue of the writer.
struct WriteQueue: Sendable {
  /// Transactions. Those beyond the capacity fail with `overloaded`.
  var waiting = BatchQueue<PendingWrite>(capacity: 10_000)
  var isClosed = false
}
