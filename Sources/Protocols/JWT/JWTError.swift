/// The reason for which a token is refused. Clients are only informed that the token is invalid.
package enum JWTError: Error, Equatable, Sendable {
  /// The token is longer than 8 KiB.
  case tooLarge
  /// Not three parts of canonical base64url with JSON objects in the first two.
  case malformed
  /// `alg` is not the algorithm of the key (RFC 8725 §3.1), `none` included.
  case algorithmNotAllowed
  /// `crit` names an extension (RFC 7515 §4.1.11); none is supported.
  case criticalExtension
  /// `typ` names another kind of token (RFC 8725 §3.11).
  case wrongType
  /// `kid` names an unknown key.
  case unknownKey
  /// The signature does not verify.
  case badSignature
  /// `exp` is in the past.
  case expired
  /// `nbf` or `iat` is in the future.
  case notYetValid
  /// `iss` is another issuer.
  case wrongIssuer
  /// `aud` does not contain the required audience, or is present without one.
  case wrongAudience
  /// The token is an access token instead of a refresh token, or vice versa.
  case wrongTokenType
  /// A claim is missing or of another type.
  case missingClaim
}
