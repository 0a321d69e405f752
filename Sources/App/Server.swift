import Accounts
package import Bytes
import Foundation
import HTTPCodec
import Jobs
package import Logging
import Meals
import Nutrition
import Realtime
import Runtime
import Storage
import Web

/// The composition root: builds every part, starts them in order, stops them in reverse.
package final class Server: Sendable {
  /// What is listened on, as `HOST:PORT`.
  package var address: String { http.address }

  private let database: SQLiteDatabase
  private let group: EventLoopGroup
  private let http: HTTPServer
  private let workers: WorkerPool
  private let hub: RealtimeHub
  private let isReady: Locked<Bool>
  private let upkeep: Task<Void, Never>
  private let grace: Duration

  private init(
    database: SQLiteDatabase, group: EventLoopGroup, http: HTTPServer, workers: WorkerPool, hub: RealtimeHub,
    isReady: Locked<Bool>, upkeep: Task<Void, Never>, grace: Duration
  ) {
    self.database = database
    self.group = group
    self.http = http
    self.workers = workers
    self.hub = hub
    self.isReady = isReady
    self.upkeep = upkeep
    self.grace = grace
  }

  /// Starts everything. - Throws: what kept a part from starting, with its reason.
  package static func start(_ settings: ServerSettings, ambient: Ambient = .system, logger: Logger) async throws
    -> Server
  {
    let database = try SQLiteDatabase.open(folder: settings.dataFolder, configuration: settings.storage)
    let registry = ConnectionRegistry(configuration: settings.realtime, ambient: ambient)
    let accounts = try AccountsService(
      database: database, key: try SigningKey.load(settings), issuer: settings.issuer, ambient: ambient,
      configuration: settings.accounts, listener: SocketCutter(registry: registry))
    if settings.isDevelopment {
      try await accounts.ensureDevelopmentAccounts()
      logger.warning("DEVELOPMENT MODE: accounts admin/admin123 and testuser2/password exist. Never expose this.")
    }
    let hub = RealtimeHub(
      database: database, registry: registry, authenticator: accounts, configuration: settings.realtime,
      node: ProcessInfo.processInfo.hostName, ambient: ambient, logger: logger)
    try await hub.start()
    let outbox = Outbox(bus: registry, ambient: ambient)
    let queue = JobQueue(ambient: ambient)
    let parsing = MealParsingHandler(
      database: database, parser: EmbeddedMealParser(), outbox: outbox, ambient: ambient)
    let workers = try WorkerPool(
      queue: queue, database: database, handlers: [parsing], configuration: settings.workers, ambient: ambient,
      logger: logger)
    try await workers.start()
    let meals = MealsService(
      database: database, queue: queue, outbox: outbox, ambient: ambient, configuration: settings.meals)
    let isReady = Locked(true)
    let router = Router(
      routes: HealthRoutes(isReady: isReady).routes + AccountRoutes(accounts: accounts).routes
        + MealRoutes(meals: meals).routes,
      sockets: [
        SocketRoute("/ws/meal-logs", EventSocket(dialect: MealLogsDialect(), hub: hub)),
        SocketRoute("/ws", EventSocket(dialect: NutritionDialect(), hub: hub)),
      ])
    let context = ServerContext(
      dispatcher: Dispatcher(
        router: router, authenticator: accounts, cors: CORSPolicy(allowedOrigins: settings.corsOrigins),
        origins: OriginPolicy(allowedOrigins: settings.socketOrigins),
        guards: [APIKeyPolicy(keys: settings.apiKeys).check], logger: logger),
      http: settings.http, webSocket: settings.webSocket, ambient: ambient, metrics: ServerMetrics { _, _, _, _ in })
    let loops = settings.loops > 0 ? settings.loops : ProcessInfo.processInfo.activeProcessorCount
    let group = try EventLoopGroup(count: loops)
    let http = try await HTTPServer.start(on: settings.listen, context: context, group: group)
    return Server(
      database: database, group: group, http: http, workers: workers, hub: hub, isReady: isReady,
      upkeep: Task { await hub.maintain() }, grace: settings.grace)
  }

  /// Stops in order: not ready, no new connections, requests answered, sockets closed with 1001, jobs finished or given
  /// back, the log moved into the database file.
  package func stop() async {
    isReady.withLock { $0 = false }
    upkeep.cancel()
    await http.drain(within: grace)
    await workers.drain(within: grace)
    try? await hub.flush()
    try? await database.checkpoint()
    await database.close()
  }
}

/// Closes the sockets of accounts that signed out.
private struct SocketCutter: SignOutListener {
  let registry: ConnectionRegistry

  func signedOut(userID: String) { registry.signedOut(userID: userID) }
}
