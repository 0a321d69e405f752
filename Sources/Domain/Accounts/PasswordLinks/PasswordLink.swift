package import Bytes
import Crypto

/// A one-time permission to choose a new password for an account. Its token is shown once, when it is created.
package struct PasswordLink: Sendable {
  /// 32 hexadecimal digits.
  package var token: String
  /// The time from which the token is refused.
  package var expiresAt: Timestamp

  /// The number of random bytes in a token: 128 bits cannot be guessed.
  static let tokenBytes = 16

  /// The form in which a token is stored.
  static func digest(of token: String) -> String { Hex.encode(SHA256.digest(Array(token.utf8))) }
}
