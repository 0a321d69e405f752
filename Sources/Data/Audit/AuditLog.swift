import API
package import Bytes
package import HTTPServer
import JSONCodec
package import Storage

/// An action of an administrator, as the audit log names it.
package enum AuditAction: String, Sendable, CaseIterable {
  case createUser = "user.create"
  case changeRole = "user.role"
  case disableUser = "user.disable"
  case enableUser = "user.enable"
  case deleteUser = "user.delete"
  case setPassword = "user.set_password"
  case createPasswordLink = "user.password_link"
  case linkIdentity = "user.link_identity"
  case unlinkIdentity = "user.unlink_identity"
  case revokeSession = "session.revoke"
  case revokeAllSessions = "session.revoke_all"
  case issueToken = "token.issue"
  case revokeToken = "token.revoke"
  case createInvitation = "invitation.create"
  case revokeInvitation = "invitation.revoke"
  case closeConnection = "connection.close"
  case retryJob = "job.retry"
  case createBackup = "backup.create"
}

/// The author of an action: the administrator of a request, or the command line.
package struct AuditActor: Sendable {
  /// The id of the account; nil for the command line.
  package var id: String?
  /// The username; empty for the command line.
  package var name: String
  /// The address of the client; empty for the command line.
  package var address: String

  /// The scope of transactions that call `AuditLog.append` for this author: the author's role stays as it is until the commit.
  package var scope: WriteScope { id.map(WriteScope.user) ?? .none }

  /// The command line, whose user can read and change the data folder.
  package static let command = AuditActor(id: nil, name: "", address: "")

  /// The sender of a request to a route of `Route.Authentication.admin`. - Throws: `Problem` 401 without an identity.
  package init(_ request: Request) throws {
    let identity = try request.requireIdentity()
    self.init(id: identity.userID, name: identity.username, address: request.remoteAddress)
  }

  private init(id: String?, name: String, address: String) {
    self.id = id
    self.name = name
    self.address = address
  }
}

/// The audit log: one row for each action of an administrator, written in the transaction of the action.
package enum AuditLog {
  /// The table of the log. The actions of a user and those that concern the user are exported without the other person.
  package static let tables = [
    UserTable(
      "audit_log",
      export: .rows(
        ExportQuery(
          kind: "audit_entry",
          select: "SELECT id, created_at, source, action FROM audit_log WHERE (admin_id = $1 OR target_id = $1)",
          keys: ["id"])), usage: .free)
  ]

  /// The number of rows, and rows of unknown authors.
  package static let check = ContentCheck(
    counts: ["audit entries": "audit_log"],
    rules: [
      ContentCheck.Rule(
        "audit entry %@ has an author that does not exist",
        """
        SELECT CAST(id AS TEXT) AS id FROM audit_log
        WHERE admin_id IS NOT NULL AND admin_id NOT IN (SELECT id FROM users)
        """)
    ])

  /// The maximum number of rows that `purge` keeps.
  package static let maxRows: Int64 = 100_000

  /// Appends a row in the caller's transaction, which runs in `AuditActor.scope`.
  ///
  /// Checks the role of the author again: an administrator who lost it during the request changes nothing.
  /// - Parameters:
  ///   - targetID: the id of the account concerned; nil if there is none.
  ///   - target: the name of the account, connection, job or file.
  ///   - details: texts by name. Never a password or a token.
  /// - Throws: `Problem` 403 if the author is no enabled administrator any more.
  package static func append(
    _ action: AuditAction, by actor: AuditActor, targetID: String? = nil, target: String,
    details: [String: String] = [:], at now: Timestamp, in connection: any SQLConnection
  ) throws {
    if let id = actor.id {
      let admin = try connection.first(
        "SELECT 1 AS n FROM users WHERE id = $1 AND role = 'admin' AND disabled = 0", [.text(id)])
      guard admin != nil else { throw Problem.adminOnly }
    }
    try connection.execute(
      """
      INSERT INTO audit_log (created_at, source, admin_id, admin_name, address, action, target_id, target, details)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """,
      [
        .integer(now.milliseconds), .text(actor.id == nil ? "command" : "rest"), .optional(actor.id),
        .text(actor.name), .text(actor.address), .text(action.rawValue), .optional(targetID), .text(target),
        .text(JSONValue.object(details.mapValues(JSONValue.string)).text),
      ])
  }

  /// Deletes up to `step` of the oldest rows beyond `maxRows`. - Returns: whether there may be more.
  package static func purge(step: Int = 1000, in connection: any SQLConnection) throws -> Bool {
    try connection.execute(
      """
      DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log
        WHERE id <= (SELECT MAX(id) FROM audit_log) - \(maxRows) ORDER BY id LIMIT \(step))
      """) == step
  }
}
