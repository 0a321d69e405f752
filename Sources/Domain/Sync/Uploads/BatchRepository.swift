import Bytes
import Storage

/// The rows of `sync_batches`.
enum BatchRepository {
  static func find(
    _ key: String, userID: String, in connection: any SQLConnection
  ) throws -> (digest: String, result: String)? {
    let row = try connection.first(
      "SELECT digest, result FROM sync_batches WHERE user_id = $1 AND batch_key = $2", [.text(userID), .text(key)])
    guard let digest = row?.text("digest"), let result = row?.text("result") else { return nil }
    return (digest, result)
  }

  static func insert(
    _ key: String, digest: String, result: String, userID: String, now: Timestamp, in connection: any SQLConnection
  ) throws {
    try connection.execute(
      "INSERT INTO sync_batches (user_id, batch_key, digest, result, created_at) VALUES ($1, $2, $3, $4, $5)",
      [.text(userID), .text(key), .text(digest), .text(result), .integer(now.milliseconds)])
  }

  /// Deletes up to `step` rows of a table that are older than `moment`. - Returns: whether there may be more.
  static func purge(
    _ table: String, before moment: Timestamp, step: Int = 1000, in connection: any SQLConnection
  ) throws -> Bool {
    let key = table == "sync_batches" ? "user_id, batch_key" : "id"
    return try connection.execute(
      """
      DELETE FROM \(table) WHERE (\(key)) IN (SELECT \(key) FROM \(table) WHERE created_at < $1 LIMIT \(step))
      """, [.integer(moment.milliseconds)]) == step
  }
}
