import Glibc

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address (`::ffff:1.2.3.4`, RFC 4291 §2.5.5.2) equals the IPv4 address.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
  /// 4 or 16 bytes in network byte order.
  package let bytes: [UInt8]

  /// Parses the textual form without brackets, port and zone. Numbers of IPv4 addresses must not have leading zeros.
  package init?(_ text: String) {
    // The C function would stop at a zero byte.
    guard !text.utf8.contains(0) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    if unsafe inet_pton(AF_INET, text, &bytes) == 1 {
      self.bytes = Array(bytes.prefix(4))
    } else if unsafe inet_pton(AF_INET6, text, &bytes) == 1 {
      let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    } else {
      return nil
    }
  }

  /// Whether it is a loopback address: 127.0.0.0/8 or ::1 (RFC 6890).
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  /// The canonical form (RFC 5952).
  package var description: String {
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "unknown" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// A network: the addresses with a common prefix (RFC 4632).
package struct IPNetwork: Sendable, Hashable {
  private let address: IPAddress
  private let bits: Int

  /// Parses `10.0.0.0/8`, `fd00::/8`, or a single address. Bits after the prefix are ignored. nil for other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = IPAddress(String(parts[0])) else { return nil }
    let width = address.bytes.count * 8
    self.address = address
    guard parts.count == 2 else {
      bits = width
      return
    }
    // `Int` also accepts `+8`. The prefix of a mapped address would count the bits of its IPv6 form.
    guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let bits = Int(parts[1]), bits <= width,
      width == 128 || !parts[0].contains(":")
    else { return nil }
    self.bits = bits
  }

  /// Whether the network contains an address of the same family.
  package func contains(_ other: IPAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    let whole = bits / 8
    guard other.bytes.prefix(whole) == address.bytes.prefix(whole) else { return false }
    guard bits % 8 > 0 else { return true }
    return (other.bytes[whole] ^ address.bytes[whole]) >> UInt8(8 - bits % 8) == 0
  }
}
