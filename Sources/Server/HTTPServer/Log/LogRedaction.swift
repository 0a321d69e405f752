/// Removes secrets from text of a client before it is logged.
///
/// Clients put tokens into the query (`docs/api/sockets.md`), which is never logged. A client that encodes the question mark
/// (`/ws/chat/room%3Ftoken=…`) makes the query a part of the path.
package enum LogRedaction {
  private static let mark = Array("[redacted]".utf8)

  /// `text` without values of parameters whose name says that they are secret, and without tokens of the JWT form.
  ///
  /// Text that can hold neither, nearly every path, is returned as it is, without an allocation.
  package static func redacted(_ text: String) -> String {
    guard mayHoldSecrets(text) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var word = 0
    var index = 0
    while index < bytes.count {
      if isWordByte(bytes[index]) {
        index += 1
        continue
      }
      appendWord(bytes[word..<index], to: &result)
      let sign = equalSign(bytes, at: index)
      if sign > 0, isSecretName(bytes[word..<index]) {
        result += bytes[index..<index + sign] + mark
        index = endOfValue(bytes, from: index + sign)
      } else {
        result.append(bytes[index])
        index += 1
      }
      word = index
    }
    appendWord(bytes[word...], to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether `text` has an equal sign, plain or encoded, or the two dots of a JWT.
  private static func mayHoldSecrets(_ text: String) -> Bool {
    // In place: the iterator of a string's UTF-8 view costs 30 instructions a byte, and every logged request comes here.
    unsafe text.utf8.withContiguousStorageIfAvailable { unsafe mayHoldSecrets($0) }
      ?? mayHoldSecrets(Array(text.utf8))
  }

  private static func mayHoldSecrets(_ bytes: some Collection<UInt8>) -> Bool {
    var dots = 0
    for byte in bytes {
      if byte == UInt8(ascii: "=") || byte == UInt8(ascii: "%") { return true }
      if byte == UInt8(ascii: ".") { dots += 1 }
    }
    return dots >= 2
  }

  /// Letters of base64url, and the dot between the parts of a token.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// The length of an equal sign at `index`, which is `=` or `%3D`; 0 if there is none.
  private static func equalSign(_ bytes: [UInt8], at index: Int) -> Int {
    if bytes[index] == UInt8(ascii: "=") { return 1 }
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "3") else {
      return 0
    }
    return bytes[index + 2] | 0x20 == UInt8(ascii: "d") ? 3 : 0
  }

  /// `token`, `access_token`, `api_key` and the like, also after what was encoded before it (`3Ftoken`).
  private static func isSecretName(_ name: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: name.suffix(40), as: UTF8.self).lowercased()
    return ["token", "api_key", "apikey", "api-key", "password", "secret"].contains { text.hasSuffix($0) }
  }

  /// Up to the next parameter. A slash may be a part of the value.
  private static func endOfValue(_ bytes: [UInt8], from start: Int) -> Int {
    bytes[start...].firstIndex { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ";") || $0 <= 0x20 } ?? bytes.count
  }

  /// A token begins with `{"` in base64, and has three parts (RFC 7519 §3).
  private static func appendWord(_ word: ArraySlice<UInt8>, to result: inout [UInt8]) {
    let isToken = word.count { $0 == UInt8(ascii: ".") } >= 2 && word.firstRange(of: Array("eyJ".utf8)) != nil
    if isToken { result += mark } else { result += word }
  }
}
