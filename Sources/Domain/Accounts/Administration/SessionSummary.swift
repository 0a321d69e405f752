import API
package import Bytes
import Storage

/// A session as administrators see it.
package struct SessionSummary: Sendable {
  /// A lower-case UUID, the `sid` of its tokens.
  package var id: String
  /// The raw value of the `TokenFamily` that opened it.
  package var client: String
  /// The time of the login.
  package var createdAt: Timestamp
  /// The time of the last refresh, or of the login.
  package var lastUsedAt: Timestamp
  /// The time at which its newest refresh token expires.
  package var expiresAt: Timestamp

  fileprivate init?(_ row: Row) {
    guard let id = row.text("id"), let created = row.integer("created_at"), let expires = row.integer("expires_at")
    else { return nil }
    self.id = id
    client = row.text("family") ?? ""
    createdAt = Timestamp(milliseconds: created)
    lastUsedAt = Timestamp(milliseconds: row.integer("last_used_at") ?? created)
    expiresAt = Timestamp(milliseconds: expires)
  }
}

/// A refresh token that can still be used.
package struct TokenSummary: Sendable {
  /// The start of its SHA-256 digest in hexadecimal digits.
  package var digest: String
  /// The session that it belongs to.
  package var sessionID: String
  /// The time from which it is refused.
  package var expiresAt: Timestamp
}

extension SessionRepository {
  /// The refresh tokens of an account that are neither spent nor revoked nor expired, at most 1000.
  static func tokens(
    of userID: String, now: Timestamp, in connection: any SQLConnection
  ) throws -> [TokenSummary] {
    try connection.query(
      """
      SELECT t.digest AS digest, t.session_id AS session_id, t.expires_at AS expires_at
      FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
      WHERE s.user_id = $1 AND s.revoked_at IS NULL AND t.spent_at IS NULL AND t.expires_at > $2
      ORDER BY t.expires_at DESC LIMIT 1000
      """, [.text(userID), .integer(now.milliseconds)]
    ).compactMap { row in
      guard let digest = row.text("digest"), let session = row.text("session_id"),
        let expires = row.integer("expires_at")
      else { return nil }
      return TokenSummary(
        digest: String(digest.prefix(16)), sessionID: session, expiresAt: Timestamp(milliseconds: expires))
    }
  }

  /// The sessions of an account that are not revoked or expired, newest first, and their number.
  static func live(
    of userID: String, _ page: Page, now: Timestamp, in connection: any SQLConnection
  ) throws -> (rows: [SessionSummary], total: Int) {
    let condition = "user_id = $1 AND revoked_at IS NULL AND expires_at > $2"
    let arguments: [SQLValue] = [.text(userID), .integer(now.milliseconds)]
    let count = try connection.first("SELECT COUNT(*) AS n FROM sessions WHERE \(condition)", arguments)
    let rows = try connection.query(
      """
      SELECT id, family, created_at, expires_at,
        COALESCE((SELECT MAX(spent_at) FROM refresh_tokens WHERE session_id = sessions.id), created_at) AS last_used_at
      FROM sessions WHERE \(condition) ORDER BY created_at DESC, id LIMIT $3 OFFSET $4
      """, arguments + [.integer(Int64(page.limit)), .integer(Int64(page.offset))])
    return (rows.compactMap(SessionSummary.init), Int(count?.integer("n") ?? 0))
  }

  /// Revokes a session of an account. - Returns: false if the account has no such session that is not revoked.
  static func revoke(
    _ sessionID: String, userID: String, now: Timestamp, in connection: any SQLConnection
  ) throws -> Bool {
    try connection.execute(
      "UPDATE sessions SET revoked_at = $3 WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL",
      [.text(sessionID), .text(userID), .integer(now.milliseconds)]) > 0
  }
}
