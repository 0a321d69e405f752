import Runtime

/// The bounded queue of the writer.
struct WriteQueue: Sendable {
  /// Transactions. Those beyond the capacity fail with `overloaded`.
  var waiting = BatchQueue<PendingWrite>(capacity: 10_000)
  var isClosed = false
}
