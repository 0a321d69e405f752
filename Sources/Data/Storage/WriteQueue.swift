/// One transaction that waits for the writer thread.
struct PendingWrite: Sendable {
  /// Whether its waiter is told only when it is on the disk.
  var isSynced: Bool
  /// Runs the body. - Returns: what to call with the fate of the commit.
  var run: @Sendable (SQLiteHandle) -> PendingResult
  /// Tells the waiter that its body was never run.
  var fail: @Sendable (any Error) -> Void
}

/// A transaction between its body and its commit.
struct PendingResult {
  /// The body's error, which undoes its savepoint.
  var failure: (any Error)?
  /// Tells the waiter: nil where everything is durable, else why not.
  var finish: @Sendable ((any Error)?) -> Void
}

/// The transactions that wait, in order, with a bound.
struct WriteQueue: Sendable {
  /// Most transactions that may wait; more is answered with `overloaded`.
  static let capacity = 10_000

  var waiting: [PendingWrite] = []
  var isScheduled = false
  var isClosed = false
}
