import API
package import Bytes
import HTTPServer
package import HealthModels
package import JWT
import Net
import Runtime
package import Storage

/// Closes all sockets of an account when it is signed out.
package protocol SignOutListener: Sendable {
  /// Closes the sockets of an account. Any thread.
  func signedOut(userID: String)
}

/// Accounts, their sessions, and the validity of tokens.
package final class AccountsService: Sendable {
  /// Limits of logins and lifetimes of tokens.
  package struct Configuration: Sendable {
    /// Failed logins to one account from one client address within the window before further ones must wait for its end.
    package var loginAttempts = 10
    /// The same per client address; more, because many people may share one.
    package var addressAttempts = 100
    /// Failed logins to one account from anywhere within the window before logins from new addresses are delayed.
    package var accountAttempts = 10
    /// The longest of these delays, which start at one second and double; zero for none.
    package var maxAccountDelay: Duration = .seconds(30)
    /// The window in which failed logins are counted.
    package var loginWindow: Duration = .seconds(300)
    /// Replaces every family's own lifetime where set.
    package var accessLifetime: Duration?
    /// The same for refresh tokens.
    package var refreshLifetime: Duration?
    /// The sign-up mode of the REST routes.
    package var signUp = SignUpMode.open
    /// Sign-ups of one client address per hour; 0 means no limit.
    package var signUpsPerHour = 20
    /// Threads that hash passwords, at least 1. Each takes 32 MiB while it hashes.
    package var hashThreads = 1
    /// The effect of the first use of an external identity without a link.
    package var externalAccounts = ExternalAccounts.link

    /// The defaults.
    package init() {}

    var throttleLimits: LoginThrottle.Limits {
      LoginThrottle.Limits(
        attempts: loginAttempts, addressAttempts: addressAttempts, accountAttempts: accountAttempts,
        maxAccountDelay: maxAccountDelay, window: loginWindow)
    }
  }

  let database: any Database
  let environment: Environment
  let signer: TokenSigner
  private let verifiers: HotSwappable<TokenVerifier>
  private let makeVerifier: @Sendable (ExternalTokens?) -> TokenVerifier
  let hasher: PasswordHasher
  let throttle: LoginThrottle
  let signUps: SignUpLimiter
  let configuration: Configuration
  private let listener: (any SignOutListener)?
  /// nil without a listener: a command asks once, and no sign-out reaches it.
  let liveSessions: LiveSessions?
  let observer: (any ProfileObserver)?

  /// - Parameters:
  ///   - key: the HS256 key, at least 32 bytes.
  ///   - external: another issuer whose access tokens are accepted beside our own.
  ///   - listener: closes sockets; nil in a command, which leaves that to the running server (`SignOutWatch`).
  ///   - observer: deletes facts that other domains know when the user deletes them from the profile.
  /// - Throws: `SystemError` if the hashing thread cannot be started.
  package init(
    database: any Database, key: [UInt8], issuer: String, external: ExternalTokens? = nil, environment: Environment,
    configuration: Configuration = .init(), listener: (any SignOutListener)?,
    observer: (any ProfileObserver)? = nil
  ) throws {
    self.database = database
    self.environment = environment
    self.configuration = configuration
    self.listener = listener
    liveSessions = listener == nil ? nil : LiveSessions()
    self.observer = observer
    signer = TokenSigner(key: key, issuer: issuer)
    let makeVerifier: @Sendable (ExternalTokens?) -> TokenVerifier = { external in
      TokenVerifier(key: key, issuer: issuer, external: external)
    }
    self.makeVerifier = makeVerifier
    verifiers = HotSwappable(makeVerifier(external))
    hasher = try PasswordHasher(threads: configuration.hashThreads)
    throttle = LoginThrottle(configuration.throttleLimits)
    signUps = SignUpLimiter(limit: configuration.signUpsPerHour)
  }

  /// Ends the threads that hash passwords. Call it once no request can arrive any more.
  package func stop() async { await hasher.stop() }

  /// Applies the end of all sessions of an account: the next request is refused, and sockets are closed.
  func signedOut(userID: String) {
    liveSessions?.forget()
    listener?.signedOut(userID: userID)
  }

  /// The check of tokens, with the current keys.
  var verifier: TokenVerifier { verifiers.current }

  /// Replaces the other issuer whose access tokens are accepted. Any thread.
  package func replaceExternalTokens(by external: ExternalTokens?) { verifiers.replace(by: makeVerifier(external)) }

  /// - Parameters:
  ///   - remoteAddress: the client that the work is counted for, or `localAddress`.
  ///   - invitation: the digest of a code that is consumed in the transaction that creates the account.
  /// - Throws: `StorageError.uniqueViolation` if the username or address is taken, `Problem` 403 if the invitation cannot
  ///   be used, `Problem` 503 if too many wait.
  package func create(_ user: NewUser, remoteAddress: String, invitation: String? = nil) async throws -> User {
    let hash = try await hash(user.password, remoteAddress: remoteAddress)
    let id = environment.newID()
    let now = environment.now()
    return try await database.write { connection in
      try UserRepository.insert(user, id: id, passwordHash: hash, now: now, in: connection)
      if let invitation, try !InvitationRepository.consume(invitation, by: id, now: now, in: connection) {
        throw SignUpProblem.invitationInvalid
      }
      guard let created = try UserRepository.find(id: id, in: connection) else { throw Problem.notFound() }
      return created
    }
  }

  /// All accounts, oldest first.
  package func users() async throws -> [User] { try await database.read { try UserRepository.all(in: $0) } }

  /// Returns an account; nil if there is none with this id.
  package func user(id: String) async throws -> User? {
    try await database.read { try UserRepository.find(id: id, in: $0) }
  }

  /// By username or e-mail address.
  package func user(login: String) async throws -> User? {
    try await database.read { try UserRepository.find(login: login, in: $0) }
  }

  /// Changes a password and ends every session of the account.
  /// - Parameter remoteAddress: as for `create`.
  /// - Throws: `Problem` 503 if too many wait.
  package func setPassword(_ password: String, of userID: String, remoteAddress: String) async throws {
    let hash = try await hash(password, remoteAddress: remoteAddress)
    let now = environment.now()
    try await database.write { connection in
      try UserRepository.setPassword(userID, hash: hash, now: now, in: connection)
      try SessionRepository.revokeAll(of: userID, now: now, in: connection)
      try self.leaveSignOut(userID, now: now, in: connection)
    }
    signedOut(userID: userID)
  }

  /// Disables an account and ends its sessions, or enables it again.
  package func setDisabled(_ disabled: Bool, userID: String) async throws {
    let now = environment.now()
    try await database.write { connection in
      try UserRepository.setDisabled(userID, disabled, in: connection)
      guard disabled else { return }
      try SessionRepository.revokeAll(of: userID, now: now, in: connection)
      try self.leaveSignOut(userID, now: now, in: connection)
    }
    if disabled { signedOut(userID: userID) }
  }

  /// Removes an account with all that belongs to it, at once.
  package func delete(userID: String) async throws {
    let now = environment.now()
    try await database.write { connection in
      try self.retireIdentities(of: userID, now: now, in: connection)
      try SignOutRepository.forget(userID, in: connection)
      try UserRepository.delete(userID, in: connection)
    }
    signedOut(userID: userID)
  }

  /// Disables an account for good and records that it must be deleted, so that a deletion continues after a crash.
  package func beginDeletion(userID: String) async throws {
    let now = environment.now()
    try await database.write { connection in
      try UserRepository.setDisabled(userID, true, in: connection)
      try SessionRepository.revokeAll(of: userID, now: now, in: connection)
      try DeletionRepository.begin(userID, now: now, in: connection)
    }
    signedOut(userID: userID)
  }

  /// Accounts whose deletion has begun, oldest first.
  package func deletions() async throws -> [String] {
    try await database.read { try DeletionRepository.begun(in: $0) }
  }

  /// Returns the body profile with the age as of today, and the time of its last change; empty for an unknown user.
  package func bodyProfile(of userID: String) async throws -> (body: BodyProfile, changedAt: Timestamp?) {
    let today = environment.now().date
    return try await database.read { connection -> (body: BodyProfile, changedAt: Timestamp?) in
      guard let user = try UserRepository.find(id: userID, in: connection) else { return (BodyProfile(), nil) }
      let stored = try StoredBodyProfile.find(userID, in: connection)
      var body = stored.body
      body.age = stored.age(dateOfBirth: user.dateOfBirth, today: today)
      return (body, stored.changedAt)
    }
  }

  /// Changes an account's profile in one transaction; nil leaves a field unchanged. - Throws: the error of `change`.
  func updateProfile(
    _ userID: String, name: String?, dateOfBirth: String?,
    change: @escaping @Sendable (inout StoredBodyProfile) throws -> Set<BodyProfile.Field>
  ) async throws {
    let now = environment.now()
    try await database.write { connection in
      guard let user = try UserRepository.find(id: userID, in: connection) else { throw Problem.notFound() }
      try UserRepository.setProfile(
        userID, name: name ?? user.name, dateOfBirth: dateOfBirth ?? user.dateOfBirth, now: now, in: connection)
      let old = try StoredBodyProfile.find(userID, in: connection)
      var new = old
      let forgotten = try change(&new)
      if !forgotten.isEmpty { try self.observer?.cleared(forgotten, of: userID, in: connection) }
      if new != old || dateOfBirth != nil { try new.save(userID, at: now, in: connection) }
    }
  }

  /// Creates the accounts of `DevelopmentAccount.all` that do not exist yet. The password rules do not apply to them.
  package func ensureDevelopmentAccounts() async throws {
    for account in DevelopmentAccount.all where try await user(login: account.username) == nil {
      _ = try await create(
        NewUser(
          username: account.username, email: account.email, password: account.password, role: account.role),
        remoteAddress: Self.localAddress)
    }
  }

  /// Records a sign-out for the running server if this process has no sockets (`SignOutWatch`).
  func leaveSignOut(_ userID: String, now: Timestamp, in connection: any SQLConnection) throws {
    if listener == nil { try SignOutRepository.append(userID, now: now, in: connection) }
  }

  private func hash(_ password: String, remoteAddress: String) async throws -> String {
    let request = HashRequest(client: ClientNetwork(clientAddress: remoteAddress), priority: .newPassword)
    do { return try await hasher.hash(password, salt: environment.randomBytes(16), request) } catch is PasswordHasher
      .Busy
    {
      throw Self.busy
    }
  }

  /// The client of what the operator does, on the command line or at the start.
  package static let localAddress = "local"

  static let busy = Problem(
    status: 503, code: "BUSY", message: "Too many logins and sign-ups at once. Please try again in a moment.",
    fields: ["Retry-After": "2"])
}
