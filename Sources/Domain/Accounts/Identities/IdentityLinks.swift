import API
import Audit
import Bytes
import JWT
import Runtime
import Storage

/// The result of an attempt to link an identity to an account.
package enum IdentityLinkOutcome: Sendable {
  case linked(ExternalIdentity)
  /// The identity was linked to this account before.
  case unchanged(ExternalIdentity)
  /// The identity belongs to the account with this id, by a link or because the subject is that id.
  case belongsTo(userID: String)
  /// The account has `ExternalIdentity.maxPerAccount` identities.
  case tooMany
  /// Issuer or subject are too long or have control characters.
  case notLinkable
}

/// Links identities of another issuer to accounts. Any thread.
package struct IdentityLinks: Sendable {
  private let database: any Database
  private let environment: Environment
  private let signOuts: SignOuts
  private let externalAccounts: ExternalAccounts

  /// - Parameter externalAccounts: whether an identity without a link may create an account.
  init(
    database: any Database, environment: Environment, signOuts: SignOuts, externalAccounts: ExternalAccounts
  ) {
    self.database = database
    self.environment = environment
    self.signOuts = signOuts
    self.externalAccounts = externalAccounts
  }

  /// The identities that are linked to an account, oldest first.
  func all(of userID: String) async throws -> [ExternalIdentity] {
    try await database.read { try ExternalIdentityRepository.all(of: userID, in: $0) }
  }

  /// Links an identity to an account in one transaction. An identity of another account stays there.
  func link(
    issuer: String, subject: String, to userID: String, by origin: ExternalIdentity.Origin
  ) async throws -> IdentityLinkOutcome {
    let identity = newIdentity(issuer: issuer, subject: subject, userID: userID, by: origin)
    return try await database.write(in: .accounts) { connection in
      let outcome = try Self.outcome(of: identity, in: connection)
      if case .linked = outcome {
        try ExternalIdentityRepository.insert(identity, in: connection)
        if origin == .admin { try Self.record(.linkIdentity, identity, at: identity.linkedAt, in: connection) }
      }
      return outcome
    }
  }

  /// The outcome that linking would have now. Changes nothing.
  func outcome(
    linking issuer: String, subject: String, to userID: String, by origin: ExternalIdentity.Origin
  ) async throws -> IdentityLinkOutcome {
    let identity = newIdentity(issuer: issuer, subject: subject, userID: userID, by: origin)
    return try await database.read { try Self.outcome(of: identity, in: $0) }
  }

  /// The outcome that linking would have now.
  static func outcome(
    of identity: ExternalIdentity, in connection: any SQLConnection
  ) throws -> IdentityLinkOutcome {
    let (issuer, subject) = (identity.issuer, identity.subject)
    guard ExternalIdentity.isLinkable(issuer: issuer, subject: subject) else { return .notLinkable }
    if let known = try ExternalIdentityRepository.find(issuer: issuer, subject: subject, in: connection) {
      return known.userID == identity.userID ? .unchanged(known) : .belongsTo(userID: known.userID)
    }
    if let owner = try UserRepository.find(id: subject, in: connection), owner.id != identity.userID {
      return .belongsTo(userID: owner.id)
    }
    let count = try ExternalIdentityRepository.all(of: identity.userID, in: connection).count
    return count < ExternalIdentity.maxPerAccount ? .linked(identity) : .tooMany
  }

  /// Removes one of an account's identities and closes the account's sockets, as a sign-out does.
  /// - Throws: `Problem` 404; 409 `LAST_SIGN_IN` if the owner could not sign in any more.
  func unlink(identityID: String, of userID: String) async throws {
    let now = environment.now()
    try await database.write(in: .accounts) { connection in
      let all = try ExternalIdentityRepository.all(of: userID, in: connection)
      guard let user = try UserRepository.find(id: userID, in: connection),
        let identity = all.first(where: { $0.id == identityID })
      else { throw Problem.notFound("There is no linked identity with this id.") }
      guard all.count > 1 || user.hasPassword else { throw Self.lastSignIn }
      try ExternalIdentityRepository.unlink(identity, now: now, in: connection)
      try signOuts.record(userID, now: now, in: connection)
    }
    signOuts.apply(userID: userID)
  }

  /// The same by issuer and subject, for an administrator. - Returns: the account that it was linked to, or nil.
  func unlink(issuer: String, subject: String) async throws -> User? {
    let now = environment.now()
    let user = try await database.write(in: .accounts) { connection -> User? in
      guard let identity = try ExternalIdentityRepository.find(issuer: issuer, subject: subject, in: connection)
      else { return nil }
      try ExternalIdentityRepository.unlink(identity, now: now, in: connection)
      try Self.record(.unlinkIdentity, identity, at: now, in: connection)
      try signOuts.record(identity.userID, now: now, in: connection)
      return try UserRepository.find(id: identity.userID, in: connection)
    }
    if let user { signOuts.apply(userID: user.id) }
    return user
  }

  /// Records that the command line changed the links of an account.
  static func record(
    _ action: AuditAction, _ identity: ExternalIdentity, at now: Timestamp, in connection: any SQLConnection
  ) throws {
    let user = try UserRepository.find(id: identity.userID, in: connection)
    try AuditLog.append(
      action, by: .command, targetID: identity.userID, target: user?.username ?? "",
      details: ["issuer": identity.issuer, "subject": identity.subject], at: now, in: connection)
  }

  /// The account of a token's identity; nil if none has it.
  func account(of claims: ExternalClaims) async throws -> User? {
    try await database.read(for: .client(claims.subject)) {
      try ExternalIdentityRepository.account(issuer: claims.issuer, subject: claims.subject, in: $0)
    }
  }

  /// Creates the account of an identity at its first use. Of parallel first uses one creates it and the others find it.
  /// - Returns: nil if the identity was unlinked, its account was deleted, or it cannot be linked.
  func createAccount(for claims: ExternalClaims) async throws -> User? {
    let (issuer, subject) = (claims.issuer, claims.subject)
    // Before the transaction, which a client with such an identity could otherwise demand with each request.
    guard ExternalIdentity.isLinkable(issuer: issuer, subject: subject),
      try await !database.read(
        for: .client(subject),
        { try ExternalIdentityRepository.isRetired(issuer: issuer, subject: subject, in: $0) })
    else { return nil }
    let userID = environment.newID()
    let identity = newIdentity(issuer: issuer, subject: subject, userID: userID, by: .firstUse)
    let now = environment.now()
    return try await database.write(in: .accounts) { connection in
      if let user = try ExternalIdentityRepository.account(issuer: issuer, subject: subject, in: connection) {
        return user
      }
      guard try !ExternalIdentityRepository.isRetired(issuer: issuer, subject: subject, in: connection) else {
        return nil
      }
      let user = try freeName(for: subject, in: connection)
      try UserRepository.insert(user, id: userID, passwordHash: "", now: now, in: connection)
      try ExternalIdentityRepository.insert(identity, in: connection)
      return try UserRepository.find(id: userID, in: connection)
    }
  }

  /// Marks the identities of an account that is deleted, so that their next use creates none. Its id is a subject, too.
  func retireAll(of userID: String, now: Timestamp, in connection: any SQLConnection) throws {
    for identity in try ExternalIdentityRepository.all(of: userID, in: connection) {
      let digest = ExternalIdentity.digest(issuer: identity.issuer, subject: identity.subject)
      try ExternalIdentityRepository.retire(digest, now: now, in: connection)
    }
    guard externalAccounts == .create else { return }
    try ExternalIdentityRepository.retire(ExternalIdentity.digest(accountID: userID), now: now, in: connection)
  }

  /// An account's data with a username that shows the subject and has a random end: it cannot be registered beforehand, and
  /// it never equals the name of another user of the issuer.
  private func freeName(for subject: String, in connection: any SQLConnection) throws -> NewUser {
    let local = subject.prefix { $0 != "@" }.lowercased().unicodeScalars
    let plain = local.filter { $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil) }
    let start = plain.isEmpty ? "user" : String(String.UnicodeScalarView(plain.prefix(32)))
    for _ in 0..<8 {
      let name = "\(start)-\(Hex.encode(environment.randomBytes(4)))"
      let user = NewUser(username: try ProfilePolicy.username(name), password: "")
      if try !UserRepository.isTaken(user, in: connection) { return user }
    }
    throw UserRepository.nameTaken
  }

  private func newIdentity(
    issuer: String, subject: String, userID: String, by origin: ExternalIdentity.Origin
  ) -> ExternalIdentity {
    ExternalIdentity(
      id: environment.newID(), issuer: issuer, subject: subject, userID: userID, linkedAt: environment.now(),
      linkedBy: origin)
  }

  private static let lastSignIn = Problem.conflict(
    code: "LAST_SIGN_IN",
    "This account has no password, and no other identity is linked to it. Link another identity first, or ask the "
      + "administrator to set a password.")
}
