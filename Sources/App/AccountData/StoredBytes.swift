import Storage

/// The bytes that each table counts for a user, computed from its rows: what `user_usage` must say
/// (`Migrations/sqlite/0016_usage.sql`). A test compares the tables with the schema.
enum StoredBytes {
  /// A table whose rows count.
  struct Counted: Sendable {
    var table: String
    /// What a row counts for beside its texts.
    var rowBytes: Int
    /// Columns whose bytes count.
    var texts: [String]
    /// Which rows are a user's (`users.id`).
    var condition = "user_id = users.id"

    /// The sum over the rows of `users.id`.
    var sum: String {
      let texts = texts.map { " + COALESCE(LENGTH(CAST(\($0) AS BLOB)), 0)" }.joined()
      return "COALESCE((SELECT SUM(\(rowBytes)\(texts)) FROM \(table) WHERE \(condition)), 0)"
    }
  }

  static let counted = [
    Counted(table: "meal_logs", rowBytes: 400, texts: ["raw_input"]),
    Counted(
      table: "meal_items", rowBytes: 300, texts: ["name", "quantity_text", "unit", "notes"],
      condition: "meal_log_id IN (SELECT id FROM meal_logs WHERE meal_logs.user_id = users.id)"),
    Counted(table: "templates", rowBytes: 300, texts: ["name", "description", "search_text", "content"]),
    Counted(
      table: "own_foods", rowBytes: 400,
      texts: ["food_key", "name", "brand", "aliases", "category", "serving", "measures"]),
    Counted(
      table: "consultations", rowBytes: 300,
      texts: ["memory", "goal_id", "context_type", "context_id", "quick_action"]),
    Counted(
      table: "consultation_messages", rowBytes: 250, texts: ["content", "client_id"],
      condition: "consultation_id IN (SELECT id FROM consultations WHERE consultations.user_id = users.id)"),
    Counted(table: "sync_items", rowBytes: 300, texts: ["item_id", "content", "past"]),
    Counted(table: "sync_batches", rowBytes: 200, texts: ["batch_key", "result"]),
    Counted(table: "sync_conflicts", rowBytes: 300, texts: ["item_id", "lost_content"]),
    Counted(
      table: "chat_messages", rowBytes: 200, texts: ["content", "folded", "client_id"],
      condition: "sender_id = users.id"),
    Counted(
      table: "user_events", rowBytes: 150, texts: ["payload"], condition: "user_id = users.id AND topic IS NULL"),
  ]

  /// Tables of users that do not count: a bounded number of rows for each user (other settings limit sessions, sockets,
  /// rooms and pending jobs), or few bytes a day.
  static let notCounted: Set<String> = [
    "users", "sessions", "jobs", "active_websocket_connections", "event_cursors", "sign_outs", "coach_facts",
    "profiles", "model_spending", "external_identities", "chat_rooms", "chat_members", "chat_reads", "sync_heads",
    "account_deletions", "food_versions", "user_usage",
  ]

  /// What a user's row must say.
  private static let total = counted.map(\.sum).joined(separator: "\n  + ")

  /// Selects the ids of users whose row says something else.
  static let wrong = """
    SELECT users.id AS id FROM users LEFT JOIN user_usage ON user_usage.user_id = users.id
    WHERE COALESCE(user_usage.bytes, -1) <> \(total)
    """

  /// Counts the content of one user again.
  static func recount(_ userID: String, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      UPDATE meal_logs SET bytes = 400 + LENGTH(CAST(raw_input AS BLOB)) + COALESCE((
        SELECT SUM(300 + LENGTH(CAST(name AS BLOB)) + LENGTH(CAST(quantity_text AS BLOB)) + LENGTH(CAST(unit AS BLOB))
          + LENGTH(CAST(notes AS BLOB))) FROM meal_items WHERE meal_log_id = meal_logs.id), 0)
      WHERE user_id = $1
      """, [.text(userID)])
    try connection.execute("DELETE FROM user_usage WHERE user_id = $1", [.text(userID)])
    try connection.execute(
      "INSERT INTO user_usage (user_id, bytes) SELECT users.id, \(total) FROM users WHERE users.id = $1",
      [.text(userID)])
  }
}
