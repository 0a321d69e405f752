package import HTTPCodec
package import Runtime
package import TLS

/// Limits and timeouts of HTTP connections, TLS and trusted proxies.
package struct HTTPConfiguration: Sendable {
  /// Bounds of a request's parts, in bytes and lines.
  package var limits = HTTPLimits()
  /// From the first byte of a request (or the connection's start) to the end of its header section.
  package var headerTimeout: Duration = .seconds(10)
  /// From the end of the header section to the end of the content.
  package var bodyTimeout: Duration = .seconds(30)
  /// The maximum wait for the next request, and for a slow reader to read a response.
  package var idleTimeout: Duration = .seconds(75)
  /// The maximum duration in which bytes after the last response are discarded, such as content that is too large.
  package var lingerTimeout: Duration = .seconds(5)
  /// The maximum number of queued bytes of responses to a slow reader.
  package var maxQueuedBytes = 16 << 20
  /// The maximum number of connections of the process; further ones are closed immediately.
  package var maxConnections = 20_000
  /// The maximum number of connections of one client: one IPv4 address, or the IPv6 addresses with the same first 64
  /// bits. 0: no limit.
  package var maxConnectionsPerAddress = 1000
  /// Peers on this machine (loopback, Unix socket) are exempt from `maxConnectionsPerAddress`. Tests, whose clients are
  /// all local, disable it.
  package var exemptsLocalPeers = true

  /// Certificate and key of new connections; nil for HTTP without TLS.
  package var tls: HotSwappable<TLSContext>?
  /// From the connection's start to the end of the TLS handshake.
  package var handshakeTimeout: Duration = .seconds(10)
  /// The permission bits of a Unix socket.
  package var socketMode: UInt32 = 0o660
  /// The proxies whose forwarded addresses are trusted.
  package var proxies = ProxyPolicy()
  /// The prefix of all paths.
  package var basePath = BasePath()

  /// Creates the default configuration.
  package init() {}
}
