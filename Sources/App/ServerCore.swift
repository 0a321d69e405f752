import API
import Accounts
import Administration
import Bytes
import Cluster
import Development
import Logging
import Metrics
import Modules
import Realtime
import Runtime
import Storage
import StoragePostgres

/// The parts of a server that stay when its data is replaced.
struct KeptParts: Sendable {
  let group: EventLoopGroup
  let development: DevelopmentState?
  let events: RecentEvents
  /// nil if the database holds the lock of the folder.
  let lock: FolderLock?
}

/// The services that all modules use: storage, event loops, accounts, event sockets, and language models.
struct ServerCore: Sendable {
  let settings: ServerSettings
  let metrics: MetricsCatalog
  let health: StorageHealth
  let database: any StorageEngine
  /// The place of this server among the nodes of its database.
  let cluster: ServerCluster
  let group: EventLoopGroup
  let accounts: AccountsService
  /// Verifies access tokens of routes and sockets.
  let authenticator: any Authenticator
  let externalKeys: ExternalKeys.Loaded?
  let models: LanguageModels
  let limits: Limits
  /// The state of the tools under `/dev`; nil without `--dev`.
  let development: DevelopmentState?
  /// The newest warnings and errors of the log.
  let events: RecentEvents
  private let lock: FolderLock?
  /// The parts that stay when the data is replaced.
  var kept: KeptParts { KeptParts(group: group, development: development, events: events, lock: lock) }
  /// The part of this that modules get.
  let context: ModuleContext

  /// - Parameter kept: those of the server whose data was replaced; nil for a new one.
  /// - Throws: the error of the first service that cannot start. The caller stops `services` then.
  static func start(
    _ settings: ServerSettings, environment: Environment, logger: Logger, services: ServiceStack,
    events: RecentEvents = RecentEvents(), keeping kept: KeptParts? = nil
  ) async throws -> ServerCore {
    let development = kept?.development ?? (settings.isDevelopment ? DevelopmentState(environment, settings) : nil)
    let lock = if let kept { kept.lock } else { try await lockFolder(settings, services) }
    let environment = development?.environment ?? environment
    let metrics = MetricsCatalog()
    let health = metrics.storageHealth(logger)
    let database = try await openDatabase(settings, lock, metrics: metrics, health: health, logger, services)
    let key = try SigningKey.load(settings)
    let cluster = try await ServerCluster.make(
      database, settings, key: key, metrics: metrics.registry, environment: environment, logger, services)
    let group = if let kept { kept.group } else { try await startLoops(settings, logger, services) }
    metrics.register(group.loops)
    let externalKeys = try ExternalKeys.load(settings, logger: logger)
    let registry = ConnectionRegistry(
      configuration: settings.realtime, bus: cluster.node.bus, environment: environment)
    let accounts = try AccountsService(
      database: database, key: key, issuer: settings.issuer, external: externalKeys?.tokens,
      environment: environment, configuration: settings.serverAccounts,
      listener: ConnectionTerminator(registry: registry), node: cluster.node, observer: LearnedFacts(),
      tokens: development?.tokens)
    services.add("accounts", accounts, stop: { await $0.stop() })
    var authenticator: any Authenticator = accounts.authenticator
    if let development { authenticator = ExpiringAuthenticator(authenticator, expired: development.tokens) }
    if settings.isDevelopment { try await createDevelopmentAccounts(accounts, logger) }
    var realtime = settings.realtime
    realtime.sharedOptions = ServerModules.sharedOptions
    let hub = RealtimeHub(
      database: database, registry: registry, authenticator: authenticator, configuration: realtime,
      node: cluster.node, environment: environment, observer: metrics.sockets, logger: logger)
    try await hub.start()
    services.add("event sockets", hub, stop: { try? await $0.flush() })
    let models = try await LanguageModels(
      settings, database: database, isShared: cluster.node.isShared, script: development?.model,
      environment: environment, logger: logger)
    services.add("language models", models, stop: { $0.stop() })
    let limits = Limits(settings.limits, environment: environment)
    return ServerCore(
      settings: settings, metrics: metrics, health: health, database: database, cluster: cluster, group: group,
      accounts: accounts,
      authenticator: authenticator, externalKeys: externalKeys, models: models, limits: limits,
      development: development, events: kept?.events ?? events, lock: lock,
      context: ModuleContext(
        database: database, node: cluster.node, environment: environment, logger: logger, metrics: metrics.registry,
        messagesSent: metrics.messagesSent, registry: registry, hub: hub,
        outbox: Outbox(bus: registry, environment: environment), quota: limits.quota, writes: limits.writes,
        spawn: { body in Task { await ClientShare.$current.withValue(.server) { await body() } } }))
  }

