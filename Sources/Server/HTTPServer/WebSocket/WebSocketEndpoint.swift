package import Bytes

/// The endpoint of a socket path: decides which clients may connect, and serves each connection.
package protocol WebSocketEndpoint: Sendable {
  /// Checks the upgrade request before it is answered.
  ///
  /// - Returns: nil to accept it; otherwise the response that is sent instead of 101.
  func refusal(of request: Request) async throws -> Response?

  /// The limits of this endpoint's connections. - Parameter configuration: the server's limits.
  func limits(_ configuration: WebSocketConfiguration) -> WebSocketConfiguration

  /// Serves one connection on its loop's thread. When it returns, the connection is closed with 1000, unless the endpoint
  /// closed it.
  /// - Parameter request: the upgrade request. It takes some KiB: release it before waiting for long.
  func serve(_ session: WebSocketSession, _ request: consuming Request) async
}

extension WebSocketEndpoint {
  /// The server's limits.
  package func limits(_ configuration: WebSocketConfiguration) -> WebSocketConfiguration { configuration }
}

/// An event of a connection, as `WebSocketSession.next()` returns it.
package enum SessionEvent: Sendable, Equatable {
  /// A complete message.
  case message([UInt8], isBinary: Bool)
  /// `wake()` was called at least once since the last event.
  case woken
  /// No activity counted for the session's idle time-out.
  case idle
  /// The moment set by `setDeadline` was reached.
  case deadline
  /// Another part of the server decided about this session.
  case notification(SessionNotification)
}

/// A decision about a session that another part of the server made.
package enum SessionNotification: Sendable, Equatable {
  /// A newer connection of the same user replaced it.
  case replaced
  /// The account signed out, changed its password or was disabled.
  case signedOut
  /// The subject of the connection ended: the consultation was completed or the room was deleted.
  case finished
  /// The access tokens of the account expired before their time; only those with this expiry, unless it is nil.
  case tokensExpired(at: Timestamp?)
}
