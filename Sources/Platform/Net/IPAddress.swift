import Glibc

/// An IPv4 or IPv6 address. An IPv4 address in its IPv6 form (`::ffff:1.2.3.4`, RFC 4291 §2.5.5.2) is the IPv4 address.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
  /// 4 or 16, in network order.
  package let bytes: [UInt8]

  /// Reads the textual form without brackets, port or zone; numbers in IPv4 have no leading zeros.
  package init?(_ text: String) {
    // C would read up to the zero.
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

  /// Whether it is an address of this machine only: 127.0.0.0/8 or ::1 (RFC 6890).
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

/// The addresses that begin with the same bits (RFC 4632).
package struct IPNetwork: Sendable, Hashable {
  private let address: IPAddress
  private let bits: Int

  /// Reads `10.0.0.0/8`, `fd00::/8`, or an address alone. Bits behind the prefix do not matter.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = IPAddress(String(parts[0])) else { return nil }
    let width = address.bytes.count * 8
    self.address = address
    guard parts.count == 2 else {
      bits = width
      return
    }
    // `+8` and ` 8` are numbers for Int, too. A mapped address would count its bits from another place.
    guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let bits = Int(parts[1]), bits <= width,
      width == 128 || !parts[0].contains(":")
    else { return nil }
    self.bits = bits
  }

  package func contains(_ other: IPAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    let whole = bits / 8
    guard other.bytes.prefix(whole) == address.bytes.prefix(whole) else { return false }
    guard bits % 8 > 0 else { return true }
    return (other.bytes[whole] ^ address.bytes[whole]) >> UInt8(8 - bits % 8) == 0
  }
}
