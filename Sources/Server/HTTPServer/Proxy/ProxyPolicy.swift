package import HTTPCodec
package import Net

/// Whom to believe about where a request came from, and what was believed.
///
/// Anybody can send `X-Forwarded-For`; it counts only where the peer of the connection is a proxy of one's own. The list
/// is then walked from the right, from the entry that proxy added: an entry that is again a trusted proxy vouches for the
/// one before it, and the first that is not is the client. An entry that is no address ends the walk: the client is then
/// the proxy that added it.
package struct ProxyPolicy: Sendable {
  /// The field that the proxies write. One only: a proxy that writes one passes the other on as the client sent it.
  package enum Field: String, Sendable, CaseIterable {
    case xForwardedFor = "x-forwarded-for"
    /// RFC 7239
    case forwarded
  }

  /// Where a request came from.
  package struct Origin: Sendable, Equatable {
    /// The client's address without port.
    package var client: String
    /// Whether the client spoke TLS, as far as a trusted proxy says; nil where none does.
    package var isSecure: Bool?
  }

  /// The proxies.
  package var trusted: [IPNetwork]
  /// Whether peers on a socket in the file system are proxies.
  package var trustsUnixPeers: Bool
  package var field: Field

  /// Entries that are looked at; a longer chain of proxies is a loop or a lie.
  private static let maxHops = 32

  package init(trusted: [IPNetwork] = [], trustsUnixPeers: Bool = false, field: Field = .xForwardedFor) {
    self.trusted = trusted
    self.trustsUnixPeers = trustsUnixPeers
    self.field = field
  }

  /// - Parameter peer: the address of the connection's other end, or "unix".
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

  /// Whether there are proxies at all; without, the peer is the client.
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
