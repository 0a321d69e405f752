import API
import Bytes
import HTTPServer
import Runtime
import Storage

/// Creates, finds and deletes accounts. Any thread.
package struct Users: Sendable {
  private let database: any Database
  private let environment: Environment
  private let passwords: Passwords
  private let identities: IdentityLinks
  private let signOuts: SignOuts

  init(
    database: any Database, environment: Environment, passwords: Passwords, identities: IdentityLinks,
    signOuts: SignOuts
  ) {
    self.database = database
    self.environment = environment
    self.passwords = passwords
    self.identities = identities
    self.signOuts = signOuts
  }

  /// Creates an account.
  /// - Parameters:
  ///   - remoteAddress: the client that the work is counted for, or `Passwords.localAddress`.
  ///   - invitation: the digest of a code that is consumed in the transaction that creates the account.
  /// - Throws: `StorageError.uniqueViolation` if the username or address is taken, `Problem` 403 if the invitation cannot
  ///   be used, `Problem` 503 if too many wait.
  package func create(_ user: NewUser, remoteAddress: String, invitation: String? = nil) async throws -> User {
    let hash = try await passwords.hash(user.password, remoteAddress: remoteAddress)
    let id = environment.newID()
    let now = environment.now()
    return try await database.write(in: .accounts) { connection in
      try UserRepository.insert(user, id: id, passwordHash: hash, now: now, in: connection)
      if let invitation, try !InvitationRepository.consume(invitation, by: id, now: now, in: connection) {
        throw SignUpProblem.invitationInvalid
      }
      guard let created = try UserRepository.find(id: id, in: connection) else { throw Problem.notFound() }
      return created
    }
  }

  /// All accounts, oldest first.
  package func all() async throws -> [User] { try await database.read { try UserRepository.all(in: $0) } }

  /// Returns an account; nil if there is none with this id.
  package func find(id: String) async throws -> User? {
    try await database.read { try UserRepository.find(id: id, in: $0) }
  }

  /// Returns the account with a username or e-mail address; nil if there is none.
  package func find(login: String) async throws -> User? {
    try await database.read { try UserRepository.find(login: login, in: $0) }
  }

  /// Returns the account of the bearer. - Throws: `Problem` 401 or 404.
  func bearer(of request: Request) async throws -> User {
    guard let user = try await find(id: try request.requireIdentity().userID) else { throw Problem.notFound() }
    return user
  }

  /// Removes an account with all that belongs to it, at once.
  package func delete(userID: String) async throws {
    let now = environment.now()
    try await database.write(in: .accounts.and(.user(userID))) { connection in
      try identities.retireAll(of: userID, now: now, in: connection)
      try SignOutRepository.forget(userID, in: connection)
      try UserRepository.delete(userID, in: connection)
    }
    signOuts.apply(userID: userID)
  }

  /// Disables an account for good and records that it must be deleted, so that a deletion continues after a crash.
  /// - Throws: `Problem` 409 `LAST_ADMIN` for the last enabled administrator.
  package func beginDeletion(userID: String) async throws {
    let now = environment.now()
    try await database.write(in: .accounts.and(.user(userID))) { connection in
      if let user = try UserRepository.find(id: userID, in: connection), user.isAdmin, !user.isDisabled {
        try Self.checkOtherAdmin(than: userID, in: connection)
      }
      try Self.beginDeletion(userID, now: now, signOuts: signOuts, in: connection)
    }
    signOuts.apply(userID: userID)
  }

  /// The same in the caller's transaction, in the scope of the user and of all accounts: an administrator is lost.
  static func beginDeletion(
    _ userID: String, now: Timestamp, signOuts: SignOuts, in connection: any SQLConnection
  ) throws {
    try UserRepository.setDisabled(userID, true, in: connection)
    try SessionRepository.revokeAll(of: userID, now: now, in: connection)
    try signOuts.record(userID, now: now, in: connection)
    try DeletionRepository.begin(userID, now: now, in: connection)
  }

  /// Refuses to lose the last enabled administrator. - Throws: `Problem` 409 `LAST_ADMIN`.
  static func checkOtherAdmin(than userID: String, in connection: any SQLConnection) throws {
    guard try UserRepository.hasAdmin(except: userID, in: connection) else {
      throw Problem.conflict(
        code: "LAST_ADMIN", "This is the last enabled administrator. Give another account the role admin first.")
    }
  }

  /// Accounts whose deletion has begun, oldest first.
  func begunDeletions() async throws -> [String] {
    try await database.read { try DeletionRepository.begun(in: $0) }
  }

  /// Creates the accounts of `DevelopmentAccount.all` that do not exist yet. The password rules do not apply to them.
  package func createDevelopmentAccounts() async throws {
    for account in DevelopmentAccount.all where try await find(login: account.username) == nil {
      _ = try await create(
        NewUser(
          username: account.username, email: account.email, password: account.password, role: account.role),
        remoteAddress: Passwords.localAddress)
    }
  }
}
