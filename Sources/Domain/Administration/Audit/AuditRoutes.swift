import API
import Audit
import Bytes
import HTTPServer
import JSONCodec
import Storage

/// `/api/v1/admin/audit`.
struct AuditRoutes: Sendable {
  let database: any Database

  /// The declaration of the route.
  static let list = Operation(
    "adminListAudit", "GET", "/api/v1/admin/audit", authentication: .admin, tag: AdministrationSchemas.tag,
    "List the actions of administrators", description: "Over REST and on the command line, newest first.",
    parameters: ParameterDeclaration.page() + [
      .query(
        .string(
          "user_id", length: 1...36, "Only actions of the administrator, or on the account, with this UUID.")),
      .query(.string("action", oneOf: AuditAction.allCases.map(\.rawValue), "Only this action.")),
    ],
    responses: [
      AdministrationSchemas.page(
        "A page of the audit log; 50 if no limit is given.", of: .object(fields, named: "AuditEntry"),
        example: [
          [
            "id": 7, "time": "2026-11-22T07:01:57Z", "source": "rest",
            "admin_id": "5c0e41a4-1a1c-4f0d-8a5e-0d5a3a0e9b10", "admin_name": "admin", "action": "user.role",
            "target": "bob", "target_id": "ee472072-a8f8-468a-84c7-c6e1506613fd", "details": ["role": "admin"],
            "address": "192.0.2.7",
          ]
        ])
    ])

  private static let fields: [FieldDeclaration] = [
    .integer("id", "Increases with time."), .time("time", "The time of the action."),
    .string("source", oneOf: ["rest", "command"], "The way of the action."),
    FieldDeclaration(
      "admin_id", .uuid,
      "The UUID of the administrator; null for the command line, and after the deletion of that account."
    ).nullable,
    .string("admin_name", "The username of the administrator; null like `admin_id`.").nullable,
    .string("action", "The name of the action."),
    .string("target", "The account, connection, job or file; empty after the deletion of the account."),
    FieldDeclaration("target_id", .uuid, "The UUID of the account concerned; null if there is none.").nullable,
    .init("details", .map(of: .string), "Texts by name."),
    .string("address", "The address of the administrator; null like `admin_id`.").nullable,
  ]

  var routes: [Route] {
    [
      Route(Self.list) { request in
        let page = try Page(request, defaultLimit: 50)
        let userID = request.queryValue("user_id")?.lowercased()
        let action = try request.queryChoice("action", of: AuditAction.self)?.rawValue
        let found = try await database.read {
          try AuditLog.page(page, userID: userID, action: action, in: $0)
        }
        return .success(page.list("items", found.rows.map(Self.json), total: found.total))
      }
    ]
  }

  private static func json(_ entry: AuditEntry) -> JSONValue {
    let hasAdmin = entry.adminID != nil
    return [
      "id": .integer(entry.id), "time": .string(entry.time.rfc3339), "source": .string(entry.source),
      "admin_id": .optional(entry.adminID), "admin_name": hasAdmin ? .string(entry.adminName) : .null,
      "action": .string(entry.action), "target": .string(entry.target), "target_id": .optional(entry.targetID),
      "details": (try? JSONValue(parsing: entry.details.utf8)) ?? [:],
      "address": hasAdmin ? .string(entry.address) : .null,
    ]
  }
}
