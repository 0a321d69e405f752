import API
import Bytes
import Storage

/// Makes and redeems one-time links for a new password. Any thread.
struct PasswordLinks: Sendable {
  private let database: any Database
  private let environment: Environment
  private let passwords: Passwords
  private let lifetime: Duration

  init(database: any Database, environment: Environment, passwords: Passwords, lifetime: Duration) {
    self.database = database
    self.environment = environment
    self.passwords = passwords
    self.lifetime = lifetime
  }

  /// A new link. The caller stores it.
  func make(at now: Timestamp) -> PasswordLink {
    PasswordLink(
      token: Hex.encode(environment.randomBytes(PasswordLink.tokenBytes)), expiresAt: now.advanced(by: lifetime))
  }

  /// Sets the password of the account that a link belongs to, spends the link, and ends every session of the account.
  ///
  /// Wrong tokens count as failed logins of the client.
  /// - Throws: `Problem` 400 `WEAK_PASSWORD` or `PASSWORD_LINK_INVALID`, 429 after too many tries, 503 if too many wait.
  func redeem(_ token: String, password: String, remoteAddress: String) async throws {
    try PasswordPolicy.check(password, strict: false)
    let digest = PasswordLink.digest(of: token)
    let now = environment.now()
    let userID = try await passwords.countingFailures(of: remoteAddress) {
      try await database.read { try PasswordLinkRepository.userID(digest, now: now, in: $0) }
    }
    guard let userID else { throw Self.invalid }
    try await passwords.set(password, of: userID, remoteAddress: remoteAddress) { connection in
      // Another request may have spent or replaced the link while the password was hashed.
      guard try PasswordLinkRepository.userID(digest, now: now, in: connection) == userID else { throw Self.invalid }
    }
  }

  /// Deletes expired links, in steps that leave time for other writes.
  func purge() async throws {
    let now = environment.now()
    while try await database.write(
      in: .task("password links"), { try PasswordLinkRepository.purge(before: now, step: 1000, in: $0) })
    {}
  }

  private static let invalid = Problem.badRequest(
    code: "PASSWORD_LINK_INVALID", "The link is unknown, expired or already used. Ask the administrator for a new one.")
}
