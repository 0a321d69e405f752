package import API
package import Bytes
package import Storage

/// One row of the audit log.
package struct AuditEntry: Sendable {
  /// Increases with time.
  package var id: Int64
  /// The time of the transaction.
  package var time: Timestamp
  /// `rest` or `command`.
  package var source: String
  /// The author; nil for the command line, and after the deletion of the author's account.
  package var adminID: String?
  /// The username of the author at that time; empty if `adminID` is nil.
  package var adminName: String
  /// The address of the author's client; empty if `adminID` is nil.
  package var address: String
  /// The raw value of an `AuditAction`, possibly of another version.
  package var action: String
  /// The id of the account concerned; nil if there is none.
  package var targetID: String?
  /// The name of the account, connection, job or file; empty after the deletion of the account concerned.
  package var target: String
  /// A JSON object of texts.
  package var details: String

  init?(_ row: Row) {
    guard let id = row.integer("id"), let time = row.integer("created_at"), let action = row.text("action") else {
      return nil
    }
    self.id = id
    self.time = Timestamp(milliseconds: time)
    self.action = action
    source = row.text("source") ?? ""
    adminID = row.text("admin_id")
    adminName = row.text("admin_name") ?? ""
    address = row.text("address") ?? ""
    targetID = row.text("target_id")
    target = row.text("target") ?? ""
    details = row.text("details") ?? "{}"
  }
}

extension AuditLog {
  /// One page of the log, newest first, and the number of all rows that match.
  /// - Parameters:
  ///   - userID: the author or the account concerned; nil for all.
  ///   - action: the raw value of an action; nil for all.
  package static func page(
    _ page: Page, userID: String? = nil, action: String? = nil, in connection: any SQLConnection
  ) throws -> (rows: [AuditEntry], total: Int) {
    var conditions: [String] = []
    var arguments: [SQLValue] = []
    if let userID {
      arguments.append(.text(userID))
      conditions.append("(admin_id = $\(arguments.count) OR target_id = $\(arguments.count))")
    }
    if let action {
      arguments.append(.text(action))
      conditions.append("action = $\(arguments.count)")
    }
    let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let count = try connection.first("SELECT COUNT(*) AS n FROM audit_log \(condition)", arguments)
    let rows = try connection.query(
      """
      SELECT * FROM audit_log \(condition) ORDER BY id DESC
      LIMIT $\(arguments.count + 1) OFFSET $\(arguments.count + 2)
      """, arguments + [.integer(Int64(page.limit)), .integer(Int64(page.offset))])
    return (rows.compactMap(AuditEntry.init), Int(count?.integer("n") ?? 0))
  }
}
