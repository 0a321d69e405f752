/// An extension offered by a client, with its parameters in order (RFC 6455 §9.1).
struct ExtensionOffer: Equatable {
  var name: String
  var parameters: [(name: String, value: String?)] = []

  static func == (left: ExtensionOffer, right: ExtensionOffer) -> Bool {
    left.name == right.name && left.parameters.elementsEqual(right.parameters, by: ==)
  }

  /// Parses the offers of all field lines, at most 32 with at most 32 parameters each.
  static func parse(_ lines: [String]) throws(MalformedExtensions) -> [ExtensionOffer] {
    var offers: [ExtensionOffer] = []
    for line in lines {
      var scanner = ExtensionScanner(line)
      repeat {
        // Empty list members are ignored (RFC 9110 §5.6.1.2).
        if scanner.isAt(",") || scanner.isAtEnd { continue }
        offers.append(try offer(&scanner))
        guard offers.count <= 32 else { throw MalformedExtensions() }
      } while scanner.skip(",")
      guard scanner.isAtEnd else { throw MalformedExtensions() }
    }
    return offers
  }

  private static func offer(_ scanner: inout ExtensionScanner) throws(MalformedExtensions) -> ExtensionOffer {
    guard let name = scanner.token() else { throw MalformedExtensions() }
    var offer = ExtensionOffer(name: name)
    while scanner.skip(";") {
      guard offer.parameters.count < 32, let name = scanner.token() else { throw MalformedExtensions() }
      guard scanner.skip("=") else {
        offer.parameters.append((name, nil))
        continue
      }
      guard let value = scanner.tokenOrQuotedToken() else { throw MalformedExtensions() }
      offer.parameters.append((name, value))
    }
    return offer
  }
}

/// A scanner of tokens and separators, with optional white space before each.
private struct ExtensionScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return rest.isEmpty
    }
  }

  mutating func isAt(_ separator: Unicode.Scalar) -> Bool {
    skipSpace()
    return rest.first == UInt8(ascii: separator)
  }

  mutating func skip(_ separator: Unicode.Scalar) -> Bool {
    guard isAt(separator) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func token() -> String? {
    skipSpace()
    let token = rest.prefix(while: Self.isToken)
    rest = rest[token.endIndex...]
    return token.isEmpty ? nil : String(Substring(token))
  }

  /// A quoted value must also be a token after its escapes are decoded (RFC 6455 §9.1).
  mutating func tokenOrQuotedToken() -> String? {
    guard skip("\"") else { return token() }
    var token: [UInt8] = []
    while var byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return token.isEmpty ? nil : String(decoding: token, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { return nil }
        byte = escaped
      }
      guard Self.isToken(byte) else { return nil }
      token.append(byte)
    }
    return nil
  }

  private mutating func skipSpace() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
  }

  /// tchar of RFC 9110 §5.6.2.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
