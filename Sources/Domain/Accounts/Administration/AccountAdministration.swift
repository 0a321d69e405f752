package import API
package import Audit
import Bytes
import Storage

/// Changes accounts on behalf of an administrator or of the command line. Each change and its row in the audit log are one
/// transaction. Any thread.
package struct AccountAdministration: Sendable {
  private let database: any Database
  private let environment: Environment
  private let passwords: Passwords
  private let links: PasswordLinks
  private let signOuts: SignOuts

  init(
    database: any Database, environment: Environment, passwords: Passwords, links: PasswordLinks, signOuts: SignOuts
  ) {
    self.database = database
    self.environment = environment
    self.passwords = passwords
    self.links = links
    self.signOuts = signOuts
  }

  /// One page of the accounts, oldest first, and the number of all that match.
  func page(_ filter: AccountFilter, _ page: Page) async throws -> (rows: [AccountSummary], total: Int) {
    let now = environment.now()
    return try await database.read {
      try AccountSummaryRepository.page(filter, limit: page.limit, offset: page.offset, now: now, in: $0)
    }
  }

  /// - Throws: `Problem` 404
  package func find(_ id: String) async throws -> AccountSummary {
    let now = environment.now()
    return try await database.read { try Self.find(id, now: now, in: $0) }
  }

  /// Creates an account.
  /// - Parameters:
  ///   - password: nil for an account with a link by which the user chooses one.
  ///   - remoteAddress: the client that the hash is counted for.
  /// - Throws: `StorageError.uniqueViolation` if username or address are taken, `Problem` 403 or 503.
  func create(
    _ user: NewUser, password: String?, by actor: AuditActor, remoteAddress: String
  ) async throws -> (account: AccountSummary, link: PasswordLink?) {
    let hash = try await password.asyncMap { try await passwords.hash($0, remoteAddress: remoteAddress) }
    let id = environment.newID()
    let now = environment.now()
    let link = password == nil ? links.make(at: now) : nil
    let account = try await database.write(in: .accounts.and(actor.scope)) { connection in
      try UserRepository.insert(user, id: id, passwordHash: hash ?? "", now: now, in: connection)
      try AuditLog.append(
        .createUser, by: actor, targetID: id, target: user.username, details: ["role": user.role], at: now,
        in: connection)
      if let link { try PasswordLinkRepository.replace(link, userID: id, now: now, in: connection) }
      return try Self.find(id, now: now, in: connection)
    }
    return (account, link)
  }

  /// Changes the role, disables or enables; nil leaves the present value. Disabling ends all sessions of the account.
  /// - Parameter allowsLast: whether the last enabled administrator may lose the role.
  /// - Throws: `Problem` 404; 409 for the own account and for the last enabled administrator.
  package func change(
    _ id: String, role: UserRole? = nil, isDisabled: Bool? = nil, by actor: AuditActor, allowsLast: Bool = false
  ) async throws -> AccountSummary {
    let now = environment.now()
    let (account, isSignedOut) = try await database.write(in: Self.ruling(id, actor)) { connection in
      let user = try Self.find(id, now: now, in: connection).user
      let newRole = role?.rawValue ?? user.role
      let disables = isDisabled ?? user.isDisabled
      let staysAdmin = newRole == UserRole.admin.rawValue && !disables
      if newRole != user.role || disables != user.isDisabled {
        try Self.check(user, by: actor, staysAdmin: staysAdmin || allowsLast, in: connection)
      }
      if newRole != user.role {
        try UserRepository.setRole(user.id, newRole, now: now, in: connection)
        try Self.record(.changeRole, user, ["role": newRole], by: actor, at: now, in: connection)
      }
      if disables != user.isDisabled {
        try UserRepository.setDisabled(user.id, disables, in: connection)
        let action = disables ? AuditAction.disableUser : .enableUser
        try Self.record(action, user, by: actor, at: now, in: connection)
      }
      if disables {
        try PasswordLinkRepository.delete(userID: user.id, in: connection)
        try SessionRepository.revokeAll(of: user.id, now: now, in: connection)
        try signOuts.record(user.id, now: now, in: connection)
      }
      return (try Self.find(id, now: now, in: connection), disables)
    }
    if isSignedOut { signOuts.apply(userID: account.user.id) }
    return account
  }

  /// Disables an account for good and records that it must be deleted, so that a deletion continues after a crash.
  /// - Parameter allowsLast: as for `change`.
  /// - Returns: the id of the account.
  /// - Throws: `Problem` 404; 409 for the own account and for the last enabled administrator.
  package func beginDeletion(_ id: String, by actor: AuditActor, allowsLast: Bool = false) async throws -> String {
    let now = environment.now()
    let userID = try await database.write(in: Self.ruling(id, actor)) { connection in
      let user = try Self.find(id, now: now, in: connection).user
      try Self.check(user, by: actor, staysAdmin: allowsLast, in: connection)
      try Self.record(.deleteUser, user, by: actor, at: now, in: connection)
      try Users.beginDeletion(user.id, now: now, signOuts: signOuts, in: connection)
      return user.id
    }
    signOuts.apply(userID: userID)
    return userID
  }

  /// Creates a link that replaces an earlier one of the account.
  /// - Throws: `Problem` 404, 409 `ACCOUNT_DISABLED`.
  package func createPasswordLink(_ id: String, by actor: AuditActor) async throws -> PasswordLink {
    let now = environment.now()
    let link = links.make(at: now)
    try await database.write(in: Self.user(id).and(actor.scope)) { connection in
      let user = try Self.find(id, now: now, in: connection).user
      guard !user.isDisabled else {
        throw Problem.conflict(code: "ACCOUNT_DISABLED", "The account is disabled. Enable it first.")
      }
      try PasswordLinkRepository.replace(link, userID: user.id, now: now, in: connection)
      try Self.record(
        .createPasswordLink, user, ["expires_at": link.expiresAt.rfc3339], by: actor, at: now, in: connection)
    }
    return link
  }

  /// The sessions of an account that are not revoked or expired, newest first. - Throws: `Problem` 404
  package func sessions(of id: String, _ page: Page) async throws -> (rows: [SessionSummary], total: Int) {
    let now = environment.now()
    return try await database.read { connection in
      let user = try Self.find(id, now: now, in: connection).user
      return try SessionRepository.live(of: user.id, page, now: now, in: connection)
    }
  }

  /// The refresh tokens of an account that can still be used, the first to expire last. - Throws: `Problem` 404
  func tokens(of id: String) async throws -> [TokenSummary] {
    let now = environment.now()
    return try await database.read { connection in
      let user = try Self.find(id, now: now, in: connection).user
      return try SessionRepository.tokens(of: user.id, now: now, in: connection)
    }
  }

  /// Ends sessions of an account and closes its sockets.
  /// - Parameter sessionID: nil for all sessions.
  /// - Throws: `Problem` 404 if the account or the session does not exist.
  package func revokeSessions(
    of id: String, sessionID: String? = nil, action: AuditAction? = nil, by actor: AuditActor
  ) async throws {
    let now = environment.now()
    let scope = Self.user(id).and(actor.scope).and(signOuts.scope)
    let userID = try await database.write(in: scope) { connection in
      let user = try Self.find(id, now: now, in: connection).user
      var details: [String: String] = [:]
      if let sessionID {
        guard try SessionRepository.revoke(sessionID, userID: user.id, now: now, in: connection) else {
          throw Problem.notFound("The account has no such session.")
        }
        details["session_id"] = sessionID
      } else {
        try SessionRepository.revokeAll(of: user.id, now: now, in: connection)
      }
      let standard = sessionID == nil ? AuditAction.revokeAllSessions : .revokeSession
      try Self.record(action ?? standard, user, details, by: actor, at: now, in: connection)
      try signOuts.record(user.id, now: now, in: connection)
      return user.id
    }
    signOuts.apply(userID: userID)
  }

  // MARK: - Rules

  /// The scope of an account that a request names. Ids are stored in lower case.
  private static func user(_ id: String) -> WriteScope { .user(id.lowercased()) }

  /// The scope of a change that may concern the last administrator.
  private static func ruling(_ id: String, _ actor: AuditActor) -> WriteScope {
    .accounts.and(user(id)).and(actor.scope)
  }

  /// - Parameter staysAdmin: whether the account is an enabled administrator after the change.
  private static func check(
    _ user: User, by actor: AuditActor, staysAdmin: Bool, in connection: any SQLConnection
  ) throws {
    guard user.id != actor.id else {
      throw Problem.conflict(
        code: "OWN_ACCOUNT", "Another administrator must change the role of this account, disable or delete it.")
    }
    guard user.isAdmin, !user.isDisabled, !staysAdmin else { return }
    try Users.checkOtherAdmin(than: user.id, in: connection)
  }

  private static func record(
    _ action: AuditAction, _ user: User, _ details: [String: String] = [:], by actor: AuditActor, at now: Timestamp,
    in connection: any SQLConnection
  ) throws {
    try AuditLog.append(
      action, by: actor, targetID: user.id, target: user.username, details: details, at: now, in: connection)
  }

  private static func find(
    _ id: String, now: Timestamp, in connection: any SQLConnection
  ) throws -> AccountSummary {
    guard let account = try AccountSummaryRepository.find(id, now: now, in: connection) else {
      throw Problem.notFound("There is no account with this id.")
    }
    return account
  }
}

extension Optional {
  /// The result of `body` for the value; nil without one.
  fileprivate func asyncMap<Result>(_ body: (Wrapped) async throws -> Result) async rethrows -> Result? {
    guard let value = self else { return nil }
    return try await body(value)
  }
}
