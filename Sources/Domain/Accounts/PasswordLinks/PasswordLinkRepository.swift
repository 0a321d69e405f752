import Bytes
import Storage

/// The rows of `password_links`.
enum PasswordLinkRepository {
  /// Stores a link in place of an earlier one of the account.
  static func replace(
    _ link: PasswordLink, userID: String, now: Timestamp, in connection: any SQLConnection
  ) throws {
    try connection.execute(
      """
      INSERT INTO password_links (user_id, digest, created_at, expires_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id) DO UPDATE
      SET digest = excluded.digest, created_at = excluded.created_at, expires_at = excluded.expires_at
      """,
      [
        .text(userID), .text(PasswordLink.digest(of: link.token)), .integer(now.milliseconds),
        .integer(link.expiresAt.milliseconds),
      ])
  }

  /// The id of the enabled account whose link has this digest; nil if there is none, or the link has expired.
  static func userID(_ digest: String, now: Timestamp, in connection: any SQLConnection) throws -> String? {
    try connection.first(
      """
      SELECT user_id FROM password_links JOIN users ON users.id = password_links.user_id
      WHERE digest = $1 AND expires_at > $2 AND users.disabled = 0
      """, [.text(digest), .integer(now.milliseconds)])?.text("user_id")
  }

  static func delete(userID: String, in connection: any SQLConnection) throws {
    try connection.execute("DELETE FROM password_links WHERE user_id = $1", [.text(userID)])
  }

  /// Deletes up to `step` links that expired before `moment`. - Returns: whether more may exist.
  static func purge(before moment: Timestamp, step: Int, in connection: any SQLConnection) throws -> Bool {
    try connection.execute(
      // The outer condition keeps a link that replaces an expired one at the same time.
      """
      DELETE FROM password_links
      WHERE expires_at < $1 AND user_id IN (SELECT user_id FROM password_links WHERE expires_at < $1 LIMIT $2)
      """,
      [.integer(moment.milliseconds), .integer(Int64(step))]) == step
  }
}
