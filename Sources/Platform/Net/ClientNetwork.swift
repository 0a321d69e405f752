package import Runtime

/// The key under which limits count the addresses of one client.
///
/// An IPv4 address is a client of its own. An IPv6 subscriber usually holds every address with the same first 64 bits
/// (RFC 4291 §2.5.4), so those 64 bits are one client. Any other text, such as `unix`, stands for itself. Creating a key
/// allocates only while it parses an IPv6 address.
package struct ClientNetwork: Sendable, Hashable, CustomStringConvertible {
  private enum Identity: Sendable, Hashable {
    /// The first 64 bits of an IPv6 address.
    case prefix(UInt64)
    case other(String)
  }

  private let identity: Identity

  /// Returns the key of a client. - Parameter clientAddress: an address without port, as in `Request.remoteAddress`. The zone of a link-local address
  ///   (`fe80::1%eth0`) is ignored.
  package init(clientAddress: String) {
    guard clientAddress.utf8.contains(0x3A), let address = IPAddress(Self.withoutZone(clientAddress)) else {
      identity = .other(clientAddress)
      return
    }
    if address.bytes.count == 16 {
      identity = .prefix(address.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    } else {
      identity = .other(address.description)
    }
  }

  /// Returns the key whose `description` is the text.
  package init(description: String) {
    self.init(clientAddress: description.hasSuffix("/64") ? String(description.dropLast(3)) : description)
  }

  /// The network for logs and messages: `2001:db8:0:1::/64`, or the address itself.
  package var description: String {
    switch identity {
    case .prefix(let bits):
      let groups = stride(from: 48, through: 0, by: -16).map { String(bits >> UInt64($0) & 0xFFFF, radix: 16) }
      let text = groups.joined(separator: ":") + "::"
      return (IPAddress(text)?.description ?? text) + "/64"
    case .other(let text): return text
    }
  }

  private static func withoutZone(_ text: String) -> String {
    text.contains("%") ? String(text.prefix { $0 != "%" }) : text
  }
}

extension Flow {
  /// The flow of a client, whose addresses are grouped as in `ClientNetwork`.
  package init(clientAddress: String) { self.init(of: ClientNetwork(clientAddress: clientAddress)) }
}
