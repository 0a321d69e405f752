import API
import Accounts
package import Bytes
import Consultations
import Foods
import Foundation
import HTTPCodec
package import HTTPServer
import Jobs
package import Logging
import Meals
import Metrics
import Net
import Realtime
package import Runtime
import Storage
import Sync

/// The composition root: builds every part, starts them in order, stops them in reverse.
package final class Server: Sendable {
  /// What is listened on: `http://HOST:PORT`, `https://HOST:PORT` or `unix:/PATH`.
  package var locations: [String] { http.addresses.map { $0.location(isEncrypted: !settings.tlsCertificate.isEmpty) } }

  private let http: HTTPServer
  private let group: EventLoopGroup
  private let services: ServiceStack
  private let isReady: Locked<Bool>
  private let tasks: PeriodicTasks
  private let settings: ServerSettings
  private let reloaders: [Reloader]
  private let logger: Logger

  private init(
    http: HTTPServer, group: EventLoopGroup, services: ServiceStack, isReady: Locked<Bool>, tasks: PeriodicTasks,
    settings: ServerSettings, reloaders: [Reloader], logger: Logger
  ) {
    self.http = http
    self.group = group
    self.services = services
    self.isReady = isReady
    self.tasks = tasks
    self.settings = settings
    self.reloaders = reloaders
    self.logger = logger
  }

  /// Starts the services in order. If one fails, those that run are stopped.
  /// - Parameters:
  ///   - threshold: what `logger` obeys, where a reload may change its level.
  ///   - accessLog: where answered requests are written down; nil: nowhere.
  package static func start(
    _ settings: ServerSettings, environment: Environment = .system, logger: Logger, threshold: LogThreshold? = nil,
    accessLog: (any AccessLog)? = nil
  ) async throws -> Server {
    let services = ServiceStack(logger: logger)
    do {
      return try await start(settings, environment, logger, threshold, accessLog, services)
    } catch {
      await services.stop(within: settings.grace)
      throw error
    }
  }

  private static func start(
    _ settings: ServerSettings, _ environment: Environment, _ logger: Logger, _ threshold: LogThreshold?,
    _ accessLog: (any AccessLog)?, _ services: ServiceStack
  ) async throws -> Server {
    let certificate = try TLSFiles.load(settings)
    let identity = (certificate?.context).map { HotSwappable($0) }
    let externalKeys = try ExternalKeys.load(settings, logger: logger)
    let instruments = Instruments()
    var storage = settings.storage
    storage.isExclusive = true
    storage.queryTimeout = settings.queryTimeout
    let health = instruments.storageHealth(logger)
    storage.health = health
    storage.tablesWithKeptIDs = ["user_events"]
    storage.reportLogDamage = { damage in
      logger.warning(
        "write-ahead log is damaged, commits are lost",
        metadata: [
          "damage": "\(damage)", "advice": "check the disk, run hearth check, restore a backup if data is missing",
        ])
    }
    storage.observeBatch = { instruments.commitBatch.observe(Double($0)) }
    let database = try await services.start(
      "database", { try SQLiteDatabase.open(folder: settings.dataFolder, configuration: storage) },
      stop: { database in
        try? await database.checkpoint()
        await database.close()
      })
    let loops = settings.loops > 0 ? settings.loops : ProcessInfo.processInfo.activeProcessorCount
    let group = try await services.start(
      "event loops", { try EventLoopGroup(count: loops) },
      stop: { group in
        if await !group.stop(within: .seconds(1)) { logger.warning("connections were left open") }
      })
    instruments.register(group.loops)
    let registry = ConnectionRegistry(configuration: settings.realtime, environment: environment)
    let accounts = try AccountsService(
      database: database, key: try SigningKey.load(settings), issuer: settings.issuer,
      external: externalKeys?.tokens, environment: environment, configuration: settings.serverAccounts,
      listener: ConnectionTerminator(registry: registry), observer: LearnedFacts())
    services.add("accounts", accounts, stop: { await $0.stop() })
    if settings.isDevelopment {
      try await accounts.ensureDevelopmentAccounts()
      logger.warning(
        "DEVELOPMENT MODE: the accounts \(DevelopmentAccount.summary) exist. Do not let others reach this server.")
    }
    let hub = RealtimeHub(
      database: database, registry: registry, authenticator: accounts, configuration: settings.realtime,
      node: ProcessInfo.processInfo.hostName, environment: environment, observer: instruments.sockets, logger: logger)
    _ = try await services.start(
      "event sockets",
      {
        try await hub.start()
        return hub
      }, stop: { try? await $0.flush() })
    let outbox = Outbox(bus: registry, environment: environment)
    let queue = JobQueue(environment: environment)
    let models = try await LanguageModels(settings, database: database, environment: environment, logger: logger)
    services.add("language models", models, stop: { $0.stop() })
    let limits = Limits(settings.limits, environment: environment)
    let changeLog = ChangeLog(environment: environment)
    let mealChanges = SyncChangeRecorder(log: changeLog)
    let foods = FoodsService(
      database: database, quota: limits.quota, environment: environment, configuration: settings.foods)
    if try await !foods.isIndexed() {
      logger.warning("imported foods are found by the rules of another version: run hearth foods reindex")
    }
    let parsing = MealParsingHandler(
      database: database, reader: settings.isDevelopment ? TestMealReader(models.meals) : models.meals,
      foods: MealFoods(foods: foods), outbox: outbox,
      changes: SyncChangeRecorder(log: changeLog, isServers: true), environment: environment, logger: logger)
    var parsers = settings.workers
    parsers.filter = .allBut([AnswerHandler.jobKind])
    let workers = try WorkerPool(
      queue: queue, database: database, handlers: [parsing], configuration: parsers, environment: environment,
      logger: logger)
    try await start(workers, "meal workers", services)
    let meals = MealsService(
      database: database, queue: queue, outbox: outbox, changes: mealChanges, quota: limits.quota,
      environment: environment, configuration: settings.meals)
    let coaching = try Coaching(
      .init(
        database: database, registry: registry, hub: hub, outbox: outbox, accounts: accounts, meals: meals,
        models: models, limits: limits, environment: environment, logger: logger), settings: settings)
    try await start(coaching.workers, "answer workers", services)
    let syncing = Syncing(
      database: database, registry: registry, hub: hub, meals: meals, limits: limits, environment: environment,
      configuration: settings.sync)
    let chats = Chats(
      database: database, hub: hub, limits: limits, environment: environment, settings: settings,
      observer: instruments.chat,
      logger: logger)
    try await chats.start()
    let deletion = AccountDeletion(database: database, accounts: accounts, chats: chats)
    let isReady = Locked(true)
    var routes = HealthRoutes(isReady: isReady, storage: health).routes
    routes += AccountRoutes(accounts: accounts).routes
    routes += MealRoutes(meals: meals).routes
    routes += FoodRoutes(foods: foods).routes
    routes += coaching.routes
    routes += syncing.routes
    routes += AccountDataRoutes(database: database, meals: meals, deletion: deletion, quota: limits.quota).routes
    routes += chats.routes
    if settings.metricsEnabled {
      routes.append(instruments.route(queue: queue, database: database, environment: environment))
    }
    let mealLogs = MealLogsSocket.endpoint(hub: hub, configuration: settings.meals)
    var sockets = [mealLogs.route, NutritionSocket.endpoint(hub: hub).route]
    sockets += coaching.sockets
    sockets += syncing.sockets
    sockets += chats.sockets
    if settings.isDevelopment {
      sockets += [SocketRoute("/ws/echo", EchoSocket()), SocketRoute("/ws/broadcast", BroadcastSocket())]
    }
    var httpConfiguration = settings.http
    httpConfiguration.tls = identity
    let dispatcher = Dispatcher(
      router: try Router(routes: routes, sockets: sockets), authenticator: accounts,
      cors: settings.corsPolicy, origins: settings.originPolicy,
      guards: APIKeyPolicy(keys: settings.apiKeys).guards, writes: limits.writes, explain: StorageProblem.explain,
      basePath: settings.http.basePath, logger: logger)
    let context = ServerContext(
      handler: dispatcher, http: httpConfiguration, webSocket: settings.webSocket, environment: environment,
      metrics: instruments.requests, accessLog: accessLog, logger: logger)
    // Before the first socket, so that none is let in whose sign-out goes unseen.
    let signOuts = try await SignOutWatch(accounts)
    let http = try await services.start(
      "HTTP server", { try await HTTPServer.start(on: settings.listen, context: context, group: group) },
      drain: { await $0.drain(within: $1) })
    do {
      try LocationFile(folder: settings.dataFolder).write(http.address)
    } catch {
      logger.warning("health checks must be told where the server listens", metadata: ["error": "\(error)"])
    }
    services.add("location file", LocationFile(folder: settings.dataFolder), stop: { $0.remove() })
    let upkeep = PeriodicTasks(logger: logger)
    services.add("periodic tasks", upkeep, stop: { await $0.stop() })
    upkeep.run { await hub.maintain() }
    upkeep.every(.seconds(1), "loop lag") { instruments.sample(group.loops) }
    upkeep.every(.seconds(2), "storage probe") { await database.probe() }
    upkeep.every(.seconds(1), "sign-outs") { try await signOuts.look() }
    upkeep.every(.seconds(3600), "spent sessions") { try await accounts.purge() }
    upkeep.every(.seconds(3600), "old invitations") { try await accounts.purgeInvitations() }
    upkeep.every(.seconds(3600), "old idempotency keys") { try await meals.purge() }
    upkeep.run { try? await deletion.finishAll() }
    upkeep.every(.seconds(60), "deleted accounts") { try await deletion.finishAll() }
    upkeep.every(.seconds(3600), "old batches") { try await syncing.service.purge() }
    upkeep.every(.seconds(3600), "old spending") { try await models.purge() }
    upkeep.every(.seconds(60), "deleted rooms") { try await chats.purge() }
    return Server(
      http: http, group: group, services: services, isReady: isReady, tasks: upkeep, settings: settings,
      reloaders: (threshold.map { [.logLevel($0)] } ?? []) + [
        .certificate(identity, certificate), .origins(dispatcher.origins, settings),
        .externalKeys(accounts, externalKeys, logger),
      ], logger: logger)
  }

  private static func start(_ pool: WorkerPool, _ name: String, _ services: ServiceStack) async throws {
    _ = try await services.start(
      name,
      {
        try await pool.start()
        return pool
      }, drain: { await $0.drain(within: $1) }, stop: { await $0.stop() })
  }

  /// How long `stop` may take.
  package var stopLimit: Duration { settings.grace }

  /// Tells twice in each watchdog interval that the server lives, as long as every event loop takes its turn.
  package func report(to notifier: ServiceNotifier) {
    guard let interval = notifier.watchdogInterval else { return }
    let watchdog = Watchdog(loops: group.loops, notifier: notifier)
    tasks.every(interval / 2, "watchdog") { await watchdog.look() }
  }

  /// Puts in use what of `settings` can change while it runs: the log level, the certificate, the allowed origins, the
  /// keys of another issuer. The log says what changed, what could not be read, and what needs a restart.
  package func reload(_ settings: ServerSettings) { reloaders.reload(settings, running: self.settings, logger) }

  /// Stops the services within the grace time.
  ///
  /// `/ready` fails first. Then requests are answered, sockets are closed with 1001, and jobs finish or are returned to
  /// the queue, all at the same time. Then the services stop in reverse order.
  package func stop() async {
    let deadline = ContinuousClock.now + settings.grace
    isReady.withLock { $0 = false }
    // Load balancers see `/ready` fail before connections are refused.
    try? await Task.sleep(for: min(settings.readyDelay, settings.grace / 2))
    await services.stop(within: ContinuousClock.now.duration(to: deadline))
  }
}

/// Closes the sockets of accounts that signed out.
private struct ConnectionTerminator: SignOutListener {
  let registry: ConnectionRegistry

  func signedOut(userID: String) { registry.signedOut(userID: userID) }
}
