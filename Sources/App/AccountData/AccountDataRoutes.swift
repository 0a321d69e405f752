import API
import Accounts
import Bytes
import HTTPServer
import JSONCodec
import Logging
import Meals
import Runtime
import Storage

/// All of one account's data: `GET /api/v1/users/me/export`, what they count for, and `DELETE /api/v1/users/me`.
struct AccountDataRoutes: Sendable {
  let database: any Database
  let meals: MealsService
  let deletion: AccountDeletion
  let quota: StorageQuota

  var routes: [Route] {
    [
      Route("GET", "/api/v1/users/me/export", authentication: .bearer) { request in
        .streamed(
          AccountExport(userID: try request.requireIdentity().userID, database: database, meals: meals),
          contentType: "application/x-ndjson",
          fields: [("Content-Disposition", "attachment; filename=\"hearth-export.jsonl\"")])
      },
      Route("GET", "/api/v1/users/me/storage", authentication: .bearer) { request in
        let userID = try request.requireIdentity().userID
        let used = try await database.read { try $0.usage(of: userID) }
        return .success(
          ["used_bytes": .integer(used), "limit_bytes": quota.limit.map(JSONValue.integer) ?? .null], flattened: true)
      },
      Route("DELETE", "/api/v1/users/me", authentication: .bearer) { request in
        try await deletion.delete(userID: try request.requireIdentity().userID)
        return .noContent
      },
    ]
  }
}
