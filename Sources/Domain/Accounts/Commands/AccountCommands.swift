import API
import Audit
package import Bytes
import HTTPServer
import JWT
import Storage

/// An error in the arguments of an account command.
package enum AccountCommandError: Error, Equatable, Sendable {
  /// No account has this username or e-mail address.
  case noSuchUser(login: String)
  /// Username or e-mail address belong to another account.
  case taken
  /// A rule for names, addresses or passwords is broken; a sentence for the person who reads it.
  case refused(String)
}

/// The claims of a valid token, and whether the server would accept it now.
package struct TokenCheck: Sendable, Equatable {
  /// The username, or the `sub` of another issuer's token.
  package var name: String
  /// The end of its validity (`exp`).
  package var expiresAt: Timestamp
  /// Whether it is a refresh token, which no route but the refresh accepts.
  package var isRefreshToken = false
  /// Whether its session is not revoked and its account exists and is enabled.
  package var isLive: Bool
  /// Whether another issuer signed it.
  package var isExternal = false
}

/// The operations of the command line on accounts, which it names by username or e-mail address. Any thread.
package struct AccountCommands: Sendable {
  private let users: Users
  private let administration: AccountAdministration
  private let passwords: Passwords
  private let sessions: Sessions
  private let identities: IdentityLinks
  private let usernameLinks: UsernameLinks
  private let authenticator: TokenAuthenticator
  private let keys: TokenKeys
  private let environment: Environment

  init(_ accounts: AccountsService) {
    users = accounts.users
    administration = accounts.administration
    passwords = accounts.passwords
    sessions = accounts.sessions
    identities = accounts.identities
    usernameLinks = UsernameLinks(database: accounts.database, environment: accounts.environment)
    authenticator = accounts.authenticator
    keys = accounts.keys
    environment = accounts.environment
  }

  /// Creates an account under the rules of a sign-up. - Throws: `AccountCommandError.taken` or `.refused`.
  package func createUser(
    username: String, email: String? = nil, password: String, name: String = "", role: String = "user"
  ) async throws -> User {
    let user = try explained {
      try PasswordPolicy.check(password, strict: false)
      return NewUser(
        username: try ProfilePolicy.username(username), email: try email.map(ProfilePolicy.email), password: password,
        name: try ProfilePolicy.name(name), role: role)
    }
    do {
      return try await administration.create(
        user, password: password, by: .command, remoteAddress: Passwords.localAddress
      ).account.user
    } catch StorageError.uniqueViolation {
      throw AccountCommandError.taken
    }
  }

  /// All accounts, oldest first.
  package func listUsers() async throws -> [User] { try await users.all() }

  /// - Parameter allowsLast: whether the last enabled administrator may be disabled.
  /// - Throws: `AccountCommandError.noSuchUser` or `.refused`.
  package func setDisabled(_ disabled: Bool, login: String, allowsLast: Bool = false) async throws {
    let id = try await named(login).id
    try await explaining {
      _ = try await administration.change(id, isDisabled: disabled, by: .command, allowsLast: allowsLast)
    }
  }

  /// - Parameter allowsLast: whether the last enabled administrator may lose the role.
  /// - Throws: `AccountCommandError.noSuchUser` or `.refused`.
  package func setRole(_ role: UserRole, login: String, allowsLast: Bool = false) async throws {
    let id = try await named(login).id
    try await explaining {
      _ = try await administration.change(id, role: role, by: .command, allowsLast: allowsLast)
    }
  }

  /// Begins the deletion of an account, which a running server completes within seconds, otherwise the next start.
  /// - Parameter allowsLast: whether the last enabled administrator may be deleted.
  /// - Throws: `AccountCommandError.noSuchUser` or `.refused`.
  package func beginDeletion(login: String, allowsLast: Bool = false) async throws {
    let id = try await named(login).id
    try await explaining {
      _ = try await administration.beginDeletion(id, by: .command, allowsLast: allowsLast)
    }
  }

  /// - Throws: `AccountCommandError.noSuchUser` or `.refused`.
  package func show(login: String) async throws -> AccountSummary {
    let id = try await named(login).id
    return try await explaining { try await administration.find(id) }
  }

  /// The sessions of an account that are not revoked or expired, newest first. - Throws: `AccountCommandError.noSuchUser`
  package func listSessions(login: String) async throws -> [SessionSummary] {
    let id = try await named(login).id
    return try await explaining { try await administration.sessions(of: id, Page(limit: 1000)).rows }
  }

  /// Ends one session of an account, or all. - Throws: `AccountCommandError.noSuchUser` or `.refused`.
  package func revokeSessions(login: String, sessionID: String? = nil) async throws {
    let id = try await named(login).id
    try await explaining {
      try await administration.revokeSessions(of: id, sessionID: sessionID?.lowercased(), by: .command)
    }
  }

  /// The refresh tokens of an account that can still be used. - Throws: `AccountCommandError.noSuchUser`
  package func listTokens(login: String) async throws -> [TokenSummary] {
    let id = try await named(login).id
    return try await explaining { try await administration.tokens(of: id) }
  }

  /// Ends the session of an access or refresh token. - Returns: the username.
  /// - Throws: `JWTError` if the token is not valid; `AccountCommandError.refused` if its session has ended.
  package func revokeToken(_ token: String) async throws -> String {
    let now = environment.now()
    let claims: Claims
    do throws(JWTError) { claims = try keys.verifier.verify(token, expecting: .access, now: now) } catch .wrongTokenType
    {
      claims = try keys.verifier.verify(token, expecting: .refresh, now: now)
    }
    try await explaining {
      try await administration.revokeSessions(
        of: claims.subject, sessionID: claims.sessionID, action: .revokeToken, by: .command)
    }
    return claims.username
  }

  /// Creates a one-time link to choose a password. - Throws: `AccountCommandError.noSuchUser` or `.refused`.
  package func createPasswordLink(login: String) async throws -> PasswordLink {
    let id = try await named(login).id
    return try await explaining { try await administration.createPasswordLink(id, by: .command) }
  }

  /// Ends every session of the account as well. - Throws: `AccountCommandError.noSuchUser` or `.refused`.
  package func setPassword(_ password: String, login: String) async throws {
    try explained { try PasswordPolicy.check(password, strict: false) }
    let user = try await named(login)
    let now = environment.now()
    try await passwords.set(password, of: user.id, remoteAddress: Passwords.localAddress) { connection in
      try AuditLog.append(
        .setPassword, by: .command, targetID: user.id, target: user.username, at: now, in: connection)
    }
  }

  /// A pair of tokens without the password. - Throws: `AccountCommandError.noSuchUser`, `.refused` if disabled.
  package func issueToken(login: String, family: TokenFamily = .fitness) async throws -> IssuedTokens {
    let user = try await named(login)
    guard !user.isDisabled else { throw AccountCommandError.refused("The account is disabled.") }
    return try await sessions.open(user, family: family, by: .command)
  }

  /// - Throws: `JWTError` if the token itself is not valid.
  package func checkToken(_ token: String) async throws -> TokenCheck {
    let now = environment.now()
    var isRefreshToken = false
    let bearer: Bearer
    do throws(JWTError) { bearer = try keys.verifier.verifyAccess(token, now: now) } catch .wrongTokenType {
      bearer = .session(try keys.verifier.verify(token, expecting: .refresh, now: now))
      isRefreshToken = true
    }
    let isLive = try await authenticator.identity(of: bearer) != nil
    switch bearer {
    case .session(let claims):
      return TokenCheck(
        name: claims.username, expiresAt: claims.expiresAt, isRefreshToken: isRefreshToken, isLive: isLive)
    case .external(let claims):
      return TokenCheck(name: claims.subject, expiresAt: claims.expiresAt, isLive: isLive, isExternal: true)
    }
  }

  /// Links an identity to an account, or returns what that would do.
  /// - Returns: the account and the outcome; nothing is changed if `dryRun` or the outcome is not `linked`.
  /// - Throws: `AccountCommandError.noSuchUser`
  package func linkIdentity(
    issuer: String, subject: String, login: String, dryRun: Bool
  ) async throws -> (user: User, outcome: IdentityLinkOutcome) {
    let user = try await named(login)
    let outcome =
      dryRun
      ? try await identities.outcome(linking: issuer, subject: subject, to: user.id, by: .admin)
      : try await identities.link(issuer: issuer, subject: subject, to: user.id, by: .admin)
    return (user, outcome)
  }

  /// Links subjects of an issuer to the accounts whose username they are: see `UsernameLinks`.
  package func linkByUsername(
    issuer: String, subjects: [String]? = nil, dryRun: Bool
  ) async throws -> [IdentityLinkLine] {
    try await usernameLinks.link(issuer: issuer, subjects: subjects, dryRun: dryRun)
  }

  /// Removes a link and signs its account out. - Throws: `AccountCommandError.refused` if there is no such link.
  package func unlinkIdentity(issuer: String, subject: String) async throws -> User {
    guard let user = try await identities.unlink(issuer: issuer, subject: subject) else {
      throw AccountCommandError.refused("this identity is not linked")
    }
    return user
  }

  /// - Throws: `AccountCommandError.noSuchUser`
  package func listIdentities(login: String) async throws -> [ExternalIdentity] {
    try await identities.all(of: try await named(login).id)
  }

  private func named(_ login: String) async throws -> User {
    guard let user = try await users.find(login: login) else { throw AccountCommandError.noSuchUser(login: login) }
    return user
  }

  private func explained<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let problem as Problem { throw AccountCommandError.refused(problem.message) }
  }

  private func explaining<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let problem as Problem { throw AccountCommandError.refused(problem.message) }
  }
}
