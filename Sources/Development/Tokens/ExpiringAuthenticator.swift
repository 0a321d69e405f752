package import API
package import HTTPServer

/// The authenticator of a development server: it refuses tokens that count as expired, with the response to those whose
/// time is over.
package struct ExpiringAuthenticator: Authenticator {
  private let inner: any Authenticator
  private let expired: ExpiredTokens

  /// - Parameter inner: decides about all other tokens.
  package init(_ inner: any Authenticator, expired: ExpiredTokens) {
    self.inner = inner
    self.expired = expired
  }

  /// Decides about a token.
  package func decide(_ token: String) async throws -> AuthenticationResult {
    let result = try await inner.decide(token)
    guard case .identity(let identity) = result, isExpired(token, identity) else { return result }
    return .refused(.unauthorized())
  }

  /// Returns the bearer of a token; nil if the token is not valid or counts as expired.
  package func authenticate(_ token: String) async throws -> Identity? {
    guard let identity = try await inner.authenticate(token), !isExpired(token, identity) else { return nil }
    return identity
  }

  /// Whether the account is enabled and has the role `admin` now.
  package func isAdmin(userID: String) async throws -> Bool { try await inner.isAdmin(userID: userID) }

  private func isExpired(_ token: String, _ identity: Identity) -> Bool {
    // Tokens of another issuer have no session.
    expired.contains(token, of: identity.userID, isExternal: identity.sessionID.isEmpty)
  }
}
