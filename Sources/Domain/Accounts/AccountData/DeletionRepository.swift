import Bytes
import Storage

/// The rows of `account_deletions`; each goes with its account.
enum DeletionRepository {
  static func begin(_ userID: String, now: Timestamp, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      INSERT INTO account_deletions (user_id, requested_at) SELECT id, CAST($2 AS BIGINT) FROM users WHERE id = $1
      ON CONFLICT (user_id) DO NOTHING
      """, [.text(userID), .integer(now.milliseconds)])
  }

  static func begun(in connection: any SQLConnection) throws -> [String] {
    try connection.query("SELECT user_id FROM account_deletions ORDER BY requested_at, user_id LIMIT 100")
      .compactMap { $0.text("user_id") }
  }
}
