/// Percent-encoding (RFC 3986 §2.1).
package enum PercentEncoding {
  /// Decodes text.
  /// - Parameter plusIsSpace: whether "+" encodes a space, as in form-encoded queries.
  /// - Returns: nil for an incomplete or malformed triplet, and for a result that is not UTF-8.
  package static func decode(_ text: some StringProtocol, plusIsSpace: Bool) -> String? {
    let isPlain = text.utf8.allSatisfy { $0 != UInt8(ascii: "%") && !(plusIsSpace && $0 == UInt8(ascii: "+")) }
    if isPlain { return String(text) }
    var bytes: [UInt8] = []
    var iterator = text.utf8.makeIterator()
    while let byte = iterator.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = iterator.next().flatMap(Hex.value), let low = iterator.next().flatMap(Hex.value) else {
          return nil
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Encodes all bytes except unreserved ones (RFC 3986 §2.3), for a path segment or a query parameter.
  package static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.append(byte)
      default:
        encoded.append(UInt8(ascii: "%"))
        encoded += Hex.encode([byte]).uppercased().utf8
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
