package import Bytes
import Crypto
import JSONCodec

/// A verifier of tokens by the rules of RFC 8725: the key determines the algorithm, not the token.
///
/// Keys that a token contains or refers to (`jwk`, `jku`, `x5c`, `x5u`) are ignored.
package struct TokenVerifier: Sendable {
  private let key: [UInt8]
  private let issuer: String
  private let external: ExternalTokens?
  private let leeway: Duration

  /// - Parameters:
  ///   - key: the key of `TokenSigner`.
  ///   - issuer: the required value of `iss` in own tokens.
  ///   - external: the issuer whose access tokens are also accepted; nil for none.
  ///   - leeway: the allowed difference of clocks.
  package init(key: [UInt8], issuer: String, external: ExternalTokens? = nil, leeway: Duration = .seconds(5)) {
    self.key = key
    self.issuer = issuer
    self.external = external
    self.leeway = leeway
  }

  /// Verifies a token issued by this server.
  /// - Throws: `JWTError`, also for the other type of token.
  package func verify(_ text: String, expecting type: TokenType, now: Timestamp) throws(JWTError) -> Claims {
    try ownClaims(CompactToken(text), type, now)
  }

  /// Verifies an access token of this server or of the external issuer.
  package func verifyAccess(_ text: String, now: Timestamp) throws(JWTError) -> Bearer {
    let token = try CompactToken(text)
    // Only own tokens use HS256 without `kid`; a public key must never verify an HMAC (RFC 8725 §3.1).
    guard let external, token.header.keyID != nil || token.header.algorithm != TokenHeader.own.algorithm else {
      return .session(try ownClaims(token, .access, now))
    }
    return .external(try externalClaims(token, external, now))
  }

  private func ownClaims(_ token: CompactToken, _ type: TokenType, _ now: Timestamp) throws(JWTError) -> Claims {
    guard token.header.algorithm == TokenHeader.own.algorithm else { throw .algorithmNotAllowed }
    guard token.header.keyID == nil else { throw .unknownKey }
    guard token.header.type == nil || token.header.type == "jwt" else { throw .wrongType }
    guard ConstantTime.equal(HMACSHA256.authenticate(token.signedBytes, key: key), token.signature) else {
      throw .badSignature
    }
    guard let json = try? JSONValue(parsingUnique: token.payload), json.objectValue != nil else { throw .malformed }
    guard let claims = Claims(json) else { throw .missingClaim }
    guard json["iss"]?.stringValue == issuer else { throw .wrongIssuer }
    try checkTimes(json, now)
    guard claims.tokenType == type else { throw .wrongTokenType }
    return claims
  }

  private func externalClaims(
    _ token: CompactToken, _ external: ExternalTokens, _ now: Timestamp
  ) throws(JWTError) -> ExternalClaims {
    // `at+jwt` is the type of access tokens in RFC 9068.
    guard token.header.type.map({ ["jwt", "at+jwt"].contains($0) }) ?? true else { throw .wrongType }
    let candidates = external.keys.keys.filter { token.header.keyID == nil || $0.id == token.header.keyID }
    guard !candidates.isEmpty else { throw .unknownKey }
    let keys = candidates.filter { $0.algorithm.rawValue == token.header.algorithm }
    guard !keys.isEmpty else { throw .algorithmNotAllowed }
    // Each verification costs CPU time: a forged token must not cause one per key of a large set.
    guard keys.count <= JWKSet.maxTried else { throw .unknownKey }
    guard keys.contains(where: { $0.key.verifies(token.signature, of: token.signedBytes) }) else { throw .badSignature }
    guard let json = try? JSONValue(parsingUnique: token.payload), json.objectValue != nil else { throw .malformed }
    let issuer = try Self.issuer(json["iss"], external.issuer)
    try checkAudience(json["aud"], external.audience)
    if let type = json["token_type"], type != "access" { throw .wrongTokenType }
    let expiry = try checkTimes(json, now)
    guard let subject = json["sub"]?.stringValue, (1...255).contains(subject.utf8.count) else { throw .missingClaim }
    return ExternalClaims(issuer: issuer, subject: subject, expiresAt: expiry)
  }

  /// Returns `iss`, or an empty string if it is absent. It must equal `expected` byte by byte (RFC 7519 §4.1.1: a case-sensitive
  /// string). Swift's `==` would also accept canonically equivalent text.
  private static func issuer(_ claim: JSONValue?, _ expected: String?) throws(JWTError) -> String {
    if let expected {
      guard let text = claim?.stringValue, text.utf8.elementsEqual(expected.utf8) else { throw .wrongIssuer }
      return text
    }
    guard let claim else { return "" }
    guard let text = claim.stringValue, text.utf8.count <= 1024 else { throw .malformed }
    return text
  }

  private func checkAudience(_ claim: JSONValue?, _ expected: String?) throws(JWTError) {
    let audiences = claim.map { $0.arrayValue ?? [$0] } ?? []
    guard let expected else {
      guard claim == nil else { throw .wrongAudience }
      return
    }
    let isMeant = audiences.contains { $0.stringValue?.utf8.elementsEqual(expected.utf8) == true }
    guard isMeant else { throw .wrongAudience }
  }

  /// Checks `exp`, which is required, and `nbf` and `iat`, which are optional. - Returns: `exp`.
  @discardableResult
  private func checkTimes(_ json: JSONValue, _ now: Timestamp) throws(JWTError) -> Timestamp {
    guard let expiry = try Self.date(json["exp"]) else { throw .missingClaim }
    guard expiry.advanced(by: leeway) > now else { throw .expired }
    let latest = now.advanced(by: leeway)
    for name in ["nbf", "iat"] {
      if let moment = try Self.date(json[name]), moment > latest { throw .notYetValid }
    }
    return expiry
  }

  /// Parses a NumericDate (RFC 7519 §2); fractions are dropped. - Throws: `malformed` for a value outside of the years 1970 to 9999.
  private static func date(_ claim: JSONValue?) throws(JWTError) -> Timestamp? {
    guard let claim else { return nil }
    guard let seconds = claim.doubleValue, (0...253_402_300_799).contains(seconds) else { throw .malformed }
    return Timestamp(seconds: Int64(seconds))
  }
}
