package import Bytes
import Crypto
import JSONCodec

/// Checks tokens by the rules of RFC 8725: the key decides the algorithm, never the token.
package struct TokenVerifier: Sendable {
  private static let maxTokenBytes = 8192
  private static let maxHeaderBytes = 4096

  private let key: [UInt8]
  private let issuer: String
  private let leeway: Duration

  /// - Parameters:
  ///   - key: that of `TokenSigner`.
  ///   - leeway: how far clocks may differ.
  package init(key: [UInt8], issuer: String, leeway: Duration = .seconds(5)) {
    self.key = key
    self.issuer = issuer
    self.leeway = leeway
  }

  /// The claims of a token that holds.
  package func verify(_ token: String, expecting type: TokenType, now: Timestamp) throws(JWTError) -> Claims {
    guard token.utf8.count <= Self.maxTokenBytes else { throw .tooLarge }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count <= Self.maxHeaderBytes, let header = Base64URL.decode(parts[0]),
      let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2])
    else { throw .malformed }
    try Self.checkHeader(header)
    let signed = Array((parts[0] + "." + parts[1]).utf8)
    guard ConstantTime.equal(HMACSHA256.authenticate(signed, key: key), signature) else { throw .badSignature }
    return try claims(payload, type, now)
  }

  private static func checkHeader(_ bytes: [UInt8]) throws(JWTError) {
    guard let header = try? JSONValue(parsing: bytes), let members = header.objectValue else { throw .malformed }
    guard members["crit"] == nil else { throw .criticalExtension }
    guard members["alg"]?.stringValue == "HS256" else { throw .algorithmNotAllowed }
    if let type = members["typ"], type.stringValue?.uppercased() != "JWT" { throw .wrongType }
  }

  private func claims(_ payload: [UInt8], _ type: TokenType, _ now: Timestamp) throws(JWTError) -> Claims {
    guard let json = try? JSONValue(parsing: payload), json.objectValue != nil else { throw .malformed }
    guard let claims = Claims(json) else { throw .missingClaim }
    guard json["iss"]?.stringValue == issuer else { throw .wrongIssuer }
    guard claims.expiresAt.advanced(by: leeway) > now else { throw .expired }
    let latest = now.advanced(by: leeway)
    guard claims.issuedAt <= latest else { throw .notYetValid }
    if let notBefore = json["nbf"] {
      guard let seconds = notBefore.integerValue, Timestamp(seconds: seconds) <= latest else { throw .notYetValid }
    }
    guard claims.tokenType == type else { throw .wrongTokenType }
    return claims
  }
}
