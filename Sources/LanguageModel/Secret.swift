/// A text that must not appear in logs or errors: the key of the endpoint.
///
/// Printing, interpolating, dumping and mirroring it show `[redacted]`. Only the header line of a request reads it.
package struct Secret: Sendable, Equatable {
  /// The secret itself, for the header line of a request only.
  let value: String

  /// - Returns: nil if `text` is empty, longer than 4,096 bytes, or contains characters other than visible ASCII, which a
  ///   header line cannot carry.
  package init?(_ text: String) {
    guard (1...4096).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    value = text
  }

  /// The length of the shortest part that is removed; shorter ones occur in ordinary words.
  private static let shortestPiece = 6

  /// Returns `text` without the secret and without parts of it of six bytes or more, because endpoints quote them
  /// ("Incorrect API key provided: sk-abcd…wxyz"). The cost is the product of both lengths.
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

  /// Returns the length of the longest part of `secret` at `index` of `text`.
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
  /// `[redacted]`.
  package var description: String { Self.placeholder }
  /// `[redacted]`.
  package var debugDescription: String { Self.placeholder }
  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
