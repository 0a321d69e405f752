import API
import Cluster
import Console
import Documentation
import HTTPServer
import Jobs
import Logging
import Metrics
import Modules
import Pages
import Realtime
import Runtime
import Storage

/// The parts of a server that hold rows or ids of its database in memory, with the database. A replacement of the data
/// ends them and makes them anew (docs/decisions/0044-snapshots.md).
struct Generation: Sendable {
  /// The parts of a server that every generation uses, and that its first one makes.
  struct SharedParts: Sendable {
    let accessLog: (any AccessLog)?
    /// False from the moment a stop begins.
    let isReady = Locked(true)
    let origins: OriginRules
    /// The metrics of the present generation; nil if there is only one.
    let requestMetrics: HotSwappable<RequestMetrics>?

    init(_ settings: ServerSettings, accessLog: (any AccessLog)?, logger: Logger) {
      self.accessLog = accessLog
      origins = OriginRules(cors: settings.corsPolicy, sockets: settings.originPolicy, logger: logger)
      requestMetrics = settings.isDevelopment ? HotSwappable(RequestMetrics(MetricsRegistry())) : nil
    }
  }

  let core: ServerCore
  let middleware: MiddlewareChain
  let dispatcher: Dispatcher
  /// Reads the keys of another issuer again.
  let reloader: Reloader
  private let modules: [Module]

  /// Starts the modules and their workers, but no periodic tasks.
  /// - Throws: the error of the first service that cannot start. The caller stops `services` then.
  static func start(_ core: ServerCore, _ shared: SharedParts, _ services: ServiceStack) async throws -> Generation {
    let modules = try await ServerModules.make(core)
    try await core.cluster.join(core.context, modules)
    for module in modules { try await module.start?() }
    try await startWorkers(of: modules, core.context, services)
    let middleware = MiddlewareChain(
      transport: TransportMiddleware(
        environment: core.context.environment, accessLog: shared.accessLog, metrics: metrics(core, shared)),
      origins: shared.origins, apiKeys: core.settings.apiKeys, authenticator: core.authenticator,
      writes: core.limits.writes)
    return Generation(
      core: core, middleware: middleware,
      dispatcher: try makeDispatcher(core, modules, middleware, isReady: shared.isReady),
      reloader: .externalKeys(core.accounts, core.externalKeys, core.context.logger), modules: modules)
  }

  private static func metrics(_ core: ServerCore, _ shared: SharedParts) -> any ServerMetrics {
    guard let current = shared.requestMetrics else { return core.metrics.requests }
    current.replace(by: core.metrics.requests)
    return ReplaceableRequestMetrics(current: current)
  }

  /// Starts the threads of each group of jobs. The last group also gets kinds that no module has, which fail permanently.
  private static func startWorkers(
    of modules: [Module], _ context: ModuleContext, _ services: ServiceStack
  ) async throws {
    var groups = modules.compactMap { module in module.jobs.map { (name: module.name, jobs: $0) } }
    for index in groups.indices.dropLast() {
      groups[index].jobs.configuration.filter = .only(groups[index].jobs.handlers.map(\.kind))
    }
    if let last = groups.indices.last {
      groups[last].jobs.configuration.filter = .allBut(groups.dropLast().flatMap { $0.jobs.handlers.map(\.kind) })
    }
    for (name, jobs) in groups {
      let pool = try WorkerPool(
        queue: jobs.queue, database: context.database, handlers: jobs.handlers, configuration: jobs.configuration,
        node: context.node, environment: context.environment, logger: context.logger)
      services.add("workers of \(name)", pool, drain: { await $0.drain(within: $1) }, stop: { await $0.stop() })
      try await pool.start()
    }
  }

  private static func makeDispatcher(
    _ core: ServerCore, _ modules: [Module], _ middleware: MiddlewareChain, isReady: Locked<Bool>
  ) throws -> Dispatcher {
    let settings = core.settings
    let sockets = modules.flatMap(\.sockets)
    var routes = routes(core, modules, isReady: isReady)
    if settings.docsEnabled {
      routes += DocumentRoutes(APIDocuments(routes: routes, sockets: sockets, server: settings.described)).routes
    }
    return Dispatcher(
      router: try Router(routes: routes, sockets: sockets), middleware: middleware.members,
      explain: StorageProblem.explain, basePath: settings.http.basePath, logger: core.context.logger)
  }

  /// The routes of all modules and of the server itself, without those of the API documents.
  static func routes(_ core: ServerCore, _ modules: [Module], isReady: Locked<Bool>) -> [Route] {
    let health = HealthRoutes(isReady: isReady, storage: core.health, membership: core.cluster.node.membership)
    var routes = health.routes + modules.flatMap(\.routes)
    let (settings, basePath) = (core.settings, core.settings.http.basePath.text)
    routes += PasswordPage(basePath: basePath).routes
    if settings.docsEnabled {
      routes +=
        PageRoutes(version: HearthCommand.version, basePath: basePath, hasConsole: settings.consoleEnabled).routes
    }
    if settings.consoleEnabled {
      routes +=
        ConsoleRoutes(
          version: HearthCommand.version, isDevelopment: settings.isDevelopment,
          requiresAPIKey: !settings.apiKeys.isEmpty, basePath: basePath
        ).routes
    }
    guard settings.metricsEnabled else { return routes }
    let queue = JobQueue(environment: core.context.environment)
    return routes + [
      core.metrics.route(queue: queue, database: core.database, environment: core.context.environment)
    ]
  }

  /// Starts the periodic tasks.
  func startTasks(_ services: ServiceStack) {
    let core = core
    let tasks = PeriodicTasks(logger: core.context.logger)
    services.add("periodic tasks", tasks, stop: { await $0.stop() })
    tasks.run { await core.context.hub.maintain() }
    tasks.add(PeriodicTask("loop lag", every: .seconds(1)) { core.metrics.sample(core.group.loops) })
    tasks.add(PeriodicTask("storage probe", every: .seconds(2)) { await core.database.probe() })
    for task in modules.flatMap(\.tasks) { tasks.add(task) }
  }
}
