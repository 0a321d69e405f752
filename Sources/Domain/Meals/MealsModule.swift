import JSONCodec
package import Jobs
package import Modules
import Realtime
package import Storage

/// Meal logs in a server.
package enum MealsModule {
  /// The table of meal logs, with the columns `id` and `user_id`.
  package static let logTable = "meal_logs"

  /// The tables with rows of users, in the order of an export.
  package static let tables = [
    UserTable(
      logTable, export: .lines(kind: "meal_log", lines), deletion: .inSteps(key: "id"),
      usage: .counted(
        UsageRule(
          rowBytes: 400, texts: ["raw_input", "failure"],
          correction: """
            UPDATE meal_logs SET bytes = 400 + OCTET_LENGTH(raw_input) + COALESCE(OCTET_LENGTH(failure), 0) + COALESCE((
              SELECT SUM(300 + OCTET_LENGTH(name) + OCTET_LENGTH(quantity_text)
                + OCTET_LENGTH(unit) + OCTET_LENGTH(notes))
              FROM meal_items WHERE meal_log_id = meal_logs.id), 0)
            WHERE user_id = $1
            """))),
    // Keys of requests that clients made up.
    UserTable(
      "deleted_meal_keys", export: .nothing, deletion: .inSteps(key: "idempotency_key"),
      usage: .counted(UsageRule(rowBytes: 200, texts: ["idempotency_key"]))),
    // Exported with their logs.
    UserTable(
      "meal_items", export: .nothing,
      usage: .counted(
        UsageRule(
          rowBytes: 300, texts: ["name", "quantity_text", "unit", "notes"],
          condition: "meal_log_id IN (SELECT id FROM meal_logs WHERE meal_logs.user_id = users.id)"))),
  ]

  /// Builds the module around a service that other domains use, too.
  package static func make(
    _ context: ModuleContext, meals: MealsService, parsing: MealParsingHandler, workers: WorkerPool.Configuration
  ) -> Module {
    var module = Module("meals")
    module.routes = MealRoutes(meals: meals).routes
    module.sockets = [
      MealLogsSocket.endpoint(hub: context.hub, configuration: meals.configuration).route,
      NutritionSocket.endpoint(hub: context.hub).route,
    ]
    module.jobs = JobGroup(queue: meals.queue, handlers: [parsing], configuration: workers)
    module.tables = tables
    module.tasks = [PeriodicTask("old idempotency keys", every: .seconds(3600)) { try await meals.purge() }]
    return module
  }

  /// Logs with their items, in the order of their ids.
  private static func lines(_ page: ExportPage, in connection: any SQLConnection) throws -> [ExportLine] {
    var id = ""
    if case .text(let text) = page.position.first { id = text }
    return try MealLogRepository.ids(of: page.userID, after: id, limit: page.limit, in: connection).compactMap { id in
      try MealLogRepository.find(id: id, userID: page.userID, in: connection).map {
        ExportLine(position: [.text(id)], json: MealLogJSON.log($0).encoded)
      }
    }
  }
}
