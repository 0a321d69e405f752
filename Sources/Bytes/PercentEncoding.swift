/// Percent-encoding (RFC 3986 §2.1).
package enum PercentEncoding {
  /// - Parameter plusIsSpace: the rule of form-encoded queries.
  /// - Returns: nil for an incomplete or malformed triplet and where the result is not UTF-8.
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
}
