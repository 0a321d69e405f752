package import HTTPServer

/// What realtime code needs of an open socket. `WebSocketSession` is the real one, tests bring a scripted one.
package protocol SocketSession: AnyObject, Sendable {
  /// When a data frame or ping last came.
  var lastActivity: ContinuousClock.Instant { get async }
  /// The next thing that happened, or nil once the connection is closed or closing.
  func next() async -> SessionEvent?
  func send(_ text: [UInt8]) async
  /// As `send`, on the session's loop without waiting for it.
  func sendSync(_ text: [UInt8])
  /// Waits until everything sent was handed to the kernel. - Returns: false where some of it may not have been.
  func drained() async -> Bool
  func close(_ code: UInt16, _ reason: String) async
  func setIdleTimeout(_ timeout: Duration?, countingPongs: Bool) async
  func setDeadline(after delay: Duration?) async
  /// Makes `next()` return `.woken`. Any thread.
  func wake()
  /// Makes `next()` return `.notification(notification)`. Any thread.
  func notify(_ notification: SessionNotification)
}

extension WebSocketSession: SocketSession {
  package nonisolated func sendSync(_ text: [UInt8]) { _ = sendSync(text, isBinary: false) }
}
