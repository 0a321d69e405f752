import API
import Accounts
import Bytes
import Meals
import Realtime
import Storage
import Sync

/// Mobile sync, wired to the rest.
struct Syncing: Sendable {
  let service: SyncService
  let routes: [Route]
  let sockets: [SocketRoute]

  init(
    database: any Database, registry: ConnectionRegistry, hub: RealtimeHub, meals: MealsService, limits: Limits,
    environment: Environment, configuration: SyncConfiguration
  ) {
    service = SyncService(
      database: database, shared: [.mealLog: SharedMeals(meals: meals)], bus: registry,
      quota: limits.quota, writes: limits.writes, environment: environment,
      configuration: configuration)
    routes = SyncRoutes(sync: service).routes
    sockets = [SyncSocket(sync: service, hub: hub).route]
  }
}
