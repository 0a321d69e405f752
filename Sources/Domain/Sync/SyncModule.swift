import API
package import Modules
import Realtime
package import Storage

/// Mobile sync in a server.
package enum SyncModule {
  /// The tables with rows of users, in the order of an export.
  package static let tables = [
    UserTable("sync_heads", export: .nothing, usage: .free),
    UserTable(
      "sync_items",
      export: .rows(
        ExportQuery(
          kind: "sync_item",
          select: """
            SELECT data_type, item_id, change_id, deleted, content, device_id, changed_at FROM sync_items
            WHERE user_id = $1
            """,
          // The number of a change moves with each change: an item would be exported twice.
          keys: ["data_type", "item_id"], json: ["content"])),
      deletion: .inSteps(key: "change_id"),
      usage: .counted(UsageRule(rowBytes: 300, texts: ["item_id", "content", "past"]))),
    UserTable(
      "sync_batches", export: .nothing, deletion: .inSteps(key: "batch_key"),
      usage: .counted(UsageRule(rowBytes: 200, texts: ["batch_key", "result"]))),
    UserTable(
      "sync_conflicts",
      export: .rows(
        ExportQuery(
          kind: "sync_conflict", select: "SELECT * FROM sync_conflicts WHERE user_id = $1", keys: ["id"],
          json: ["lost_content"])),
      deletion: .inSteps(key: "id"),
      usage: .counted(UsageRule(rowBytes: 300, texts: ["item_id", "lost_content"]))),
  ]

  /// - Parameter shared: the owners of items that have tables of their own.
  package static func make(
    _ context: ModuleContext, shared: [DataType: any SharedItems], configuration: SyncConfiguration
  ) -> Module {
    let sync = SyncService(
      database: context.database, shared: shared, bus: context.registry, quota: context.quota,
      writes: context.writes, environment: context.environment, configuration: configuration)
    var module = Module("sync")
    module.routes = SyncRoutes(sync: sync).routes
    module.sockets = [SyncSocket(sync: sync, hub: context.hub).route]
    module.tables = tables
    module.tasks = [PeriodicTask("old batches", every: .seconds(3600)) { try await sync.purge() }]
    return module
  }
}
