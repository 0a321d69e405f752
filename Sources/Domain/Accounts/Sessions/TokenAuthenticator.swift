package import API
import Bytes
package import HTTPServer
import JWT
import Runtime
import Storage

/// Verifies access tokens of this server and of another issuer. Any thread.
///
/// A class, because every request would copy a value of this size.
package final class TokenAuthenticator: Authenticator {
  private let database: any Database
  private let environment: Environment
  private let keys: TokenKeys
  private let liveSessions: LiveSessions?
  private let identities: IdentityLinks
  private let externalAccounts: ExternalAccounts

  /// - Parameters:
  ///   - liveSessions: caches results; nil to query the database for each token.
  ///   - externalAccounts: the effect of the first use of an identity without a link.
  init(
    database: any Database, environment: Environment, keys: TokenKeys, liveSessions: LiveSessions?,
    identities: IdentityLinks, externalAccounts: ExternalAccounts
  ) {
    self.database = database
    self.environment = environment
    self.keys = keys
    self.liveSessions = liveSessions
    self.identities = identities
    self.externalAccounts = externalAccounts
  }

  /// Returns the bearer of an access token; nil if the token is not valid.
  package func authenticate(_ token: String) async throws -> Identity? {
    guard case .identity(let identity) = try await decide(token) else { return nil }
    return identity
  }

  /// Verifies a token; the result has the reason if the token is not valid.
  package func decide(_ token: String) async throws -> AuthenticationResult {
    guard let bearer = try? keys.verifier.verifyAccess(token, now: environment.now()) else {
      return .refused(.unauthorized())
    }
    if case .external(let claims) = bearer { return try await decide(claims) }
    return try await identity(of: bearer).map(AuthenticationResult.identity) ?? .refused(.unauthorized())
  }

  private func decide(_ claims: ExternalClaims) async throws -> AuthenticationResult {
    var user = try await identities.account(of: claims)
    if user == nil, externalAccounts == .create { user = try await identities.createAccount(for: claims) }
    guard let user else { return .refused(Self.notLinked(claims)) }
    return user.isDisabled ? .refused(.unauthorized()) : .identity(Self.identity(claims, of: user))
  }

  /// Never creates an account.
  /// - Returns: nil if the session is revoked, or the account is disabled or does not exist.
  func identity(of bearer: Bearer) async throws -> Identity? {
    switch bearer {
    case .session(let claims):
      guard try await isLive(claims) else { return nil }
      return Identity(
        userID: claims.subject, username: claims.username, email: claims.email, expiresAt: claims.expiresAt,
        sessionID: claims.sessionID)
    case .external(let claims):
      guard let user = try await identities.account(of: claims), !user.isDisabled else { return nil }
      return Self.identity(claims, of: user)
    }
  }

  private static func identity(_ claims: ExternalClaims, of user: User) -> Identity {
    Identity(userID: user.id, username: user.username, email: user.email, expiresAt: claims.expiresAt, sessionID: "")
  }

  /// The bearer proved the identity, so the answer may repeat it: an administrator needs both parts to link it.
  private static func notLinked(_ claims: ExternalClaims) -> Problem {
    var problem = Problem.unauthorized(
      code: "IDENTITY_NOT_LINKED",
      "No account is linked to this identity. Log in to your account with its password and send this token to POST "
        + "/api/v1/users/me/identities, or ask the administrator to run: hearth user link ISSUER SUB USER")
    problem.details = ["issuer": claims.issuer, "subject": claims.subject]
    return problem
  }

  /// Whether the account is enabled and has the role `admin`. Queries the database, so that a change by a command has effect
  /// at once.
  package func isAdmin(userID: String) async throws -> Bool {
    try await database.read(for: .client(userID)) { connection in
      guard let user = try UserRepository.find(id: userID, in: connection) else { return false }
      return user.isAdmin && !user.isDisabled
    }
  }

  private func isLive(_ claims: Claims) async throws -> Bool {
    let now = MonotonicInstant.now
    if liveSessions?.contains(claims.sessionID, of: claims.subject, at: now) == true { return true }
    let query = liveSessions?.queryBegan(at: now)
    let isLive = try await database.read(for: .client(claims.subject)) {
      try SessionRepository.isLive(claims.sessionID, userID: claims.subject, in: $0)
    }
    if isLive, let query { liveSessions?.add(claims.sessionID, of: claims.subject, since: query) }
    return isLive
  }
}
