import Bytes
import Crypto
import JSONCodec

/// A signer of tokens: compact JWS with HS256 (RFC 7515 §3.1).
package struct TokenSigner: Sendable {
  private let key: [UInt8]
  private let issuer: String

  /// - Parameters:
  ///   - key: at least 32 bytes (RFC 7518 §3.2).
  ///   - issuer: the value of `iss`.
  package init(key: [UInt8], issuer: String) {
    self.key = key
    self.issuer = issuer
  }

  /// Returns a signed token.
  package func sign(_ claims: Claims) -> String {
    let signed = TokenHeader.ownText + "." + Base64URL.encode(claims.json(issuer: issuer).encoded)
    return signed + "." + Base64URL.encode(HMACSHA256.authenticate(Array(signed.utf8), key: key))
  }
}
