import API
package import Audit
import Bytes
import HTTPServer
import JWT
import Storage

/// A pair of tokens and the user that they authenticate.
package struct IssuedTokens: Sendable {
  /// The access token, a JWT.
  package var access: String
  /// The refresh token, a JWT that can be used once.
  package var refresh: String
  /// Seconds until the access token expires.
  package var expiresIn: Int
  /// The account that the tokens authenticate.
  package var user: User
}

/// Receives each access token that this server issues, for a development server. Any thread.
package protocol TokenObserver: Sendable {
  /// Called before the client receives the token.
  func issued(accessToken: String, userID: String)
}

/// Opens, refreshes and ends sessions. Any thread.
package struct Sessions: Sendable {
  private let database: any Database
  private let environment: Environment
  private let keys: TokenKeys
  private let signOuts: SignOuts
  private let observer: (any TokenObserver)?
  /// Replaces every family's own lifetime; nil if it is not set.
  private let accessLifetime: Duration?
  /// The same for refresh tokens.
  private let refreshLifetime: Duration?
  private let refreshRetryWindow: Duration

  init(
    database: any Database, environment: Environment, keys: TokenKeys, signOuts: SignOuts,
    observer: (any TokenObserver)?, configuration: AccountsService.Configuration
  ) {
    self.database = database
    self.environment = environment
    self.keys = keys
    self.signOuts = signOuts
    self.observer = observer
    accessLifetime = configuration.accessLifetime
    refreshLifetime = configuration.refreshLifetime
    refreshRetryWindow = configuration.refreshRetryWindow
  }

  /// Opens a session without asking for the password: after it was checked, for a new account, for the command line.
  /// - Parameter actor: the administrator who opens the session of another person; nil for the user.
  /// - Throws: `Problem` 401 if the account was deleted, disabled or got another password in the meantime.
  package func open(_ user: User, family: TokenFamily, by actor: AuditActor? = nil) async throws -> IssuedTokens {
    let now = environment.now()
    let sessionID = environment.newID()
    let tokens = issue(user, family: family, sessionID: sessionID, now: now)
    let refreshExpiry = now.advanced(by: refreshLifetime(of: family))
    let scope = WriteScope.user(user.id).and(actor?.scope ?? .none)
    try await database.write(in: scope) { connection in
      // A password change or a disabling that came between check and commit ends this session, too.
      guard let current = try UserRepository.find(id: user.id, in: connection), !current.isDisabled,
        current.passwordHash == user.passwordHash
      else { throw Passwords.invalidCredentials }
      try SessionRepository.open(
        id: sessionID, userID: user.id, family: family, now: now, expiresAt: refreshExpiry, in: connection)
      try SessionRepository.store(tokens.refresh, sessionID: sessionID, expiresAt: refreshExpiry, in: connection)
      guard let actor else { return }
      try AuditLog.append(
        .issueToken, by: actor, targetID: user.id, target: user.username, details: ["session_id": sessionID], at: now,
        in: connection)
    }
    observer?.issued(accessToken: tokens.access, userID: user.id)
    return tokens
  }

  /// Exchanges a refresh token for a new pair with the lifetimes of `family`. A spent token revokes the session, unless it
  /// is the one spent last and was spent within the retry window: a client that lost the response repeats its request.
  /// - Throws: `Problem` 401; its text contains "revoked" if that is the reason.
  func refresh(_ token: String, family: TokenFamily) async throws -> IssuedTokens {
    let now = environment.now()
    guard let claims = try? keys.verifier.verify(token, expecting: .refresh, now: now) else {
      throw Self.invalidRefreshToken
    }
    let outcome = try await database.write(in: .user(claims.subject).and(signOuts.scope)) {
      [signOuts, refreshRetryWindow]
      connection -> (SessionRepository.Spending, IssuedTokens?) in
      let spending = try SessionRepository.spend(
        token, sessionID: claims.sessionID, userID: claims.subject, now: now, retryWindow: refreshRetryWindow,
        in: connection)
      if case .revoked(true) = spending { try signOuts.record(claims.subject, now: now, in: connection) }
      guard spending == .spent, let user = try UserRepository.find(id: claims.subject, in: connection),
        !user.isDisabled
      else { return (spending, nil) }
      let tokens = issue(user, family: family, sessionID: claims.sessionID, now: now)
      let expiry = now.advanced(by: refreshLifetime(of: family))
      try SessionRepository.store(tokens.refresh, sessionID: claims.sessionID, expiresAt: expiry, in: connection)
      return (spending, tokens)
    }
    if case .revoked(let revokedNow) = outcome.0 {
      if revokedNow { signOuts.apply(userID: claims.subject) }
      throw Problem.unauthorized(
        code: "TOKEN_REVOKED", "The refresh token has been revoked. Please log in again.")
    }
    guard let tokens = outcome.1 else { throw Self.invalidRefreshToken }
    observer?.issued(accessToken: tokens.access, userID: claims.subject)
    return tokens
  }

  /// Ends a session and closes the account's sockets. The token of another issuer has no session: only sockets are closed.
  func end(_ identity: Identity) async throws {
    if identity.sessionID.isEmpty {
      let now = environment.now()
      try await database.write(in: signOuts.scope) { try signOuts.record(identity.userID, now: now, in: $0) }
      signOuts.apply(userID: identity.userID)
    } else {
      try await end(identity.sessionID, userID: identity.userID)
    }
  }

  /// The same for the bearer of a refresh token; a token that is not valid ends nothing.
  func end(refreshToken: String) async throws {
    guard let claims = try? keys.verifier.verify(refreshToken, expecting: .refresh, now: environment.now()) else {
      return
    }
    try await end(claims.sessionID, userID: claims.subject)
  }

  /// Ends the session of a valid access or refresh token of this server, and closes the account's sockets.
  /// - Returns: the number of sessions that ended: 1, or 0 if the token is not valid or its session has ended.
  package func revoke(token: String) async throws -> Int {
    let now = environment.now()
    let claims =
      (try? keys.verifier.verify(token, expecting: .access, now: now))
      ?? (try? keys.verifier.verify(token, expecting: .refresh, now: now))
    guard let claims else { return 0 }
    return try await end(claims.sessionID, userID: claims.subject) ? 1 : 0
  }

  /// Ends all sessions of an account and closes its sockets. - Returns: their number.
  package func revokeAll(of userID: String) async throws -> Int {
    let now = environment.now()
    let count = try await database.write(in: .user(userID).and(signOuts.scope)) {
      try signOuts.record(userID, now: now, in: $0)
      return try SessionRepository.revokeAll(of: userID, now: now, in: $0)
    }
    signOuts.apply(userID: userID)
    return count
  }

  /// The number of sessions of an account that have not ended.
  package func liveCount(of userID: String) async throws -> Int {
    let now = environment.now()
    return try await database.read { try SessionRepository.liveCount(of: userID, now: now, in: $0) }
  }

  /// Deletes expired sessions and sign-outs that every process has read, in steps that leave time for other writes.
  package func purge() async throws {
    let now = environment.now()
    let step = 1000
    let scope = WriteScope.task("sessions")
    while try await database.write(in: scope, { try SessionRepository.purge(now: now, step: step, in: $0) }) {}
    let old = now.advanced(by: .seconds(-3600))
    while try await database.write(in: scope, { try SignOutRepository.purge(before: old, step: step, in: $0) }) {}
  }

  /// - Returns: whether the session had not ended before.
  @discardableResult
  private func end(_ sessionID: String, userID: String) async throws -> Bool {
    let now = environment.now()
    let ended = try await database.write(in: .user(userID).and(signOuts.scope)) { connection in
      let ended = try SessionRepository.revoke(sessionID, now: now, in: connection)
      if ended { try signOuts.record(userID, now: now, in: connection) }
      return ended
    }
    if ended { signOuts.apply(userID: userID) }
    return ended
  }

  private func issue(_ user: User, family: TokenFamily, sessionID: String, now: Timestamp) -> IssuedTokens {
    let accessLifetime = self.accessLifetime ?? family.accessLifetime
    func token(_ type: TokenType, _ lifetime: Duration) -> String {
      keys.signer.sign(
        Claims(
          subject: user.id, username: user.username, email: user.email, tokenType: type, id: environment.newID(),
          sessionID: sessionID, issuedAt: now, expiresAt: now.advanced(by: lifetime)))
    }
    return IssuedTokens(
      access: token(.access, accessLifetime), refresh: token(.refresh, refreshLifetime(of: family)),
      expiresIn: Int(accessLifetime.components.seconds), user: user)
  }

  private func refreshLifetime(of family: TokenFamily) -> Duration { refreshLifetime ?? family.refreshLifetime }

  private static let invalidRefreshToken = Problem.unauthorized(
    code: "INVALID_REFRESH_TOKEN", "The refresh token is invalid or expired.")
}
