package import API
import Audit
import Bytes
import HTTPServer
import JSONCodec
package import Modules
import Runtime
import Storage

/// All of one account's data in a server: its export, its size, and its deletion.
package enum AccountDataModule {
  /// The operations of its routes.
  package static let operations = [
    AccountDataOperations.export, AccountDataOperations.storage, AccountDataOperations.delete,
    AccountAdministrationOperations.delete,
  ]

  /// - Parameter modules: all other modules; the order of their tables is that of an export and of a deletion.
  package static func make(_ context: ModuleContext, accounts: AccountsService, modules: [Module]) -> Module {
    let tables = modules.flatMap(\.tables)
    let deletion = AccountDeletion(database: context.database, accounts: accounts, modules: modules)
    var module = Module("account data")
    module.routes = routes(context, deletion, tables)
    // At the start it continues deletions that an earlier process did not finish.
    module.tasks = [
      PeriodicTask("deleted accounts", every: .seconds(60), runsAtStart: true) { try await deletion.finishAll() },
      // Those that a command began.
      PeriodicTask("begun deletions", every: .seconds(5)) { try await deletion.finishBegun() },
    ]
    return module
  }

  private static func routes(_ context: ModuleContext, _ deletion: AccountDeletion, _ tables: [UserTable]) -> [Route] {
    [
      Route(AccountDataOperations.export) { request in
        .streamed(
          AccountExport(
            userID: try request.requireIdentity().userID, database: context.database, tables: tables),
          contentType: "application/x-ndjson",
          fields: [("Content-Disposition", "attachment; filename=\"hearth-export.jsonl\"")])
      },
      Route(AccountDataOperations.storage) { request in
        let userID = try request.requireIdentity().userID
        let used = try await context.database.read { try $0.usage(of: userID) }
        let limit = context.quota.limit.map(JSONValue.integer) ?? .null
        return .success(["used_bytes": .integer(used), "limit_bytes": limit], flattened: true)
      },
      Route(AccountDataOperations.delete) { request in
        try await deletion.delete(userID: try request.requireIdentity().userID)
        return .noContent
      },
      Route(AccountAdministrationOperations.delete) { request in
        try await deletion.delete(request.parameter("id"), by: try AuditActor(request))
        return .noContent
      },
    ]
  }
}
