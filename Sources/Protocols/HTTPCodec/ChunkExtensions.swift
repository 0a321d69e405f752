/// The syntax of chunk extensions: `*( ";" name [ "=" ( token / quoted-string ) ] )` (RFC 9112 §7.1.1).
///
/// They have no meaning here. They are validated because lenient parsing of extensions has been used for request smuggling. White
/// space around the delimiters, which senders must not generate, is refused.
enum ChunkExtensions {
  static func isValid(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while !rest.isEmpty {
      guard skip(UInt8(ascii: ";"), &rest), skipToken(&rest) else { return false }
      guard skip(UInt8(ascii: "="), &rest) else { continue }
      guard skip(UInt8(ascii: "\""), &rest) ? skipQuoted(&rest) : skipToken(&rest) else { return false }
    }
    return true
  }

  private static func skip(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  private static func skipToken(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let token = rest.prefix(while: Grammar.isToken)
    rest = rest[token.endIndex...]
    return !token.isEmpty
  }

  /// Skips a quoted string after its opening quote.
  private static func skipQuoted(_ rest: inout ArraySlice<UInt8>) -> Bool {
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst(), Grammar.isFieldContent(escaped) else { return false }
      default:
        guard Grammar.isFieldContent(byte) else { return false }
      }
    }
    return false
  }
}
