import Bytes
import JSONCodec
import Storage

/// The tables that hold data of accounts: what is exported of them, and which are emptied in steps before the account's own
/// row takes the rest with it. A test compares them with the schema.
enum AccountTables {
  /// A table with many rows for one user.
  struct Emptied: Sendable {
    var table: String
    /// Tells the rows of one user apart.
    var key: String
    /// The column that holds the user.
    var owner = "user_id"

    /// - Returns: how many rows it deleted, at most `step`.
    func delete(of userID: String, step: Int, in connection: any SQLConnection) throws -> Int {
      try connection.execute(
        """
        DELETE FROM \(table) WHERE \(owner) = $1 AND \(key) IN
        (SELECT \(key) FROM \(table) WHERE \(owner) = $1 LIMIT \(step))
        """, [.text(userID)])
    }
  }

  static let emptied = [
    // Jobs first: they would make more.
    Emptied(table: "jobs", key: "id"), Emptied(table: "user_events", key: "id"),
    Emptied(table: "meal_logs", key: "id"), Emptied(table: "consultations", key: "id"),
    Emptied(table: "templates", key: "id"), Emptied(table: "sync_items", key: "change_id"),
    Emptied(table: "sync_batches", key: "batch_key"), Emptied(table: "sync_conflicts", key: "id"),
    Emptied(table: "own_foods", key: "id"), Emptied(table: "food_versions", key: "scope", owner: "scope"),
  ]

  /// Rows that are exported as they are.
  struct Exported: Sendable {
    /// What a line of them is called.
    var kind: String
    var table: String
    /// What is selected, from which tables, of which user ($1).
    var select: String
    /// Columns by which they are in order, the first and the second after the arguments $2 and $3.
    var keys: [String]
    /// Columns that hold JSON.
    var json: Set<String> = []

    func rows(
      of userID: String, after position: [SQLValue], limit: Int, in connection: any SQLConnection
    ) throws -> [(position: [SQLValue], line: JSONValue)] {
      let condition: String
      switch (position.isEmpty, keys.count) {
      case (true, _): condition = ""
      case (_, 1): condition = "AND \(keys[0]) > $2"
      default: condition = "AND (\(keys[0]) > $2 OR \(keys[0]) = $2 AND \(keys[1]) > $3)"
      }
      let rows = try connection.query(
        "\(select) \(condition) ORDER BY \(keys.joined(separator: ", ")) LIMIT \(limit)", [.text(userID)] + position)
      return rows.map { row in
        (keys.map { row[String($0.split(separator: ".").last ?? "")] }, AccountTables.line(kind, row, json: json))
      }
    }
  }

  static let exported = [
    Exported(
      kind: "account", table: "users",
      select: """
        SELECT id, number, username, email, name, date_of_birth, role, created_at, updated_at FROM users WHERE id = $1
        """,
      keys: ["id"]),
    Exported(
      kind: "profile", table: "profiles", select: "SELECT * FROM profiles WHERE user_id = $1", keys: ["user_id"]),
    Exported(
      kind: "session", table: "sessions",
      select: "SELECT id, family, created_at, expires_at, revoked_at FROM sessions WHERE user_id = $1", keys: ["id"]),
    Exported(
      kind: "external_identity", table: "external_identities",
      select: "SELECT id, issuer, subject, linked_at, linked_by FROM external_identities WHERE user_id = $1",
      keys: ["id"]),
    Exported(
      kind: "invitation", table: "invitations",
      select: """
        SELECT id, note, created_at, expires_at, used_at FROM invitations WHERE (created_by = $1 OR used_by = $1)
        """, keys: ["id"]),
    Exported(
      kind: "template", table: "templates", select: "SELECT * FROM templates WHERE user_id = $1", keys: ["id"],
      json: ["content"]),
    Exported(
      kind: "consultation", table: "consultations", select: "SELECT * FROM consultations WHERE user_id = $1",
      keys: ["id"], json: ["memory"]),
    Exported(
      kind: "consultation_message", table: "consultation_messages",
      select: """
        SELECT m.* FROM consultations c JOIN consultation_messages m ON m.consultation_id = c.id WHERE c.user_id = $1
        """, keys: ["m.consultation_id", "m.number"]),
    Exported(
      kind: "coach_facts", table: "coach_facts", select: "SELECT * FROM coach_facts WHERE user_id = $1",
      keys: ["user_id"], json: ["facts"]),
    Exported(
      kind: "model_spending", table: "model_spending",
      select: "SELECT day, amount FROM model_spending WHERE user_id = $1", keys: ["day"]),
    Exported(
      kind: "food", table: "own_foods", select: "SELECT * FROM own_foods WHERE user_id = $1", keys: ["id"]),
    Exported(
      kind: "sync_item", table: "sync_items",
      select: """
        SELECT data_type, item_id, change_id, deleted, content, device_id, changed_at FROM sync_items WHERE user_id = $1
        """, keys: ["change_id"], json: ["content"]),
    Exported(
      kind: "sync_conflict", table: "sync_conflicts", select: "SELECT * FROM sync_conflicts WHERE user_id = $1",
      keys: ["id"], json: ["lost_content"]),
    Exported(
      kind: "chat_room", table: "chat_rooms",
      select: "SELECT id, name, is_private, created_at, deleted_at FROM chat_rooms WHERE owner_id = $1", keys: ["id"]),
    Exported(
      kind: "chat_membership", table: "chat_members",
      select: "SELECT room_id, joined_at, self_joined FROM chat_members WHERE user_id = $1", keys: ["room_id"]),
    Exported(
      kind: "chat_message", table: "chat_messages",
      select: """
        SELECT room_id, id, content, client_id, created_at, edited_at, deleted_at FROM chat_messages WHERE sender_id = $1
        """, keys: ["room_id", "id"]),
    Exported(
      kind: "chat_read", table: "chat_reads",
      select: "SELECT room_id, message_id, read_at FROM chat_reads WHERE user_id = $1", keys: ["room_id"]),
    Exported(
      kind: "event", table: "user_events", select: "SELECT * FROM user_events WHERE user_id = $1", keys: ["id"],
      json: ["payload"]),
    Exported(
      kind: "connection", table: "active_websocket_connections",
      select: """
        SELECT id, connection_type, device_id, connected_at, last_ping_at FROM active_websocket_connections
        WHERE user_id = $1
        """, keys: ["id"]),
  ]

  /// Tables of users whose rows say nothing that is not in others, or nothing about the user: positions, answers to batches,
  /// the size of the content, the marks of a sign-out and of a deletion.
  static let leftOut: Set<String> = ["event_cursors", "sync_heads", "sign_outs", "account_deletions", "user_usage"]

  /// A row as a line of the export: moments as text, JSON as what it says.
  private static func line(_ kind: String, _ row: Row, json: Set<String>) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for (column, value) in zip(row.columns, row.values) {
      switch value {
      case .null, .blob: members[column] = .null
      case .integer(let moment) where column.hasSuffix("_at"):
        members[column] = .string(Timestamp(milliseconds: moment).rfc3339)
      case .integer(let number): members[column] = .integer(number)
      case .real(let number): members[column] = .number(number)
      case .text(let text) where json.contains(column):
        members[column] = (try? JSONValue(parsing: text.utf8)) ?? .string(text)
      case .text(let text): members[column] = .string(text)
      }
    }
    return ["kind": .string(kind), "data": .object(members)]
  }
}
