import Bytes
import JWT
import Runtime
import Storage
package import Web

extension AccountsService: Authenticator {
  package func authenticate(_ token: String) async throws -> Identity? {
    guard let bearer = try? verifier.verifyAccess(token, now: ambient.now()) else { return nil }
    return try await identity(of: bearer)
  }

  /// - Returns: nil where the session is revoked, or the account is disabled or not there.
  func identity(of bearer: Bearer) async throws -> Identity? {
    switch bearer {
    case .session(let claims):
      guard try await isLive(claims) else { return nil }
      return Identity(
        userID: claims.subject, username: claims.username, email: claims.email, expiresAt: claims.expiresAt,
        sessionID: claims.sessionID)
    case .external(let claims):
      guard let user = try await user(named: claims.subject), !user.isDisabled else { return nil }
      return Identity(
        userID: user.id, username: user.username, email: user.email, expiresAt: claims.expiresAt, sessionID: "")
    }
  }

  private func isLive(_ claims: Claims) async throws -> Bool {
    let now = Moment.now
    if liveSessions?.contains(claims.sessionID, of: claims.subject, at: now) == true { return true }
    let question = liveSessions?.question(at: now)
    let isLive = try await database.read {
      try SessionRepository.isLive(claims.sessionID, userID: claims.subject, in: $0)
    }
    if isLive, let question { liveSessions?.remember(claims.sessionID, of: claims.subject, asked: question) }
    return isLive
  }

  /// The account that another issuer's `sub` means: that of this id, else of this username. An e-mail address is no
  /// identity here, because nobody proved it.
  private func user(named subject: String) async throws -> User? {
    try await database.read { connection in
      if let user = try UserRepository.find(id: subject, in: connection) { return user }
      let user = try UserRepository.find(login: subject, in: connection)
      return user.flatMap { ProfilePolicy.key($0.username) == ProfilePolicy.key(subject) ? $0 : nil }
    }
  }
}
