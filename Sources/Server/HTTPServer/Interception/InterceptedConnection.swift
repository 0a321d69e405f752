import Net
package import Runtime

/// The connection of intercepted requests. Confined to its loop's thread.
package final class InterceptedConnection {
  /// Its number among the connections of this process.
  package let number: Int
  private let connection: ByteConnection
  private let pause: LoopPause

  init(_ connection: ByteConnection, number: Int) {
    self.connection = connection
    self.number = number
    pause = LoopPause(on: connection.loop)
  }

  /// The loop of the connection.
  package var loop: EventLoop { connection.loop }

  /// Whether the connection is not closed. A disconnect of the client is noticed when the server reads or writes.
  package var isOpen: Bool { connection.isOpen }

  /// Waits until `due`, `resume()`, or the end of the connection; nil for no deadline. One task at a time.
  /// - Returns: whether the wait ended before `due`.
  package func wait(until due: ContinuousClock.Instant?) async -> Bool {
    guard connection.isOpen else { return true }
    return await pause.wait(until: due)
  }

  /// Ends the wait, if there is one.
  package func resume() { pause.end() }

  /// Closes the connection with RST: the client gets `ECONNRESET`.
  package func reset() { connection.close(withReset: true) }
}
