import Bytes
import Storage

/// An account as administrators see it.
package struct AccountSummary: Sendable {
  /// The account itself.
  package var user: User
  /// The number of sessions that are not revoked or expired.
  package var sessions: Int64
  /// The bytes that count for the storage quota.
  package var storedBytes: Int64

  init?(_ row: Row) {
    guard let user = User(row) else { return nil }
    self.user = user
    sessions = row.integer("sessions") ?? 0
    storedBytes = row.integer("stored_bytes") ?? 0
  }
}

/// The conditions of a list of accounts; nil does not filter.
struct AccountFilter: Sendable {
  /// Text in the username, the e-mail address or the name, without regard to case.
  var search: String?
  var role: UserRole?
  var isDisabled: Bool?
}

/// The rows of `users` with the figures of an ``AccountSummary``. Accounts whose deletion has begun do not exist any more.
enum AccountSummaryRepository {
  /// - Parameter now: the number of the parameter with the current time in milliseconds.
  private static func select(now: Int) -> String {
    """
    SELECT users.*,
      (SELECT COUNT(*) FROM sessions WHERE sessions.user_id = users.id AND revoked_at IS NULL AND expires_at > $\(now))
        AS sessions,
      COALESCE((SELECT bytes FROM user_usage WHERE user_usage.user_id = users.id), 0) AS stored_bytes
    FROM users
    """
  }

  private static let exists =
    "NOT EXISTS (SELECT 1 FROM account_deletions WHERE account_deletions.user_id = users.id)"

  static func find(_ id: String, now: Timestamp, in connection: any SQLConnection) throws -> AccountSummary? {
    try connection.first(
      "\(select(now: 1)) WHERE users.id = $2 AND \(exists)", [.integer(now.milliseconds), .text(id.lowercased())]
    ).flatMap(AccountSummary.init)
  }

  /// Oldest first, and the number of all accounts that match.
  static func page(
    _ filter: AccountFilter, limit: Int, offset: Int, now: Timestamp, in connection: any SQLConnection
  ) throws -> (rows: [AccountSummary], total: Int) {
    var conditions = [exists]
    var arguments: [SQLValue] = []
    if let search = filter.search {
      arguments.append(.text(LikePattern.containing(ProfilePolicy.key(search))))
      let pattern = "LIKE $\(arguments.count) \(LikePattern.escape)"
      conditions.append("(username_key \(pattern) OR email_key \(pattern) OR LOWER(name) \(pattern))")
    }
    if let role = filter.role {
      arguments.append(.text(role.rawValue))
      conditions.append("role = $\(arguments.count)")
    }
    if let isDisabled = filter.isDisabled {
      arguments.append(.bool(isDisabled))
      conditions.append("disabled = $\(arguments.count)")
    }
    let condition = conditions.joined(separator: " AND ")
    let count = try connection.first("SELECT COUNT(*) AS n FROM users WHERE \(condition)", arguments)
    let rows = try connection.query(
      """
      \(select(now: arguments.count + 1)) WHERE \(condition)
      ORDER BY number LIMIT $\(arguments.count + 2) OFFSET $\(arguments.count + 3)
      """, arguments + [.integer(now.milliseconds), .integer(Int64(limit)), .integer(Int64(offset))])
    return (rows.compactMap(AccountSummary.init), Int(count?.integer("n") ?? 0))
  }
}
