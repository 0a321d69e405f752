/// Limits and timeouts of WebSocket connections.
package struct WebSocketConfiguration: Sendable {
  /// The maximum size of a message in bytes. A larger one closes the connection with 1009 before memory is allocated.
  package var maxMessageBytes = 1 << 20
  /// The maximum number of unsent bytes. A slow reader with more is disconnected.
  package var maxQueuedBytes = 4 << 20
  /// The interval of pings.
  package var pingInterval: Duration = .seconds(25)
  /// The maximum wait for the close frame of the peer.
  package var closeTimeout: Duration = .seconds(5)
  /// The number of messages waiting for the endpoint at which reading stops.
  package var maxPendingMessages = 64
  /// The number of bytes waiting for the endpoint at which reading stops. The last message may exceed it.
  package var maxPendingBytes = 1 << 20
  /// Accepts permessage-deflate (RFC 7692) if a client offers it.
  package var permessageDeflate = false

  /// Creates the default configuration.
  package init() {}
}
