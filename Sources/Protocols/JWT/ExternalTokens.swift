package import Bytes

/// Which tokens of another issuer are believed: those signed by a key of its set, for this audience.
package struct ExternalTokens: Sendable {
  let keys: JWKSet
  let issuer: String?
  let audience: String?

  /// - Parameters:
  ///   - issuer: what `iss` must be; nil where the keys alone decide.
  ///   - audience: what `aud` must contain; nil refuses tokens that are meant for a named audience (RFC 7519 §4.1.3).
  package init(keys: JWKSet, issuer: String?, audience: String?) {
    self.keys = keys
    self.issuer = issuer
    self.audience = audience
  }
}

/// What a token of another issuer says.
package struct ExternalClaims: Equatable, Sendable {
  /// `iss`; empty if the token has none.
  package var issuer: String
  /// `sub`
  package var subject: String
  /// `exp`
  package var expiresAt: Timestamp

  package init(issuer: String, subject: String, expiresAt: Timestamp) {
    self.issuer = issuer
    self.subject = subject
    self.expiresAt = expiresAt
  }
}

/// Whom an access token speaks for.
package enum Bearer: Equatable, Sendable {
  /// A token of our own, which belongs to a session.
  case session(Claims)
  /// A token of another issuer, good until it expires.
  case external(ExternalClaims)
}
