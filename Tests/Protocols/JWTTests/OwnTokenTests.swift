import Bytes
import JSONCodec
import Testing

@testable import JWT

/// Tests of tokens issued by this server, and of forgeries.
@Suite struct OwnTokenTests {
  private static let good = #"{"alg":"HS256","typ":"JWT"}"#
  private static let verifier = TokenVerifier(key: Tokens.secret, issuer: "hearth")

  @Test func verifiesItsOwnSignatures() throws {
    let token = TokenSigner(key: Tokens.secret, issuer: "hearth").sign(Tokens.claims)
    #expect(try Self.verifier.verify(token, expecting: .access, now: Tokens.now) == Tokens.claims)
    #expect(try Self.verifier.verifyAccess(token, now: Tokens.now) == .session(Tokens.claims))
  }

  @Test(arguments: [
    good, #"{"alg":"HS256"}"#, #"{"typ":"jwt","alg":"HS256"}"#, #"{ "alg" : "HS256", "x-unknown": [1] }"#,
    #"{"alg":"HS256","jku":"https://evil.example.org/keys"}"#,
  ])
  func takesHeaders(header: String) throws {
    _ = try Self.verifier.verify(Tokens.hmac(header, Tokens.payload()), expecting: .access, now: Tokens.now)
  }

  struct Forgery: Sendable, CustomTestStringConvertible {
    var rule: String
    var token: String
    var error: JWTError
    var testDescription: String { rule }

    init(_ rule: String, _ token: String, _ error: JWTError) {
      self.rule = rule
      self.token = token
      self.error = error
    }

    static func header(_ rule: String, _ header: String, _ error: JWTError) -> Forgery {
      Forgery(rule, Tokens.hmac(header, Tokens.payload()), error)
    }

    static func claims(_ rule: String, _ changes: [String: JSONValue], _ error: JWTError) -> Forgery {
      Forgery(rule, Tokens.hmac(OwnTokenTests.good, Tokens.payload(changes)), error)
    }
  }

