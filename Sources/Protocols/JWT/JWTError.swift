/// Why a token is not believed. None of it is told to a client, but that the token is not valid.
package enum JWTError: Error, Equatable, Sendable {
  /// Longer than 8 KiB.
  case tooLarge
  /// Not three parts of canonical base64url with JSON objects in the first two.
  case malformed
  /// `alg` is not the one of the key (RFC 8725 §3.1), `none` included.
  case algorithmNotAllowed
  /// `crit` names an extension (RFC 7515 §4.1.11); none is known here.
  case criticalExtension
  /// `typ` says that it is something else (RFC 8725 §3.11).
  case wrongType
  /// `kid` names no key that is known here.
  case unknownKey
  case badSignature
  case expired
  /// `nbf` or `iat` lie in the future.
  case notYetValid
  case wrongIssuer
  /// `aud` names others, or is missing where it must name us.
  case wrongAudience
  /// An access token where a refresh token is needed, or the reverse.
  case wrongTokenType
  /// A claim is missing or of another type.
  case missingClaim
}
