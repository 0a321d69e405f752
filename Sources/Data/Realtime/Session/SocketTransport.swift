package import HTTPServer

/// An open WebSocket as realtime code uses it. `WebSocketSession` implements it; tests implement it with a script.
package protocol SocketTransport: AnyObject, Sendable {
  /// The moment at which a data frame or ping last arrived.
  var lastActivity: ContinuousClock.Instant { get async }
  /// The number of bytes that the peer has not received yet.
  var queuedBytes: Int { get async }
  /// Waits for the next event. - Returns: nil once the connection is closed or closing.
  func next() async -> SessionEvent?
  func send(_ text: [UInt8]) async
  /// Sends without a change of isolation. On the session's loop only.
  func sendSync(_ text: [UInt8])
  /// Waits until the kernel has taken everything sent. - Returns: false if some of it may be lost.
  func drained() async -> Bool
  func close(_ code: UInt16, _ reason: String) async
  func setIdleTimeout(_ timeout: Duration?, countingPongs: Bool) async
  func setDeadline(after delay: Duration?) async
  /// Makes `next()` return `.woken`. Any thread.
  func wake()
  /// Makes `next()` return `.notification(notification)`. Any thread.
  func notify(_ notification: SessionNotification)
}

extension WebSocketSession: SocketTransport {
  /// Sends one text message.
  package nonisolated func sendSync(_ text: [UInt8]) { _ = sendSync(text, isBinary: false) }
}
