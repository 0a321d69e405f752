package import Bytes
import JSONCodec

/// The type of a token. Neither type is accepted in place of the other.
package enum TokenType: String, Sendable {
  /// Authenticates requests.
  case access
  /// Obtains new tokens.
  case refresh
}

/// The claims of tokens issued by this server (RFC 7519 §4).
package struct Claims: Equatable, Sendable {
  /// `sub` and `user_id`: the user's id.
  package var subject: String
  /// The user's name at the time of issue.
  package var username: String
  /// The user's address at the time of issue; nil if there is none.
  package var email: String?
  /// `token_type`
  package var tokenType: TokenType
  /// `jti`
  package var id: String
  /// `sid`: the id of the session.
  package var sessionID: String
  /// `iat`, whole seconds
  package var issuedAt: Timestamp
  /// `exp`, whole seconds
  package var expiresAt: Timestamp

  /// Creates the claims of a new token. Times are truncated to seconds in the token.
  package init(
    subject: String, username: String, email: String?, tokenType: TokenType, id: String, sessionID: String,
    issuedAt: Timestamp, expiresAt: Timestamp
  ) {
    self.subject = subject
    self.username = username
    self.email = email
    self.tokenType = tokenType
    self.id = id
    self.sessionID = sessionID
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
  }

  /// The payload, with `issuer` as `iss`.
  func json(issuer: String) -> JSONValue {
    var members: [String: JSONValue] = [
      "iss": .string(issuer), "sub": .string(subject), "user_id": .string(subject), "username": .string(username),
      "token_type": .string(tokenType.rawValue), "jti": .string(id), "sid": .string(sessionID),
      "iat": .integer(issuedAt.seconds), "exp": .integer(expiresAt.seconds),
    ]
    if let email { members["email"] = .string(email) }
    return .object(members)
  }

  /// - Returns: nil if a claim is missing or of another type.
  init?(_ json: JSONValue) {
    guard let subject = json["sub"]?.stringValue, let username = json["username"]?.stringValue,
      let type = json["token_type"]?.stringValue.flatMap(TokenType.init), let id = json["jti"]?.stringValue,
      let session = json["sid"]?.stringValue, let issued = json["iat"]?.integerValue,
      let expires = json["exp"]?.integerValue, (0...253_402_300_799).contains(issued),
      (0...253_402_300_799).contains(expires)
    else { return nil }
    self.init(
      subject: subject, username: username, email: json["email"]?.stringValue, tokenType: type, id: id,
      sessionID: session, issuedAt: Timestamp(seconds: issued), expiresAt: Timestamp(seconds: expires))
  }
}
