package import Bytes
import Crypto
import JWT
package import Storage
package import Web

/// Told when all sockets of an account must go.
package protocol SignOutListener: Sendable {
  func signedOut(userID: String)
}

/// A pair of tokens and whom they speak for.
package struct IssuedTokens: Sendable {
  package var access: String
  package var refresh: String
  /// Seconds until the access token expires.
  package var expiresIn: Int
  package var user: User
}

/// Accounts: who they are, how they sign in, and which tokens are good.
package final class AccountsService: Sendable {
  /// Limits of logins.
  package struct Configuration: Sendable {
    /// Failed logins per account and per address within the window before further ones must wait.
    package var loginAttempts = 10
    package var loginWindow: Duration = .seconds(300)
    /// Replaces every family's own lifetime where set.
    package var accessLifetime: Duration?
    package var refreshLifetime: Duration?

    package init() {}
  }

  let database: any Database
  let ambient: Ambient
  private let signer: TokenSigner
  private let verifier: TokenVerifier
  private let hasher: PasswordHasher
  private let throttle: LoginThrottle
  private let configuration: Configuration
  private let listener: any SignOutListener

  /// - Parameter key: the HS256 key, at least 32 bytes.
  package init(
    database: any Database, key: [UInt8], issuer: String, ambient: Ambient, configuration: Configuration = .init(),
    listener: any SignOutListener
  ) throws {
    self.database = database
    self.ambient = ambient
    self.configuration = configuration
    self.listener = listener
    signer = TokenSigner(key: key, issuer: issuer)
    verifier = TokenVerifier(key: key, issuer: issuer)
    hasher = try PasswordHasher()
    throttle = LoginThrottle(attempts: configuration.loginAttempts, window: configuration.loginWindow)
  }

  // MARK: - Accounts

  /// - Throws: `StorageError.uniqueViolation` where username or address are taken.
  package func create(_ user: NewUser) async throws -> User {
    let hash = try await hash(user.password)
    let id = ambient.newID()
    let now = ambient.now()
    return try await database.write { connection in
      try UserRepository.insert(user, id: id, passwordHash: hash, now: now, in: connection)
      guard let created = try UserRepository.find(id: id, in: connection) else { throw Problem.notFound() }
      return created
    }
  }

  package func users() async throws -> [User] { try await database.read { try UserRepository.all(in: $0) } }

  package func user(id: String) async throws -> User? {
    try await database.read { try UserRepository.find(id: id, in: $0) }
  }

  package func user(login: String) async throws -> User? {
    try await database.read { try UserRepository.find(login: login, in: $0) }
  }

  /// Changes a password and ends every session of the account.
  package func setPassword(_ password: String, of userID: String) async throws {
    let hash = try await hash(password)
    let now = ambient.now()
    try await database.write { connection in
      try UserRepository.setPassword(userID, hash: hash, now: now, in: connection)
      try SessionRepository.revokeAll(of: userID, now: now, in: connection)
    }
    listener.signedOut(userID: userID)
  }

  package func setDisabled(_ disabled: Bool, userID: String) async throws {
    try await database.write { try UserRepository.setDisabled(userID, disabled, in: $0) }
    if disabled { listener.signedOut(userID: userID) }
  }

  package func delete(userID: String) async throws {
    try await database.write { try UserRepository.delete(userID, in: $0) }
    listener.signedOut(userID: userID)
  }

  func updateProfile(_ userID: String, name: String, dateOfBirth: String?) async throws {
    let now = ambient.now()
    try await database.write {
      try UserRepository.setProfile(userID, name: name, dateOfBirth: dateOfBirth, now: now, in: $0)
    }
  }

  /// The documented accounts of a development server; those that exist are left alone.
  package func ensureDevelopmentAccounts() async throws {
    for (name, password, role) in [("admin", "admin123", "admin"), ("testuser2", "password", "user")] {
      if try await user(login: name) == nil {
        _ = try await create(NewUser(username: name, password: password, role: role))
      }
    }
  }

  // MARK: - Sessions

  /// Checks a password and opens a session.
  /// - Throws: `Problem` 401 where it does not match, 429 after too many tries.
  package func logIn(
    login: String, password: String, family: TokenFamily, remoteAddress: String
  ) async throws -> IssuedTokens {
    let keys = ["user:" + UserRepository.key(login), "address:" + remoteAddress]
    if let seconds = throttle.retryAfter(keys, now: ambient.now()) {
      throw Problem.tooManyRequests(retryAfter: seconds, "Too many failed logins. Please wait \(seconds) seconds.")
    }
    let found = login.utf8.count <= 254 ? try await user(login: login) : nil
    let matches = try await verify(String(password.prefix(1024)), against: found?.passwordHash)
    guard matches, let found, !found.isDisabled else {
      throttle.failed(keys, now: ambient.now())
      throw Problem.unauthorized(code: "INVALID_CREDENTIALS", "Username or password is wrong.")
    }
    throttle.succeeded(keys[0])
    return try await openSession(found, family: family)
  }

  /// Opens a session without a password: for a new account and for the command line.
  package func openSession(_ user: User, family: TokenFamily) async throws -> IssuedTokens {
    let now = ambient.now()
    let sessionID = ambient.newID()
    let tokens = issue(user, family: family, sessionID: sessionID, now: now)
    let refreshExpiry = now.advanced(by: refreshLifetime(family))
    try await database.write { connection in
      try SessionRepository.open(id: sessionID, userID: user.id, family: family, now: now, in: connection)
      try SessionRepository.store(tokens.refresh, sessionID: sessionID, expiresAt: refreshExpiry, in: connection)
    }
    return tokens
  }

  /// Trades a refresh token for a new pair. Presenting a spent one revokes the whole session.
  func refresh(_ token: String) async throws -> IssuedTokens {
    let now = ambient.now()
    let invalid = Problem.unauthorized(code: "INVALID_REFRESH_TOKEN", "The refresh token is invalid or expired.")
    guard let claims = try? verifier.verify(token, expecting: .refresh, now: now),
      let user = try await user(id: claims.subject), !user.isDisabled
    else { throw invalid }
    let issuer = self
    let outcome = try await database.write { connection -> (tokens: IssuedTokens?, reused: Bool) in
      switch try SessionRepository.spend(token, sessionID: claims.sessionID, now: now, in: connection) {
      case .unknown: return (nil, false)
      case .reused: return (nil, true)
      case .spent(let family):
        let tokens = issuer.issue(user, family: family, sessionID: claims.sessionID, now: now)
        let expiry = now.advanced(by: issuer.refreshLifetime(family))
        try SessionRepository.store(tokens.refresh, sessionID: claims.sessionID, expiresAt: expiry, in: connection)
        return (tokens, false)
      }
    }
    if outcome.reused {
      listener.signedOut(userID: user.id)
      throw Problem.unauthorized(code: "TOKEN_REVOKED", "The refresh token was used before; the session is revoked.")
    }
    guard let tokens = outcome.tokens else { throw invalid }
    return tokens
  }

  /// Ends a session and cuts the account's sockets.
  func logOut(_ identity: Identity) async throws { try await end(identity.sessionID, userID: identity.userID) }

  /// The same for the bearer of a refresh token; one that is not valid ends nothing.
  func logOut(refreshToken: String) async throws {
    guard let claims = try? verifier.verify(refreshToken, expecting: .refresh, now: ambient.now()) else { return }
    try await end(claims.sessionID, userID: claims.subject)
  }

  func checkPassword(_ password: String, of userID: String) async throws -> Bool {
    let found = try await user(id: userID)
    return try await verify(password, against: found?.passwordHash)
  }

  private func end(_ sessionID: String, userID: String) async throws {
    let now = ambient.now()
    try await database.write { try SessionRepository.revoke(sessionID, now: now, in: $0) }
    listener.signedOut(userID: userID)
  }

  /// Forgets expired sessions.
  package func purge() async throws {
    let now = ambient.now()
    try await database.write { try SessionRepository.purge(now: now, in: $0) }
  }

  private func issue(_ user: User, family: TokenFamily, sessionID: String, now: Timestamp) -> IssuedTokens {
    let accessLifetime = configuration.accessLifetime ?? family.accessLifetime
    func token(_ type: TokenType, _ lifetime: Duration) -> String {
      signer.sign(
        Claims(
          subject: user.id, username: user.username, email: user.email, tokenType: type, id: ambient.newID(),
          sessionID: sessionID, issuedAt: now, expiresAt: now.advanced(by: lifetime)))
    }
    return IssuedTokens(
      access: token(.access, accessLifetime), refresh: token(.refresh, refreshLifetime(family)),
      expiresIn: Int(accessLifetime.components.seconds), user: user)
  }

  private func refreshLifetime(_ family: TokenFamily) -> Duration {
    configuration.refreshLifetime ?? family.refreshLifetime
  }

  private func hash(_ password: String) async throws -> String {
    do { return try await hasher.hash(password, salt: ambient.randomBytes(16)) } catch is PasswordHasher.Busy {
      throw Self.busy
    }
  }

  private func verify(_ password: String, against hash: String?) async throws -> Bool {
    do { return try await hasher.verify(password, against: hash) } catch is PasswordHasher.Busy { throw Self.busy }
  }

  private static let busy = Problem(
    status: 503, code: "BUSY", message: "Too many logins at once. Please try again in a moment.",
    fields: ["Retry-After": "2"])
}

extension AccountsService: Authenticator {
  package func authenticate(_ token: String) async throws -> Identity? {
    guard let claims = try? verifier.verify(token, expecting: .access, now: ambient.now()) else { return nil }
    let live = try await database.read {
      try SessionRepository.isLive(claims.sessionID, userID: claims.subject, in: $0)
    }
    guard live else { return nil }
    return Identity(
      userID: claims.subject, username: claims.username, email: claims.email, expiresAt: claims.expiresAt,
      sessionID: claims.sessionID)
  }
}
