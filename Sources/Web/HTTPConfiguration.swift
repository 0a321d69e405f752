package import HTTPCodec

/// Limits and waits of HTTP connections.
package struct HTTPConfiguration: Sendable {
  /// Bounds of a request's parts, in bytes and lines.
  package var limits = HTTPLimits()
  /// From the first byte of a request (or the connection's start) to the end of its header section.
  package var headerTimeout: Duration = .seconds(10)
  /// From the end of the header section to the end of the content.
  package var bodyTimeout: Duration = .seconds(30)
  /// How long a connection may wait for its next request, and for a slow reader to take a response.
  package var idleTimeout: Duration = .seconds(75)
  /// Most bytes of responses that may wait for a slow reader.
  package var maxQueuedBytes = 16 << 20
  /// Most connections of the process; further ones are closed at once.
  package var maxConnections = 20_000

  package init() {}
}
