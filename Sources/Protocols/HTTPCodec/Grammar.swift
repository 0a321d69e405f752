import Bytes

/// Character classes of RFC 9110 §5.6 and RFC 3986.
enum Grammar {
  /// tchar of RFC 9110 §5.6.2.
  static func isToken(_ byte: UInt8) -> Bool {
    (byte < 64 ? tokenBytes.low : byte < 128 ? tokenBytes.high : 0) &>> UInt64(byte & 63) & 1 != 0
  }

  /// A bit for each byte below 64, and for each from 64 to 127: letters, digits, and ``!#$%&'*+-.^_`|~``.
  private static let tokenBytes: (low: UInt64, high: UInt64) = (0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)

  /// Whether a byte is allowed in a field value (RFC 9110 §5.5): visible characters, space, tab, obs-text.
  static func isFieldContent(_ byte: UInt8) -> Bool {
    byte == 0x09 || (byte >= 0x20 && byte != 0x7F)
  }

  /// Whether a byte is allowed in a request target: visible ASCII.
  static func isTarget(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

  /// Whether `text` equals the lower-case `word`, without regard to the case of ASCII letters. Unicode case mapping would accept the
  /// Kelvin sign as k, so that two servers could disagree about `chunked`.
  static func isWord(_ text: ArraySlice<UInt8>, _ word: String) -> Bool {
    text.elementsEqual(word.utf8) { ($0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0) == $1 }
  }

  /// Optional white space: space or tab.
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// The value of a hexadecimal digit.
  static func hexValue(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46: Int(byte) - 0x41 + 10
    case 0x61...0x66: Int(byte) - 0x61 + 10
    default: nil
    }
  }

  /// Whether `bytes` are `uri-host [":" port]` (RFC 9112 §3.2), not empty, without user information.
  static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    // The most frequent form.
    if bytes.allSatisfy(isPlainName) { return true }
    var rest = bytes
    if first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let inner = rest[rest.index(after: rest.startIndex)..<end]
      guard !inner.isEmpty,
        inner.allSatisfy({ hexValue($0) != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
      else { return false }
      rest = rest[rest.index(after: end)...]
    } else {
      let end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
      let name = rest[..<end]
      guard !name.isEmpty, name.allSatisfy(isHostName), isDecodable(name) else { return false }
      rest = rest[end...]
    }
    guard let colon = rest.first else { return true }
    let port = rest.dropFirst()
    guard colon == UInt8(ascii: ":"), port.count <= 5, port.allSatisfy(isDigit) else { return false }
    return port.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 65535
  }

  private static func isDecodable(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.contains(UInt8(ascii: "%")) else { return true }
    return PercentEncoding.decode(String(decoding: text, as: UTF8.self), plusIsSpace: false) != nil
  }

  /// Unreserved characters and percent; sub-delims are refused because no host name uses them.
  private static func isHostName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "%"): true
    default: false
    }
  }

  /// Letters, digits, hyphen and dot.
  private static func isPlainName(_ byte: UInt8) -> Bool {
    byte >= 0x61 && byte <= 0x7A || byte >= 0x2D && byte <= 0x39 && byte != 0x2F || byte >= 0x41 && byte <= 0x5A
  }
}
