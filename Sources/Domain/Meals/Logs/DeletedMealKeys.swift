import Bytes
import Storage

/// The rows of `deleted_meal_keys`: the idempotency keys of meal logs that were deleted before their keys expired.
enum DeletedMealKeys {
  /// Keeps the key of a log that is about to be deleted, if it has one.
  static func keep(logID: String, userID: String, in connection: any SQLConnection) throws {
    try connection.executeLater(
      """
      INSERT INTO deleted_meal_keys (user_id, idempotency_key, request_digest, created_at)
      SELECT user_id, idempotency_key, request_digest, created_at FROM meal_logs
      WHERE id = $1 AND user_id = $2 AND idempotency_key IS NOT NULL
      """, [.text(logID), .text(userID)])
  }

  /// Returns the digest of the request that was sent under a key; nil if there was none.
  static func digest(of key: String, userID: String, in connection: any SQLConnection) throws -> String? {
    try connection.first(
      "SELECT request_digest FROM deleted_meal_keys WHERE user_id = $1 AND idempotency_key = $2",
      [.text(userID), .text(key)])?.text("request_digest")
  }

  /// Deletes up to `step` keys of logs that were created before `moment`.
  /// - Returns: whether there may be more.
  static func delete(before moment: Timestamp, step: Int = 1000, in connection: any SQLConnection) throws -> Bool {
    try connection.execute(
      """
      DELETE FROM deleted_meal_keys WHERE (user_id, idempotency_key) IN
        (SELECT user_id, idempotency_key FROM deleted_meal_keys WHERE created_at < $1 LIMIT $2)
      """, [.integer(moment.milliseconds), .integer(Int64(step))]) == step
  }
}
