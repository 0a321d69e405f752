package import HTTPCodec
package import Net

/// The trusted proxies, and the client address that their fields give.
///
/// Any client can send `X-Forwarded-For`, so the field counts only if the peer of the connection is a trusted proxy. The
/// entries are read from the right, beginning with the one that this proxy added. As long as an entry is a trusted proxy,
/// the entry before it is read; the first other address is the client. A malformed entry ends the walk, and the client is
/// the proxy that added it.
package struct ProxyPolicy: Sendable {
  /// The field that the proxies write. Only one is read: a proxy that writes one forwards the other as the client sent it.
  package enum Field: String, Sendable, CaseIterable {
    case xForwardedFor = "x-forwarded-for"
    /// `Forwarded` (RFC 7239).
    case forwarded
  }

  /// The origin of a request.
  package struct Origin: Sendable, Equatable {
    /// The client's address without port.
    package var client: String
    /// Whether the client uses TLS to a trusted proxy; nil if no trusted proxy states it.
    package var isSecure: Bool?
  }

  /// The networks of the proxies.
  package var trusted: [IPNetwork]
  /// Whether peers on a Unix socket are proxies.
  package var trustsUnixPeers: Bool
  /// The field that is read.
  package var field: Field

  /// The maximum number of entries that are read. A longer chain is a loop or forged.
  private static let maxHops = 32

  /// Creates a policy. Without arguments it trusts no proxy.
  package init(trusted: [IPNetwork] = [], trustsUnixPeers: Bool = false, field: Field = .xForwardedFor) {
    self.trusted = trusted
    self.trustsUnixPeers = trustsUnixPeers
    self.field = field
  }

  /// The client of a request. - Parameter peer: the address of the connection's other end, or "unix".
  package func origin(peer: String, _ fields: HTTPFields) -> Origin {
    guard trustsAnyone else { return Origin(client: peer) }
    let known = Self.address(of: peer)
    guard known.map(isTrusted) ?? (peer == "unix" && trustsUnixPeers) else {
      return Origin(client: known?.description ?? peer)
    }
    let hops = field == .forwarded ? ForwardedFields.hops(fields) : ForwardedFields.xForwardedHops(fields)
    var client = known?.description ?? peer
    for hop in hops.suffix(Self.maxHops).reversed() {
      guard let address = hop.address else { break }
      client = address.description
      guard isTrusted(address) else { break }
    }
    let scheme = field == .forwarded ? hops.last?.scheme : ForwardedFields.xForwardedScheme(fields)
    return Origin(client: client, isSecure: scheme.flatMap(Self.isSecure))
  }

  /// Whether any proxy is trusted. Otherwise the peer is the client.
  var trustsAnyone: Bool { !trusted.isEmpty || trustsUnixPeers }

  /// Whether the other end of a connection is one of the proxies.
  /// - Parameter peer: an address without port, or "unix".
  func isTrusted(peer: String) -> Bool {
    guard trustsAnyone else { return false }
    return Self.address(of: peer).map(isTrusted) ?? (peer == "unix" && trustsUnixPeers)
  }

  /// The zone of a link-local address does not identify the peer.
  private static func address(of peer: String) -> IPAddress? {
    IPAddress(peer.utf8.contains(UInt8(ascii: "%")) ? String(peer.prefix { $0 != "%" }) : peer)
  }

  private func isTrusted(_ address: IPAddress) -> Bool { trusted.contains { $0.contains(address) } }

  private static func isSecure(_ scheme: String) -> Bool? {
    switch scheme.lowercased() {
    case "https", "wss": true
    case "http", "ws": false
    default: nil
    }
  }
}
