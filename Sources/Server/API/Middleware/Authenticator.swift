package import HTTPServer

/// The decision about an access token.
package enum AuthenticationResult: Sendable {
  /// The token is valid.
  case identity(Identity)
  /// The token is not valid. The problem is the response of a route that requires a token.
  case refused(Problem)
}

/// Verifies access tokens of routes and sockets. Any thread.
package protocol Authenticator: Sendable {
  /// The same as `authenticate`, with the reason of a refusal if the client may know it.
  func decide(_ token: String) async throws -> AuthenticationResult

  /// The identity of an access token; nil if the token is malformed, forged, expired, revoked, or of another type, or if
  /// its user is disabled.
  /// - Throws: an error of the storage.
  func authenticate(_ token: String) async throws -> Identity?

  /// Whether the account is enabled and has the role `admin` now.
  /// - Throws: an error of the storage.
  func isAdmin(userID: String) async throws -> Bool
}

extension Authenticator {
  /// Refuses with the general reason.
  package func decide(_ token: String) async throws -> AuthenticationResult {
    if let identity = try await authenticate(token) { .identity(identity) } else { .refused(.unauthorized()) }
  }

  /// The default of an authenticator without roles: returns false.
  package func isAdmin(userID: String) async throws -> Bool { false }
}
