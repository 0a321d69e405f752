/// Base16 (RFC 4648 §8).
package enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Encodes bytes with two lower-case digits each.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Encodes the 16 bytes of a UUID in lower case (RFC 9562 §4).
  package static func uuid(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes digits of either case. - Returns: nil for an odd number of digits and for other characters.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var iterator = text.utf8.makeIterator()
    while let first = iterator.next() {
      guard let high = value(first), let second = iterator.next(), let low = value(second) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The value of a digit; nil for other bytes.
  static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
