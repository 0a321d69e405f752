/// Base64 with padding (RFC 4648 §4).
package enum Base64 {
  private static let alphabet = Base64Alphabet(last: "+/")

  /// Encodes bytes.
  package static func encode(_ bytes: [UInt8]) -> String {
    let text = alphabet.encode(bytes)
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }

  /// Decodes text. - Returns: nil unless the text is the canonical encoding of some bytes.
  package static func decode(_ text: String) -> [UInt8]? {
    guard text.utf8.count.isMultiple(of: 4) else { return nil }
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    return alphabet.decode(Array(text.utf8).dropLast(padding))
  }
}

/// Base64url without padding (RFC 4648 §5, RFC 7515 §2).
package enum Base64URL {
  private static let alphabet = Base64Alphabet(last: "-_")

  /// Encodes bytes.
  package static func encode(_ bytes: [UInt8]) -> String { alphabet.encode(bytes) }

  /// Decodes text. - Returns: nil for padding or other characters, an impossible length, and unused bits that are not zero.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(Array(text.utf8)[...]) }

  /// Decodes text given as bytes, with the same result.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? { alphabet.decode(text) }
}

/// The alphabet of a base64 variant, without padding.
struct Base64Alphabet: Sendable {
  private let digits: [UInt8]
  private let values: [UInt8]

  init(last: String) {
    digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8) + Array(last.utf8)
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    self.values = values
  }

  func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 4 / 3 + 3)
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(digits[Int(buffer >> bits & 63)])
      }
    }
    if bits > 0 { text.append(digits[Int(buffer << (6 - bits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: text.count * 3 / 4)
    let (digits, values) = (text.span, values.span)
    var written = bytes.mutableSpan
    var (index, place) = (0, 0)
    // The bits of all values: those of an invalid digit exceed six.
    var seen: UInt8 = 0
    // Written out, four digits at a time: each request with a token decodes some hundred.
    while index + 4 <= digits.count {
      let first = values[Int(digits[index])]
      let second = values[Int(digits[index + 1])]
      let third = values[Int(digits[index + 2])]
      let fourth = values[Int(digits[index + 3])]
      seen |= first | second | third | fourth
      written[place] = first &<< 2 | second &>> 4
      written[place + 1] = second &<< 4 | third &>> 2
      written[place + 2] = third &<< 6 | fourth
      index += 4
      place += 3
    }
    // The encoding is canonical: unused bits must be zero.
    if digits.count - index >= 2 {
      let (first, second) = (values[Int(digits[index])], values[Int(digits[index + 1])])
      seen |= first | second
      written[place] = first &<< 2 | second &>> 4
      var unused = second &<< 4
      if digits.count - index == 3 {
        let third = values[Int(digits[index + 2])]
        seen |= third
        written[place + 1] = unused | third &>> 2
        unused = third &<< 6
      }
      guard unused == 0 else { return nil }
    }
    return seen < 64 ? bytes : nil
  }
}
