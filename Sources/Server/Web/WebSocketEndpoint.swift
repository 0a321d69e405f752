/// One kind of socket: decides who may come in, and talks to each one that did.
package protocol WebSocketEndpoint: Sendable {
  /// Looks at the upgrade request before it is answered.
  ///
  /// - Returns: nil to let it in; a response to refuse it with instead of 101.
  func refusal(of request: Request) async throws -> Response?

  /// The limits of this endpoint's connections, from those of the server.
  func limits(_ configuration: WebSocketConfiguration) -> WebSocketConfiguration

  /// Talks to one connection, on its loop's thread, until it returns; the connection is then closed with 1000 if the
  /// endpoint did not close it.
  /// - Parameter request: the upgrade request. It takes some KiB: let it go before waiting for long.
  func serve(_ session: WebSocketSession, _ request: consuming Request) async
}

extension WebSocketEndpoint {
  package func limits(_ configuration: WebSocketConfiguration) -> WebSocketConfiguration { configuration }
}

/// What a session's `next()` returns.
package enum SessionEvent: Sendable, Equatable {
  /// A whole message.
  case message([UInt8], isBinary: Bool)
  /// `wake()` was called at least once since the last event.
  case woken
  /// Nothing counted as activity for the session's idle time-out.
  case idle
  /// The moment set by `setDeadline` has come.
  case deadline
  /// Somebody else decided about this session.
  case told(SessionNotification)
}

/// What others tell a session.
package enum SessionNotification: Sendable, Equatable {
  /// A newer connection of the same user took its place.
  case replaced
  /// The account signed out, changed its password or was disabled.
  case signedOut
  /// What it was about is over.
  case finished
}
