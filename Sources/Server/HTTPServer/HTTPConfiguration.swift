package import HTTPCodec
package import Runtime
package import TLS

/// Limits and waits of HTTP connections, and how they come in.
package struct HTTPConfiguration: Sendable {
  /// Bounds of a request's parts, in bytes and lines.
  package var limits = HTTPLimits()
  /// From the first byte of a request (or the connection's start) to the end of its header section.
  package var headerTimeout: Duration = .seconds(10)
  /// From the end of the header section to the end of the content.
  package var bodyTimeout: Duration = .seconds(30)
  /// How long a connection may wait for its next request, and for a slow reader to take a response.
  package var idleTimeout: Duration = .seconds(75)
  /// How long a client may go on sending after its last answer, such as the rest of content that is too large.
  package var lingerTimeout: Duration = .seconds(5)
  /// Most bytes of responses that may wait for a slow reader.
  package var maxQueuedBytes = 16 << 20
  /// Most connections of the process; further ones are closed at once.
  package var maxConnections = 20_000
  /// Most connections of one client: of one IPv4 address, or of the IPv6 addresses with the same first 64 bits. 0: no
  /// limit.
  package var maxConnectionsPerAddress = 1000
  /// Whether peers on this machine (loopback, Unix socket) are exempt from `maxConnectionsPerAddress`. Tests, whose
  /// clients are all local, turn it off.
  package var exemptsLocalPeers = true

  /// What new connections speak TLS with, certificate and key; nil: plain HTTP.
  package var tls: HotSwappable<TLSContext>?
  /// From the connection's start to the end of the TLS handshake.
  package var handshakeTimeout: Duration = .seconds(10)
  /// Permission bits of a socket in the file system.
  package var socketMode: UInt32 = 0o660
  /// Whom to believe about where requests come from.
  package var proxies = ProxyPolicy()
  /// What all paths begin with.
  package var basePath = BasePath()

  package init() {}
}
