import Bytes
import Crypto
import JSONCodec
import TestSupport

@testable import JWT

/// The keys, times and claims shared by the tests of tokens.
enum Tokens {
  static let secret = Array("0123456789abcdef0123456789abcdef".utf8)
  static let now = Timestamp(seconds: 1_768_478_400)
  static let claims = Claims(
    subject: "user-1", username: "ann", email: "ann@example.org", tokenType: .access, id: "j1", sessionID: "s1",
    issuedAt: now, expiresAt: now.advanced(by: .seconds(3600)))

  /// Returns a token with any header and payload, and an HMAC under `key`.
  static func hmac(_ header: String, _ payload: String, key: [UInt8] = secret) -> String {
    let signed = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(payload.utf8))
    return signed + "." + Base64URL.encode(HMACSHA256.authenticate(Array(signed.utf8), key: key))
  }

  /// The payload of a valid own access token with `changes`; null removes a member.
  static func payload(_ changes: [String: JSONValue] = [:]) -> String {
    var members = claims.json(issuer: "hearth").objectValue ?? [:]
    for (name, value) in changes { members[name] = value.isNull ? JSONValue?.none : value }
    return JSONValue.object(members).text
  }

  /// The claims of a valid token of another issuer with `changes`; null removes a member.
  static func foreign(_ changes: [String: JSONValue] = [:]) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "iss": "https://id.example.org", "sub": "user-1", "iat": .integer(now.seconds),
      "exp": .integer(now.seconds + 600),
    ]
    for (name, value) in changes { members[name] = value.isNull ? JSONValue?.none : value }
    return members
  }

  static func set(_ keys: [[String: JSONValue]]) -> [UInt8] {
    JSONValue.object(["keys": .array(keys.map(JSONValue.object))]).encoded
  }
}
