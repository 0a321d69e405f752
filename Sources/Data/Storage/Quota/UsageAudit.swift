/// The bytes that a table's rows count for their user.
package struct UsageRule: Sendable {
  /// The bytes of each row beside its texts.
  package var rowBytes: Int
  /// Columns whose bytes count.
  package var texts: [String]
  /// Selects the rows of the user `users.id`.
  package var condition: String
  /// A statement that corrects sums stored in the rows of user `$1`; nil if there are none.
  package var correction: String?

  /// A rule for rows of `user_id`, unless `condition` says otherwise.
  package init(
    rowBytes: Int, texts: [String], condition: String = "user_id = users.id", correction: String? = nil
  ) {
    self.rowBytes = rowBytes
    self.texts = texts
    self.condition = condition
    self.correction = correction
  }

  /// The sum over the rows of `users.id` in `table`.
  fileprivate func sum(of table: String) -> String {
    let texts = texts.map { " + COALESCE(OCTET_LENGTH(\($0)), 0)" }.joined()
    return "COALESCE((SELECT SUM(\(rowBytes)\(texts)) FROM \(table) WHERE \(condition)), 0)"
  }
}

/// Compares `user_usage`, which triggers keep (`Migrations/sqlite/0016_usage.sql`), with the rows themselves.
package struct UsageAudit: Sendable {
  /// The table that the audit corrects.
  package static let tables = [UserTable("user_usage", export: .nothing, usage: .free)]

  private let total: String
  private let corrections: [String]

  /// - Parameter tables: all tables of all modules.
  package init(_ tables: [UserTable]) {
    var sums: [String] = []
    var corrections: [String] = []
    for table in tables {
      guard case .counted(let rule) = table.usage else { continue }
      sums.append(rule.sum(of: table.name))
      if let correction = rule.correction { corrections.append(correction) }
    }
    total = sums.joined(separator: "\n  + ")
    self.corrections = corrections
  }

  /// Accounts whose row differs.
  package var check: ContentCheck {
    ContentCheck(
      rules: [
        ContentCheck.Rule(
          "account %@ has a wrong number of stored bytes (hearth check --recount counts them again)", mismatches)
      ])
  }

  /// Selects as `id` the users whose row differs.
  private var mismatches: String {
    """
    SELECT users.id AS id FROM users LEFT JOIN user_usage ON user_usage.user_id = users.id
    WHERE COALESCE(user_usage.bytes, -1) <> \(total)
    """
  }

  /// The stored bytes of an account.
  package struct Account: Sendable {
    /// The user's id.
    package var id: String
    /// The name that the user logs in with.
    package var username: String
    /// The bytes that count for the quota.
    package var bytes: Int64
  }

  /// All accounts that store content, the largest first.
  package static func accounts(in connection: any SQLConnection) throws -> [Account] {
    try connection.query(
      """
      SELECT u.id AS id, u.username AS username, s.bytes AS bytes
      FROM user_usage s JOIN users u ON u.id = s.user_id ORDER BY s.bytes DESC, u.username
      """
    ).map { row in
      Account(id: row.text("id") ?? "", username: row.text("username") ?? "", bytes: row.integer("bytes") ?? 0)
    }
  }

  /// The ids of all users, whether they store content or not.
  package static func userIDs(in connection: any SQLConnection) throws -> [String] {
    try connection.query("SELECT id FROM users").compactMap { $0.text("id") }
  }

  /// Counts the content of one user again.
  package func recount(_ userID: String, in connection: any SQLConnection) throws {
    for correction in corrections { try connection.execute(correction, [.text(userID)]) }
    try connection.execute("DELETE FROM user_usage WHERE user_id = $1", [.text(userID)])
    try connection.execute(
      "INSERT INTO user_usage (user_id, bytes) SELECT users.id, \(total) FROM users WHERE users.id = $1",
      [.text(userID)])
  }
}
