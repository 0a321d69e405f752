/// The failures between a test's client and the server.
package enum WireError: Error, Equatable, Sendable {
  /// The socket could not be opened or connected; the system's reason.
  case cannotConnect(String)
  /// The deadline passed while waiting for `what`; `received` shows the bytes that were there.
  case timedOut(what: String, received: String)
  /// The peer ended the connection while `what` was awaited; `received` shows the bytes that were there.
  case ended(what: String, received: String)
  /// The bytes are no answer of HTTP or WebSocket.
  case malformed(String)
  /// The server process could not be started, or said something else than that it listens.
  case server(String)
}
