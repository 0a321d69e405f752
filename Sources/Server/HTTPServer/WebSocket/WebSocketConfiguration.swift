/// Limits and waits of WebSocket connections.
package struct WebSocketConfiguration: Sendable {
  /// Largest message taken, in bytes; a larger one is answered with 1009 before memory is taken for it.
  package var maxMessageBytes = 1 << 20
  /// Most bytes that may wait for a slow reader before it is cut.
  package var maxQueuedBytes = 4 << 20
  /// How often the server pings.
  package var pingInterval: Duration = .seconds(25)
  /// How long the peer may take to answer a close frame.
  package var closeTimeout: Duration = .seconds(5)
  /// Most messages that may wait for the endpoint before the connection is read no further.
  package var maxPendingMessages = 64
  /// Most bytes of messages that may wait for the endpoint before the connection is read no further; the last message
  /// may pass it.
  package var maxPendingBytes = 1 << 20
  /// Whether permessage-deflate (RFC 7692) is agreed to where a client offers it.
  package var permessageDeflate = false

  package init() {}
}