  private static let parts = Tokens.hmac(good, Tokens.payload()).split(separator: ".").map(String.init)
  private static let seconds = Tokens.now.seconds
  private static let wide = Base64URL.encode(Array(good.utf8).flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] })

  static let forms: [Forgery] = [
    Forgery("RFC 7515 §7.1: no text", "", .malformed),
    Forgery("RFC 7515 §7.1: one part", parts[0], .malformed),
    Forgery("RFC 7515 §7.1: two parts", parts[0] + "." + parts[1], .malformed),
    Forgery("RFC 7515 §7.1: four parts", parts.joined(separator: ".") + ".e30", .malformed),
    Forgery("RFC 7515 §7.1: a point at the end", parts.joined(separator: ".") + ".", .malformed),
    Forgery("RFC 7515 §7.1: a point at the start", "." + parts.joined(separator: "."), .malformed),
    Forgery("RFC 7515 §2: padding", "\(parts[0])=.\(parts[1]).\(parts[2])", .malformed),
    Forgery("RFC 7515 §2: padded signature", parts.joined(separator: ".") + "=", .malformed),
    Forgery("RFC 7515 §2: white space", parts.joined(separator: ".") + "\n", .malformed),
    Forgery("RFC 7515 §2: white space before", " " + parts.joined(separator: "."), .malformed),
    Forgery("RFC 4648 §5: the other alphabet", "\(parts[0]).\(parts[1]).++//", .malformed),
    Forgery("RFC 4648 §3.5: bits behind the end", "\(parts[0]).\(parts[1]).\(parts[2].dropLast())B", .malformed),
    Forgery("RFC 7515 §5.2: header is no JSON", Tokens.hmac("{", Tokens.payload()), .malformed),
    Forgery("RFC 7515 §5.2: header is an array", Tokens.hmac("[]", Tokens.payload()), .malformed),
    Forgery("RFC 7515 §5.2: header is a text", Tokens.hmac("\"HS256\"", Tokens.payload()), .malformed),
    Forgery("RFC 7519 §7.2: payload is no JSON", Tokens.hmac(good, "not json"), .malformed),
    Forgery("RFC 7519 §7.2: payload is an array", Tokens.hmac(good, "[]"), .malformed),
    Forgery("RFC 7519 §7.2: payload is empty", Tokens.hmac(good, ""), .malformed),
    Forgery("RFC 7519 §7.2: payload is null", Tokens.hmac(good, "null"), .malformed),
    Forgery(
      "size: more than 8 KiB", Tokens.hmac(good, Tokens.payload(["pad": .string(String(repeating: "x", count: 8000))])),
      .tooLarge),
    .header(
      "size: a header above 4 KiB", #"{"alg":"HS256","x":""# + String(repeating: "x", count: 3500) + #""}"#, .malformed),
    .header("RFC 7515 §4: alg twice, the first is good", #"{"alg":"HS256","alg":"none"}"#, .malformed),
    .header("RFC 7515 §4: alg twice, the last is good", #"{"alg":"none","alg":"HS256"}"#, .malformed),
    .header("RFC 7515 §4: alg twice, once escaped", #"{"alg":"HS256","\u0061lg":"HS256"}"#, .malformed),
    Forgery(
      "RFC 7519 §4: sub twice", Tokens.hmac(good, #"{"sub":"user-2","# + Tokens.payload().dropFirst()), .malformed),
    Forgery(
      "RFC 7519 §4: a member twice inside a claim",
      Tokens.hmac(good, #"{"x":[{"a":1,"a":1}],"# + Tokens.payload().dropFirst()), .malformed),
    Forgery("RFC 7515 §2: header in UTF-16", wide + "." + parts[1] + "." + parts[2], .malformed),
    Forgery("deep nesting", Tokens.hmac(good, String(repeating: "[", count: 3000)), .malformed),
  ]

  static let headers: [Forgery] = [
    .header("RFC 8725 §3.1: none", #"{"alg":"none"}"#, .algorithmNotAllowed),
    .header("RFC 8725 §3.1: None", #"{"alg":"None"}"#, .algorithmNotAllowed),
    .header("RFC 8725 §3.1: NONE", #"{"alg":"NONE"}"#, .algorithmNotAllowed),
    .header("RFC 8725 §3.1: nOnE", #"{"alg":"nOnE"}"#, .algorithmNotAllowed),
    Forgery(
      "RFC 8725 §3.1: none without a signature",
      Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + "." + parts[1] + ".", .algorithmNotAllowed),
    .header("RFC 8725 §3.1: another HMAC", #"{"alg":"HS512"}"#, .algorithmNotAllowed),
    .header("RFC 8725 §3.1: another case", #"{"alg":"hs256"}"#, .algorithmNotAllowed),
    .header("RFC 8725 §3.1: a blank behind", #"{"alg":"HS256 "}"#, .algorithmNotAllowed),
    .header("RFC 8725 §2.1: RS256 with the HMAC's key", #"{"alg":"RS256"}"#, .algorithmNotAllowed),
    .header("RFC 8725 §2.1: EdDSA with the HMAC's key", #"{"alg":"EdDSA"}"#, .algorithmNotAllowed),
    .header("RFC 7515 §4.1.1: no alg", #"{"typ":"JWT"}"#, .malformed),
    .header("RFC 7515 §4.1.1: alg is a number", #"{"alg":256}"#, .malformed),
    .header("RFC 7515 §4.1.1: alg is null", #"{"alg":null}"#, .malformed),
    .header("RFC 7515 §4.1.1: alg is a list", #"{"alg":["HS256"]}"#, .malformed),
    .header("RFC 7515 §4.1.11: crit", #"{"alg":"HS256","crit":["exp"]}"#, .criticalExtension),
    .header("RFC 7515 §4.1.11: an empty crit", #"{"alg":"HS256","crit":[]}"#, .criticalExtension),
    .header("RFC 7797 §3: b64", #"{"alg":"HS256","b64":false,"crit":["b64"]}"#, .criticalExtension),
    .header("RFC 7515 §4.1.4: a key id of nobody", #"{"alg":"HS256","kid":"x"}"#, .unknownKey),
    .header("RFC 7515 §4.1.4: a path as key id", #"{"alg":"HS256","kid":"../../dev/null"}"#, .unknownKey),
    .header("RFC 7515 §4.1.4: a number as key id", #"{"alg":"HS256","kid":1}"#, .malformed),
    .header("RFC 8725 §3.11: another kind of token", #"{"alg":"HS256","typ":"secevent+jwt"}"#, .wrongType),
    .header("RFC 8725 §3.11: nested", #"{"alg":"HS256","typ":"JWE"}"#, .wrongType),
    .header("RFC 7515 §4.1.9: typ is a number", #"{"alg":"HS256","typ":1}"#, .malformed),
  ]

  static let signatures: [Forgery] = [
    Forgery("RFC 8725 §3.3: another key", Tokens.hmac(good, Tokens.payload(), key: Array("x".utf8)), .badSignature),
    Forgery("RFC 8725 §3.3: an empty key", Tokens.hmac(good, Tokens.payload(), key: []), .badSignature),
    Forgery("RFC 8725 §3.3: no signature", parts[0] + "." + parts[1] + ".", .badSignature),
    Forgery("RFC 8725 §3.3: a short signature", parts[0] + "." + parts[1] + ".AAAA", .badSignature),
    Forgery(
      "RFC 8725 §3.3: changed claims",
      parts[0] + "." + Base64URL.encode(Array(Tokens.payload(["sub": "user-2"]).utf8)) + "." + parts[2], .badSignature),
    Forgery(
      "RFC 8725 §3.3: changed header",
      Base64URL.encode(Array(#"{"typ":"JWT","alg":"HS256"}"#.utf8)) + "." + parts[1] + "." + parts[2], .badSignature),
  ]

  static let contents: [Forgery] = [
    .claims("RFC 8725 §3.8: another issuer", ["iss": "evil"], .wrongIssuer),
    .claims("RFC 8725 §3.8: no issuer", ["iss": nil], .wrongIssuer),
    .claims("RFC 8725 §3.8: a list of issuers", ["iss": ["hearth"]], .wrongIssuer),
    .claims("RFC 7519 §4.1.4: expired", ["exp": .integer(seconds - 6)], .expired),
    .claims("RFC 7519 §4.1.4: expired long ago", ["exp": 0], .expired),
    .claims("RFC 7519 §4.1.4: no expiry", ["exp": nil], .missingClaim),
    .claims("RFC 7519 §2: a text as expiry", ["exp": "2099-01-01"], .missingClaim),
    .claims("RFC 7519 §2: an expiry beyond all dates", ["exp": .integer(.max)], .missingClaim),
    .claims("RFC 7519 §2: a negative expiry", ["exp": -1], .missingClaim),
    .claims("RFC 7519 §2: an expiry that is no number", ["exp": true], .missingClaim),
    .claims("RFC 7519 §4.1.5: not yet", ["nbf": .integer(seconds + 60)], .notYetValid),
    .claims("RFC 7519 §2: nbf is a text", ["nbf": "now"], .malformed),
    .claims("RFC 7519 §2: nbf beyond all dates", ["nbf": 1e300], .malformed),
    .claims("RFC 7519 §4.1.6: issued in the future", ["iat": .integer(seconds + 60)], .notYetValid),
    .claims("RFC 7519 §4.1.2: no subject", ["sub": nil], .missingClaim),
    .claims("RFC 7519 §4.1.2: a number as subject", ["sub": 1], .missingClaim),
    .claims("RFC 7519 §4.1.7: no id", ["jti": nil], .missingClaim),
    .claims("no session", ["sid": nil], .missingClaim),
    .claims("RFC 8725 §3.12: a refresh token", ["token_type": "refresh"], .wrongTokenType),
    .claims("RFC 8725 §3.12: an unknown kind", ["token_type": "id"], .missingClaim),
    .claims("RFC 8725 §3.12: no kind", ["token_type": nil], .missingClaim),
  ]

  @Test(arguments: forms + headers + signatures + contents)
  func refuses(_ row: Forgery) {
    #expect(throws: row.error) { try Self.verifier.verify(row.token, expecting: .access, now: Tokens.now) }
    #expect(throws: row.error) { try Self.verifier.verifyAccess(row.token, now: Tokens.now) }
  }

  @Test func refusesTheOtherTypeOfToken() {
    let token = TokenSigner(key: Tokens.secret, issuer: "hearth").sign(Tokens.claims)
    #expect(throws: JWTError.wrongTokenType) {
      try Self.verifier.verify(token, expecting: .refresh, now: Tokens.now)
    }
  }

  @Test func toleratesClocksThatDifferByFiveSeconds() throws {
    let token = Tokens.hmac(
      Self.good, Tokens.payload(["exp": .integer(Self.seconds - 4), "nbf": .integer(Self.seconds + 4)]))
    _ = try Self.verifier.verify(token, expecting: .access, now: Tokens.now)
  }
}
