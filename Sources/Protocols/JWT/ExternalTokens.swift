package import Bytes

/// The tokens of another issuer that are accepted: signed by a key of its set, for this audience.
package struct ExternalTokens: Sendable {
  let keys: JWKSet
  let issuer: String?
  let audience: String?

  /// - Parameters:
  ///   - keys: the public keys of the issuer.
  ///   - issuer: the required value of `iss`; nil accepts any.
  ///   - audience: the required member of `aud`; nil refuses tokens with `aud` (RFC 7519 §4.1.3).
  package init(keys: JWKSet, issuer: String?, audience: String?) {
    self.keys = keys
    self.issuer = issuer
    self.audience = audience
  }
}

/// The claims of a token of another issuer.
package struct ExternalClaims: Equatable, Sendable {
  /// `iss`; empty if the token has none.
  package var issuer: String
  /// `sub`
  package var subject: String
  /// `exp`
  package var expiresAt: Timestamp

  /// - Parameters:
  ///   - issuer: `iss`, or an empty string.
  ///   - subject: `sub`, 1 to 255 bytes.
  ///   - expiresAt: `exp`.
  package init(issuer: String, subject: String, expiresAt: Timestamp) {
    self.issuer = issuer
    self.subject = subject
    self.expiresAt = expiresAt
  }
}

/// The bearer identified by an access token.
package enum Bearer: Equatable, Sendable {
  /// The user of a token issued by this server, which belongs to a session.
  case session(Claims)
  /// The subject of another issuer's token, valid until it expires.
  case external(ExternalClaims)
}
