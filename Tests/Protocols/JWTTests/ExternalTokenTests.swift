import Bytes
import Crypto
import JSONCodec
import TestSupport
import Testing

@testable import JWT

/// Tests of another issuer's tokens, verified by the keys of its set.
@Suite struct ExternalTokenTests {
  typealias Kind = SignatureKeyPair.Kind

  private static func verifier(
    _ keys: [[String: JSONValue]], issuer: String? = "https://id.example.org", audience: String? = nil
  ) throws -> TokenVerifier {
    TokenVerifier(
      key: Tokens.secret, issuer: "hearth",
      external: ExternalTokens(keys: try JWKSet(parsing: Tokens.set(keys)), issuer: issuer, audience: audience))
  }

  @Test(arguments: [Kind.rs256, .es256, .edDSA])
  func verifiesEveryAlgorithmWithAndWithoutAKeyID(kind: Kind) throws {
    let pair = try SignatureKeyPair(kind)
    let verifier = try Self.verifier([try SignatureKeyPair(kind).jwk(id: "old"), pair.jwk(id: "new")])
    let expected = Bearer.external(
      ExternalClaims(
        issuer: "https://id.example.org", subject: "user-1", expiresAt: Tokens.now.advanced(by: .seconds(600))))
    for header in [["kid": "new"], [:], ["kid": "new", "typ": "at+jwt"], ["typ": "JWT"]] as [[String: JSONValue]] {
      #expect(try verifier.verifyAccess(pair.token(Tokens.foreign(), header: header), now: Tokens.now) == expected)
    }
    #expect(throws: JWTError.unknownKey) {
      try verifier.verifyAccess(pair.token(Tokens.foreign(), header: ["kid": "gone"]), now: Tokens.now)
    }
    #expect(throws: JWTError.badSignature) {
      try verifier.verifyAccess(pair.token(Tokens.foreign(), header: ["kid": "old"]), now: Tokens.now)
    }
  }

  /// A forged token must not cost a signature check for every key.
  @Test(arguments: [(4, nil), (5, .unknownKey)] as [(Int, JWTError?)])
  func triesAFewKeysAtMostForATokenWithoutAKeyID(count: Int, error: JWTError?) throws {
    let pairs = try (1...count).map { _ in try SignatureKeyPair(.edDSA) }
    let verifier = try Self.verifier(pairs.enumerated().map { $1.jwk(id: "k\($0)") })
    let last = try #require(pairs.last)
    #expect(throws: Never.self) {
      try verifier.verifyAccess(
        last.token(Tokens.foreign(), header: ["kid": .string("k\(count - 1)")]), now: Tokens.now)
    }
    let token = last.token(Tokens.foreign())
    if let error {
      #expect(throws: error) { try verifier.verifyAccess(token, now: Tokens.now) }
    } else {
      #expect(throws: Never.self) { try verifier.verifyAccess(token, now: Tokens.now) }
    }
  }

  @Test func acceptsOwnTokensToo() throws {
    let verifier = try Self.verifier([try SignatureKeyPair(.edDSA).jwk()])
    let token = TokenSigner(key: Tokens.secret, issuer: "hearth").sign(Tokens.claims)
    #expect(try verifier.verifyAccess(token, now: Tokens.now) == .session(Tokens.claims))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var rule: String
    var changes: [String: JSONValue]
    var header: [String: JSONValue] = [:]
    var error: JWTError
    var testDescription: String { rule }
  }

  private static let seconds = Tokens.now.seconds

  static let rows: [Row] = [
    Row(rule: "RFC 8725 §3.8: another issuer", changes: ["iss": "https://evil.example.org"], error: .wrongIssuer),
    Row(rule: "RFC 8725 §3.8: no issuer", changes: ["iss": nil], error: .wrongIssuer),
    Row(rule: "RFC 8725 §3.8: our own issuer", changes: ["iss": "hearth"], error: .wrongIssuer),
    Row(rule: "RFC 8725 §3.9: meant for others", changes: ["aud": "other"], error: .wrongAudience),
    Row(rule: "RFC 7519 §4.1.3: an empty audience", changes: ["aud": []], error: .wrongAudience),
    Row(rule: "RFC 7519 §4.1.4: expired", changes: ["exp": .integer(seconds - 6)], error: .expired),
    Row(rule: "RFC 7519 §4.1.4: no expiry", changes: ["exp": nil], error: .missingClaim),
    Row(rule: "RFC 7519 §2: exp is a text", changes: ["exp": "1900000000"], error: .malformed),
    Row(rule: "RFC 7519 §2: exp beyond all dates", changes: ["exp": 1e308], error: .malformed),
    Row(rule: "RFC 7519 §2: exp is negative", changes: ["exp": -5], error: .malformed),
    Row(rule: "RFC 7519 §2: exp is null", changes: ["exp": [:]], error: .malformed),
    Row(rule: "RFC 7519 §4.1.5: not yet", changes: ["nbf": .integer(seconds + 6)], error: .notYetValid),
    Row(rule: "RFC 7519 §4.1.6: issued later", changes: ["iat": .integer(seconds + 6)], error: .notYetValid),
    Row(rule: "RFC 7519 §4.1.2: no subject", changes: ["sub": nil], error: .missingClaim),
    Row(rule: "RFC 7519 §4.1.2: an empty subject", changes: ["sub": ""], error: .missingClaim),
    Row(
      rule: "size: a long subject", changes: ["sub": .string(String(repeating: "a", count: 256))], error: .missingClaim),
    Row(rule: "RFC 8725 §3.12: a refresh token", changes: ["token_type": "refresh"], error: .wrongTokenType),
    Row(rule: "RFC 8725 §3.11: an ID token's kind", changes: [:], header: ["typ": "dpop+jwt"], error: .wrongType),
    Row(rule: "RFC 7515 §4.1.11: crit", changes: [:], header: ["crit": ["exp"]], error: .criticalExtension),
    Row(rule: "RFC 8725 §3.1: none", changes: [:], header: ["alg": "none"], error: .algorithmNotAllowed),
    Row(rule: "RFC 8725 §3.1: PS256", changes: [:], header: ["alg": "PS256"], error: .algorithmNotAllowed),
    Row(rule: "RFC 8725 §3.1: RS512", changes: [:], header: ["alg": "RS512"], error: .algorithmNotAllowed),
    Row(rule: "RFC 8725 §3.1: ES384", changes: [:], header: ["alg": "ES384"], error: .algorithmNotAllowed),
    Row(
      rule: "RFC 8725 §2.1: HS256 by key id", changes: [:], header: ["alg": "HS256", "kid": "k"],
      error: .algorithmNotAllowed),
    Row(rule: "RFC 8725 §2.1: HS256 without", changes: [:], header: ["alg": "HS256"], error: .badSignature),
  ]

  @Test(arguments: rows)
  func refuses(_ row: Row) throws {
    let pair = try SignatureKeyPair(.edDSA)
    let verifier = try Self.verifier([pair.jwk(id: "k")])
    let token = pair.token(Tokens.foreign(row.changes), header: row.header)
    #expect(throws: row.error) { try verifier.verifyAccess(token, now: Tokens.now) }
  }

  @Test func ignoresAKeyInTheToken() throws {
    let evil = try SignatureKeyPair(.es256)
    let verifier = try Self.verifier([try SignatureKeyPair(.es256).jwk()])
    let token = evil.token(Tokens.foreign(), header: ["jwk": .object(evil.jwk())])
    #expect(throws: JWTError.badSignature) { try verifier.verifyAccess(token, now: Tokens.now) }
  }

  /// RFC 8725 §2.1: a public key, in any of its forms, must not be used as an HMAC secret.
  @Test func refusesAnHMACWithThePublicKeyAsSecret() throws {
    let pair = try SignatureKeyPair(.rs256)
    let verifier = try Self.verifier([pair.jwk(id: "k")])
    let jwk = pair.jwk(id: "k")
    let modulus = Base64URL.decode(jwk["n"]?.stringValue ?? "") ?? []
    for secret in [modulus, JSONValue.object(jwk).encoded] {
      for header in [#"{"alg":"HS256"}"#, #"{"alg":"HS256","kid":"k"}"#] {
        let token = Tokens.hmac(header, JSONValue.object(Tokens.foreign()).text, key: secret)
        #expect(throws: JWTError.self) { try verifier.verifyAccess(token, now: Tokens.now) }
      }
    }
  }

  /// RFC 8725 §3.1: each key has one algorithm.
  @Test func refusesAKeyWithTheAlgorithmOfAnother() throws {
    let ec = try SignatureKeyPair(.es256)
    let verifier = try Self.verifier([ec.jwk(id: "ec"), try SignatureKeyPair(.rs256).jwk(id: "rsa")])
    for header in [["kid": "ec", "alg": "RS256"], ["kid": "rsa"], ["kid": "ec", "alg": "EdDSA"]]
      as [[String: JSONValue]]
    {
      #expect(throws: JWTError.algorithmNotAllowed) {
        try verifier.verifyAccess(ec.token(Tokens.foreign(), header: header), now: Tokens.now)
      }
    }
  }

  /// RFC 7518 §3.4
  @Test func refusesECDSASignaturesInDER() throws {
    let pair = try SignatureKeyPair(.es256)
    let verifier = try Self.verifier([pair.jwk()])
    #expect(throws: JWTError.badSignature) {
      try verifier.verifyAccess(pair.token(Tokens.foreign(), asDER: true), now: Tokens.now)
    }
  }

  @Test func isRefusedAsARefreshToken() throws {
    let pair = try SignatureKeyPair(.edDSA)
    let verifier = try Self.verifier([pair.jwk()])
    #expect(throws: JWTError.algorithmNotAllowed) {
      try verifier.verify(
        pair.token(Tokens.foreign(["token_type": "refresh"])), expecting: .refresh, now: Tokens.now)
    }
  }

  /// RFC 7519 §4.1.1 and §2: `iss` is a case-sensitive string. Composed and decomposed letters differ.
  @Test(arguments: [
    "https://ID.example.org/\u{E9}", "https://id.example.org/e\u{301}", "https://id.example.org/\u{E9} ",
  ])
  func comparesTheIssuerByteByByte(issuer: String) throws {
    let pair = try SignatureKeyPair(.edDSA)
    let token = pair.token(Tokens.foreign(["iss": .string(issuer)]))
    let verifier = try Self.verifier([pair.jwk()], issuer: "https://id.example.org/\u{E9}")
    #expect(throws: JWTError.wrongIssuer) { try verifier.verifyAccess(token, now: Tokens.now) }
  }

  @Test func reportsTheIssuerIfAnyIsAccepted() throws {
    let pair = try SignatureKeyPair(.edDSA)
    let verifier = try Self.verifier([pair.jwk()], issuer: nil)
    for issuer in ["a", "", nil] as [String?] {
      let token = pair.token(Tokens.foreign(["iss": .optional(issuer)]))
      let bearer = try verifier.verifyAccess(token, now: Tokens.now)
      guard case .external(let claims) = bearer else { throw JWTError.malformed }
      #expect(claims.issuer == issuer ?? "")
    }
    for issuer in [1, [:], .string(String(repeating: "a", count: 1025))] as [JSONValue] {
      #expect(throws: JWTError.malformed) {
        try verifier.verifyAccess(pair.token(Tokens.foreign(["iss": issuer])), now: Tokens.now)
      }
    }
  }

  @Test func checksTheAudience() throws {
    let pair = try SignatureKeyPair(.edDSA)
    let verifier = try Self.verifier([pair.jwk()], issuer: nil, audience: "hearth")
    for audience in ["hearth", ["other", "hearth"]] as [JSONValue] {
      _ = try verifier.verifyAccess(pair.token(Tokens.foreign(["aud": audience])), now: Tokens.now)
    }
    for audience in ["other", ["other"], [], 1, nil] as [JSONValue] {
      #expect(throws: JWTError.wrongAudience) {
        try verifier.verifyAccess(pair.token(Tokens.foreign(["aud": audience])), now: Tokens.now)
      }
    }
  }
}
