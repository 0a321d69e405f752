/// A text that must not be shown: the key of the endpoint.
///
/// Printing, interpolating, dumping and mirroring it show `[redacted]`; only the header line of a request reads it.
package struct Secret: Sendable, Equatable {
  /// For the request's header line alone.
  let value: String

  /// - Returns: nil where `text` is empty, longer than 4,096 bytes or has other characters than visible ASCII, which
  ///   a header line could not carry.
  package init?(_ text: String) {
    guard (1...4096).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    value = text
  }

  /// The shortest piece of a secret that is taken for one; shorter ones stand in ordinary words.
  private static let shortestPiece = 6

  /// `text` without the secret and without pieces of it of six bytes or more, as endpoints like to quote them
  /// ("Incorrect API key provided: sk-abcd…wxyz"). Costs the product of both lengths.
  func removed(from text: String) -> String {
    let secret = Array(value.utf8)
    let bytes = Array(text.utf8)
    let shortest = min(Self.shortestPiece, secret.count)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let length = Self.longestPiece(of: secret, at: index, in: bytes)
      if length >= shortest {
        result += Self.placeholder.utf8
        index += length
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// How many bytes of `text` from `index` on stand in `secret` together.
  private static func longestPiece(of secret: [UInt8], at index: Int, in text: [UInt8]) -> Int {
    var longest = 0
    for start in secret.indices {
      var length = 0
      while start + length < secret.count, index + length < text.count, secret[start + length] == text[index + length] {
        length += 1
      }
      longest = max(longest, length)
    }
    return longest
  }

  private static let placeholder = "[redacted]"
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { Self.placeholder }
  package var debugDescription: String { Self.placeholder }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