  /// The lock that a development server keeps while its database is closed and replaced; nil for others, whose database
  /// has it.
  private static func lockFolder(_ settings: ServerSettings, _ services: ServiceStack) async throws -> FolderLock? {
    guard settings.isDevelopment else { return nil }
    try DataFolder.prepare(settings.dataFolder)
    return try await services.start("data folder", { try FolderLock(settings.dataFolder) }, stop: { $0.release() })
  }

  private static func openDatabase(
    _ settings: ServerSettings, _ lock: FolderLock?, metrics: MetricsCatalog, health: StorageHealth, _ logger: Logger,
    _ services: ServiceStack
  ) async throws -> any StorageEngine {
    if settings.storageEngine == .postgres {
      return try await openPostgres(settings, health: health, services)
    }
    var configuration = settings.storage
    configuration.isExclusive = true
    configuration.heldLock = lock
    configuration.queryTimeout = settings.queryTimeout
    configuration.health = health
    configuration.tablesWithKeptIDs = RealtimeTables.withKeptIDs
    configuration.reportLogDamage = { damage in
      logger.warning(
        "write-ahead log is damaged, commits are lost",
        metadata: [
          "damage": "\(damage)", "advice": "check the disk, run hearth check, restore a backup if data is missing",
        ])
    }
    configuration.observeBatch = { metrics.commitBatch.observe(Double($0)) }
    let opened = configuration
    return try await services.start(
      "database", { try SQLiteDatabase.open(folder: settings.dataFolder, configuration: opened) },
      stop: { database in
        try? await database.checkpoint()
        await database.close()
      })
  }

  private static func openPostgres(
    _ settings: ServerSettings, health: StorageHealth, _ services: ServiceStack
  ) async throws -> any StorageEngine {
    var configuration = settings.postgres
    configuration.queryTimeout = settings.queryTimeout
    configuration.health = health
    configuration.tablesWithKeptIDs = RealtimeTables.withKeptIDs
    let opened = configuration
    return try await services.start(
      "database", { try PostgresDatabase.open(opened) }, stop: { await $0.close() })
  }

  private static func startLoops(
    _ settings: ServerSettings, _ logger: Logger, _ services: ServiceStack
  ) async throws -> EventLoopGroup {
    let count = settings.loops > 0 ? settings.loops : ProcessEnvironment.processorCount
    return try await services.start(
      "event loops", { try EventLoopGroup(count: count) },
      stop: { group in
        if await !group.stop(within: .seconds(1)) { logger.warning("connections were still open at the stop") }
      })
  }

  private static func createDevelopmentAccounts(_ accounts: AccountsService, _ logger: Logger) async throws {
    try await accounts.users.createDevelopmentAccounts()
    logger.warning(
      "DEVELOPMENT MODE: the accounts \(DevelopmentAccount.summary) exist. Do not let others reach this server.")
  }
}

/// Closes the sockets of accounts that signed out.
private struct ConnectionTerminator: SignOutListener {
  let registry: ConnectionRegistry

  func signedOut(userID: String) { registry.signedOut(userID: userID) }
}
