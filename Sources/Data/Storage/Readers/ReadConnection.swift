package import Runtime

/// The connection of a reader thread. It belongs to that thread.
package protocol ReadConnection: AnyObject, SQLConnection {
  /// The time from which on statements of the snapshot fail with `StorageError.timedOut`; nil for none. The end of the snapshot
  /// removes it.
  var deadline: MonotonicInstant? { get set }

  /// Runs `body` in one snapshot, in which writes are refused.
  func snapshot<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value

  /// Closes the connection. No other call may follow.
  func close()
}
