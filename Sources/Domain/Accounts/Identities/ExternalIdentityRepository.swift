import Bytes
import Storage

/// The rows of `external_identities` and `retired_identities`.
enum ExternalIdentityRepository {
  /// The account of a token: the one that is linked to issuer and subject, otherwise the one whose id is the subject.
  static func account(issuer: String, subject: String, in connection: any SQLConnection) throws -> User? {
    let linked = try connection.first(
      """
      SELECT u.* FROM external_identities e JOIN users u ON u.id = e.user_id WHERE e.issuer = $1 AND e.subject = $2
      """, [.text(issuer), .text(subject)])
    if let user = linked.flatMap(User.init) { return user }
    return try UserRepository.find(id: subject, in: connection)
  }

  static func find(issuer: String, subject: String, in connection: any SQLConnection) throws -> ExternalIdentity? {
    try connection.first(
      "SELECT * FROM external_identities WHERE issuer = $1 AND subject = $2", [.text(issuer), .text(subject)]
    ).flatMap(ExternalIdentity.init)
  }

  /// Oldest first.
  static func all(of userID: String, in connection: any SQLConnection) throws -> [ExternalIdentity] {
    try connection.query(
      "SELECT * FROM external_identities WHERE user_id = $1 ORDER BY linked_at, id", [.text(userID)]
    ).compactMap(ExternalIdentity.init)
  }

  /// The identities of one issuer.
  static func all(issuer: String, in connection: any SQLConnection) throws -> [ExternalIdentity] {
    try connection.query("SELECT * FROM external_identities WHERE issuer = $1", [.text(issuer)])
      .compactMap(ExternalIdentity.init)
  }

  /// - Throws: `StorageError.uniqueViolation` if the identity is linked already.
  static func insert(_ identity: ExternalIdentity, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      INSERT INTO external_identities (id, issuer, subject, user_id, linked_at, linked_by)
      VALUES ($1, $2, $3, $4, $5, $6)
      """,
      [
        .text(identity.id), .text(identity.issuer), .text(identity.subject), .text(identity.userID),
        .integer(identity.linkedAt.milliseconds), .text(identity.linkedBy.rawValue),
      ])
    // An explicit link permits the identity again.
    try connection.execute(
      "DELETE FROM retired_identities WHERE digest = $1",
      [.text(ExternalIdentity.digest(issuer: identity.issuer, subject: identity.subject))])
  }

  /// Deletes a link and marks its identity, so that its next use creates no account.
  static func unlink(_ identity: ExternalIdentity, now: Timestamp, in connection: any SQLConnection) throws {
    try connection.execute("DELETE FROM external_identities WHERE id = $1", [.text(identity.id)])
    try retire(ExternalIdentity.digest(issuer: identity.issuer, subject: identity.subject), now: now, in: connection)
  }

  static func retire(_ digest: String, now: Timestamp, in connection: any SQLConnection) throws {
    try connection.execute(
      "INSERT INTO retired_identities (digest, retired_at) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING",
      [.text(digest), .integer(now.milliseconds)])
  }

  /// Whether the identity was unlinked, or its account deleted, and no explicit act linked it since.
  static func isRetired(issuer: String, subject: String, in connection: any SQLConnection) throws -> Bool {
    try connection.first(
      "SELECT 1 AS retired FROM retired_identities WHERE digest IN ($1, $2)",
      [
        .text(ExternalIdentity.digest(issuer: issuer, subject: subject)),
        .text(ExternalIdentity.digest(accountID: subject)),
      ]) != nil
  }
}
