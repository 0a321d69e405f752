import Audit
import Bytes
import Storage

/// One line of the report about moving the matches by username of earlier versions to links.
package struct IdentityLinkLine: Sendable {
  /// The outcome for one subject.
  package enum Finding: Sendable, Equatable {
    /// The subject is the username, byte for byte: it is linked, or would be.
    case link
    /// It is linked to this account already.
    case linked
    /// It is linked to another account, which has this username.
    case linkedElsewhere(username: String)
    /// It is the id of an account, which needs no link.
    case accountID
    /// It equals the username only without regard to case, width or surrounding spaces. It is not linked.
    case loose
    /// The account has as many identities as it may have.
    case tooMany
    /// The issuer or the subject cannot be linked.
    case notLinkable
    /// No account has this name.
    case noAccount
  }

  /// `sub` of the issuer.
  package var subject: String
  /// The account that earlier versions matched.
  package var user: User?
  /// The outcome; with `dryRun`, the one that a run without it would have.
  package var finding: Finding

  /// Another subject that earlier versions matched with this username, if the username is not in its folded form.
  package var formerSpelling: String? {
    guard let user, finding == .link else { return nil }
    let key = ProfilePolicy.key(user.username)
    return key.utf8.elementsEqual(user.username.utf8) ? nil : key
  }
}

/// Links identities to the accounts whose username they are, for the move from earlier versions. Any thread.
struct UsernameLinks: Sendable {
  private let database: any Database
  private let environment: Environment

  init(database: any Database, environment: Environment) {
    self.database = database
    self.environment = environment
  }

  /// Links subjects of an issuer to the accounts whose username they are, byte for byte.
  /// - Parameters:
  ///   - subjects: `sub` of the issuer's users; nil takes the username of every account without an identity of this issuer.
  ///   - dryRun: reports only.
  /// - Returns: one line for each subject.
  func link(
    issuer: String, subjects: [String]? = nil, dryRun: Bool
  ) async throws -> [IdentityLinkLine] {
    let subjects = try await unlinkedNames(issuer, unless: subjects)
    var lines: [IdentityLinkLine] = []
    // In steps, so that a running server can write in between.
    for start in stride(from: 0, to: subjects.count, by: 200) {
      let step = subjects[start..<min(start + 200, subjects.count)].map { ($0, environment.newID()) }
      let now = environment.now()
      let body: @Sendable (any SQLConnection) throws -> [IdentityLinkLine] = { connection in
        try step.map { subject, id in
          let line = try Self.line(issuer, subject, in: connection)
          if line.finding == .link, !dryRun, let user = line.user {
            let identity = ExternalIdentity(
              id: id, issuer: issuer, subject: subject, userID: user.id, linkedAt: now, linkedBy: .admin)
            try ExternalIdentityRepository.insert(identity, in: connection)
            try IdentityLinks.record(.linkIdentity, identity, at: now, in: connection)
          }
          return line
        }
      }
      lines += dryRun ? try await database.read(body) : try await database.write(in: .accounts, body)
    }
    return lines
  }

  private func unlinkedNames(_ issuer: String, unless subjects: [String]?) async throws -> [String] {
    if let subjects { return subjects }
    return try await database.read { connection in
      let linked = Set(try ExternalIdentityRepository.all(issuer: issuer, in: connection).map(\.userID))
      return try UserRepository.all(in: connection).filter { !linked.contains($0.id) }.map(\.username)
    }
  }

  /// The finding about one subject, by the rule of earlier versions: an id, otherwise a username by its folded form.
  private static func line(
    _ issuer: String, _ subject: String, in connection: any SQLConnection
  ) throws -> IdentityLinkLine {
    if let user = try UserRepository.find(id: subject, in: connection) {
      return IdentityLinkLine(subject: subject, user: user, finding: .accountID)
    }
    let found = try UserRepository.find(login: subject, in: connection)
    let user = found.flatMap { ProfilePolicy.key($0.username) == ProfilePolicy.key(subject) ? $0 : nil }
    if let known = try ExternalIdentityRepository.find(issuer: issuer, subject: subject, in: connection) {
      if known.userID == user?.id { return IdentityLinkLine(subject: subject, user: user, finding: .linked) }
      let owner = try UserRepository.find(id: known.userID, in: connection)
      return IdentityLinkLine(
        subject: subject, user: user, finding: .linkedElsewhere(username: owner?.username ?? known.userID))
    }
    guard let user else { return IdentityLinkLine(subject: subject, user: nil, finding: .noAccount) }
    guard subject.utf8.elementsEqual(user.username.utf8) else {
      return IdentityLinkLine(subject: subject, user: user, finding: .loose)
    }
    let identity = ExternalIdentity(
      id: "", issuer: issuer, subject: subject, userID: user.id, linkedAt: Timestamp(milliseconds: 0), linkedBy: .admin)
    let finding: IdentityLinkLine.Finding =
      switch try IdentityLinks.outcome(of: identity, in: connection) {
      case .linked: .link
      case .tooMany: .tooMany
      case .unchanged, .belongsTo, .notLinkable: .notLinkable
      }
    return IdentityLinkLine(subject: subject, user: user, finding: finding)
  }
}
