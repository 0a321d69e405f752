// Tokens and key sets (RFC 7515, 7517, 7519). The first byte chooses: 0 a token, 1 header and payload (separated by a zero
// byte) that are signed here, 2 a key set, 3 claims, 4 as 1 but signed by another issuer. No token is accepted that was not
// signed or is outside of its validity period.
import Bytes
import Crypto
import FuzzSupport
import Glibc
import JSONCodec
import TestSupport

@testable import JWT

let secret = Array("0123456789abcdef0123456789abcdef".utf8)
let now = Timestamp(seconds: 1_768_478_400)
/// The public key of RFC 8037 §A.2 and one on P-256 (RFC 7515 §A.3), whose private keys are not used here.
let keySet = """
  {"keys":[
    {"kty":"OKP","crv":"Ed25519","kid":"ed","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"},
    {"kty":"EC","crv":"P-256","kid":"ec","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
     "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}
  """
let verifier = TokenVerifier(
  key: secret, issuer: "hearth",
  external: ExternalTokens(keys: try JWKSet(parsing: Array(keySet.utf8)), issuer: nil, audience: nil))

func isSigned(_ text: String) -> Bool {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  guard parts.count == 3 else { return false }
  let tag = HMACSHA256.authenticate(Array((parts[0] + "." + parts[1]).utf8), key: secret)
  return Base64URL.encode(tag) == parts[2]
}

func checkToken(_ text: String) {
  if let token = try? CompactToken(text) {
    let canonical = token.signedBytes + Array((".\(Base64URL.encode(token.signature))").utf8)
    require(canonical == Array(text.utf8), "another spelling of a token")
    require(text.utf8.count <= CompactToken.maxBytes, "a token over the limit")
  }
  var kinds = 0
  for type in [TokenType.access, .refresh] {
    guard let claims = try? verifier.verify(text, expecting: type, now: now) else { continue }
    kinds += 1
    checkBelieved(text, claims, type)
  }
  require(kinds < 2, "a token of both kinds")
  switch try? verifier.verifyAccess(text, now: now) {
  case .session(let claims): checkBelieved(text, claims, .access)
  case .external: require(false, "a signature that nobody made")
  case nil: break
  }
}

func checkBelieved(_ text: String, _ claims: Claims, _ type: TokenType) {
  require(isSigned(text), "believed without our signature")
  require(claims.tokenType == type, "another kind of token")
  require(claims.expiresAt.advanced(by: .seconds(5)) > now, "believed after its time")
  require(claims.issuedAt <= now.advanced(by: .seconds(5)), "believed before its time")
  let header = text.split(separator: ".").first.flatMap { Base64URL.decode($0) } ?? []
  let members = try? JSONValue(parsing: header)
  require(members?["alg"] == "HS256" && members?["crit"] == nil && members?["kid"] == nil, "a header that is refused")
}

func checkSigned(_ input: ArraySlice<UInt8>) {
  let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2 else { return }
  let signed = Base64URL.encode(Array(parts[0])) + "." + Base64URL.encode(Array(parts[1]))
  let tag = Base64URL.encode(HMACSHA256.authenticate(Array(signed.utf8), key: secret))
  checkToken(signed + "." + tag)
  // With one bit of the tag changed, it must not verify.
  var forged = HMACSHA256.authenticate(Array(signed.utf8), key: secret)
  forged[0] ^= 1
  let text = signed + "." + Base64URL.encode(forged)
  require((try? verifier.verify(text, expecting: .access, now: now)) == nil, "a forged tag")
}

func checkSet(_ bytes: [UInt8]) {
  guard let set = try? JWKSet(parsing: bytes) else { return }
  require((1...JWKSet.maxKeys).contains(set.keys.count), "a number of keys that is refused")
  require(Set(set.keys.compactMap(\.id)).count == set.keys.compactMap(\.id).count, "two keys of one name")
  for key in set.keys {
    require(!key.key.verifies([UInt8](repeating: 0, count: 64), of: bytes), "a signature of zeros")
    require(!key.key.verifies([], of: bytes), "no signature")
  }
}

func checkClaims(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let claims = Claims(
    subject: text, username: String(text.reversed()), email: text.isEmpty ? nil : text, tokenType: .refresh, id: text,
    sessionID: text, issuedAt: now, expiresAt: now.advanced(by: .seconds(60)))
  let token = TokenSigner(key: secret, issuer: "hearth").sign(claims)
  guard token.utf8.count <= CompactToken.maxBytes else { return }
  let again = try? verifier.verify(token, expecting: .refresh, now: now)
  require(again == claims, "claims changed by signing: \(String(describing: again))")
}

/// An issuer whose tokens are valid for the audience `hearth`.
let issuer = try SignatureKeyPair(.edDSA)
let trusting = TokenVerifier(
  key: secret, issuer: "hearth",
  external: ExternalTokens(
    keys: try JWKSet(parsing: JSONValue.object(["keys": [.object(issuer.jwk())]]).encoded), issuer: nil,
    audience: "hearth"))

@MainActor func checkForeign(_ input: ArraySlice<UInt8>) {
  let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2 else { return }
  let signed = Base64URL.encode(Array(parts[0])) + "." + Base64URL.encode(Array(parts[1]))
  let text = signed + "." + Base64URL.encode(issuer.sign(Array(signed.utf8)))
  switch try? trusting.verifyAccess(text, now: now) {
  case .session: require(false, "another issuer's token for our own")
  case .external(let claims):
    require(claims.expiresAt.advanced(by: .seconds(5)) > now, "believed after its time")
    require((1...255).contains(claims.subject.utf8.count), "a subject over its bounds")
    let payload = try? JSONValue(parsingUnique: Array(parts[1]))
    require(payload?["aud"] == "hearth" || payload?["aud"]?.arrayValue?.contains("hearth") == true, "not for us")
    require((try? verifier.verifyAccess(text, now: now)) == nil, "believed without the key")
  case nil: break
  }
}

exit(
  fuzz { input in
    switch input.first.map({ $0 % 5 }) {
    case 0: checkToken(String(decoding: input.dropFirst(), as: UTF8.self))
    case 1: checkSigned(input.dropFirst())
    case 2: checkSet(Array(input.dropFirst()))
    case 3: checkClaims(Array(input.dropFirst()))
    case 4: checkForeign(input.dropFirst())
    default: break
    }
  })
