import Net
package import Runtime

/// An open WebSocket, as its interceptor uses it. Confined to its loop's thread.
package final class InterceptedSocket {
  /// The number of its connection in this process.
  package let number: Int
  private let driver: WebSocketDriver
  private var deadline = ConnectionDeadline()

  init(_ driver: WebSocketDriver, number: Int) {
    self.driver = driver
    self.number = number
  }

  /// The loop of the connection.
  package var loop: EventLoop { driver.connection.loop }

  /// Sends a message that was intercepted. It is dropped if the connection is closed.
  package func send(_ frame: SocketFrame) { driver.sendIntercepted(frame) }

  /// Handles a message that was intercepted.
  package func handle(_ frame: SocketFrame) { driver.handleIntercepted(frame) }

  /// Starts the closing handshake.
  package func close(_ code: UInt16, _ reason: String) { driver.close(code, reason) }

  /// Closes the connection with RST: the client gets `ECONNRESET`.
  package func reset() { driver.connection.close(withReset: true) }

  /// Closes the connection without a close frame.
  package func abort() { driver.connection.close() }

  /// Reads again after `SocketInterceptor.isStopped` became false.
  package func resumeReading() { driver.connection.yield() }

  /// Sets or moves the one deadline. - Parameter action: of the first call; it retains its captures until
  /// `cancelDeadline()`.
  package func setDeadline(_ due: ContinuousClock.Instant, _ action: @escaping () -> Void) {
    deadline.set(due, on: loop, action)
  }

  /// Cancels the deadline permanently and releases its action. Required when the connection is closed.
  package func cancelDeadline() { deadline.invalidate() }
}
