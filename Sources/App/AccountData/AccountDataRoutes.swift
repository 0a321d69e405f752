import Accounts
import Bytes
import Logging
import Meals
import Runtime
import Storage
import Web

/// All of one account's data: `GET /api/v1/users/me/export` and `DELETE /api/v1/users/me`.
struct AccountDataRoutes: Sendable {
  let database: any Database
  let meals: MealsService
  let deletion: AccountDeletion

  var routes: [Route] {
    [
      Route("GET", "/api/v1/users/me/export") { request in
        .streamed(
          AccountExport(userID: try request.requireIdentity().userID, database: database, meals: meals),
          contentType: "application/x-ndjson",
          fields: [("Content-Disposition", "attachment; filename=\"hearth-export.jsonl\"")])
      },
      // Takes the place of the one that `Accounts` has by itself.
      Route("DELETE", "/api/v1/users/me") { request in
        try await deletion.delete(userID: try request.requireIdentity().userID)
        return .noContent
      },
    ]
  }
}
