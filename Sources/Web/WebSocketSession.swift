import Runtime

/// One open WebSocket as endpoints and the hub see it.
///
/// It is an actor on its connection's event loop: code that runs on that loop calls it without a switch of threads,
/// and others may hold it and `wake()` or `tell(_:)` it from anywhere.
package actor WebSocketSession {
  /// Unique among all connections of this process.
  package nonisolated let id: String

  init(id: String) { self.id = id }

  /// The next thing that happened, or nil once the connection is closed or closing.
  package func next() async -> SessionEvent? { nil }

  /// Queues one text message. Where the queue of unsent bytes would pass its bound, the connection is cut instead.
  package func send(_ text: [UInt8]) {}

  /// Waits until everything queued was handed to the kernel. - Returns: false where the connection closed before that.
  package func drained() async -> Bool { false }

  /// Starts the closing handshake; later sends are dropped and `next()` returns nil.
  package func close(_ code: UInt16, _ reason: String) {}

  /// `.idle` is reported when no data frame and no ping (and, with `countingPongs`, no pong) came for `timeout`; nil
  /// turns it off.
  package func setIdleTimeout(_ timeout: Duration?, countingPongs: Bool) {}

  /// `.deadline` is reported once `delay` from now; nil takes it back.
  package func setDeadline(after delay: Duration?) {}

  /// When a data frame or ping last came.
  package var lastActivity: ContinuousClock.Instant { .now }

  /// Makes `next()` return `.woken`. Any thread.
  package nonisolated func wake() {}

  /// Makes `next()` return `.told(notice)`. Any thread.
  package nonisolated func tell(_ notice: SessionNotice) {}
}
