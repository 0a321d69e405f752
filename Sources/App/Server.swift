import API
import Accounts
package import Administration
package import Bytes
import Console
import Consultations
import Crypto
import Documentation
import Foods
import HTTPCodec
package import HTTPServer
import Jobs
package import Logging
import Modules
import Net
import Pages
import Realtime
package import Runtime
import Storage
import Sync
import TLS

/// The composition root: starts the services in order and stops them in reverse.
package final class Server: Sendable {
  /// The addresses that the server listens on: `http://HOST:PORT`, `https://HOST:PORT` or `unix:/PATH`.
  package var locations: [String] {
    http.addresses.map { $0.location(isEncrypted: !core.settings.tlsCertificate.isEmpty) }
  }

  private let core: ServerCore
  private let http: HTTPServer
  private let services: ServiceStack
  private let isReady: Locked<Bool>
  private let tasks: PeriodicTasks
  private let reloaders: [Reloader]
  private var settings: ServerSettings { core.settings }

  private init(
    core: ServerCore, http: HTTPServer, services: ServiceStack, isReady: Locked<Bool>, tasks: PeriodicTasks,
    reloaders: [Reloader]
  ) {
    self.core = core
    self.http = http
    self.services = services
    self.isReady = isReady
    self.tasks = tasks
    self.reloaders = reloaders
  }

  /// Starts the services in order. If one fails, those that run are stopped.
  /// - Parameters:
  ///   - threshold: the level of `logger`; a reload may change it.
  ///   - accessLog: receives each answered request; nil for no access log.
  ///   - events: the newest warnings and errors of `logger`, for administrators.
  /// - Throws: the error of the service that cannot start.
  package static func start(
    _ settings: ServerSettings, environment: Environment = .system, logger: Logger, threshold: LogThreshold? = nil,
    accessLog: (any AccessLog)? = nil, events: RecentEvents = RecentEvents()
  ) async throws -> Server {
    let services = ServiceStack(logger: logger)
    do {
      let certificate = try TLSFiles.load(settings)
      let core = try await ServerCore.start(
        settings, environment: environment, logger: logger, services: services, events: events)
      let modules = try await ServerModules.make(core)
      for module in modules { try await module.start?() }
      try await startWorkers(of: modules, core.context, services)
      let isReady = Locked(true)
      let origins = OriginRules(cors: settings.corsPolicy, sockets: settings.originPolicy, logger: logger)
      let middleware = MiddlewareChain(
        transport: TransportMiddleware(
          environment: core.context.environment, accessLog: accessLog, metrics: core.metrics.requests),
        origins: origins, apiKeys: settings.apiKeys, authenticator: core.authenticator,
        writes: core.limits.writes)
      let dispatcher = try makeDispatcher(core, modules, middleware, isReady: isReady)
      let identity = (certificate?.context).map { HotSwappable($0) }
      let http = try await startHTTP(core, dispatcher, middleware, identity, services)
      let reloaders: [Reloader] = [
        .certificate(identity, certificate), .origins(origins, settings),
        .externalKeys(core.accounts, core.externalKeys, logger),
      ]
      return Server(
        core: core, http: http, services: services, isReady: isReady, tasks: startTasks(core, modules, services),
        reloaders: (threshold.map { [Reloader.logLevel($0)] } ?? []) + reloaders)
    } catch {
      await services.stop(within: settings.grace)
      throw error
    }
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
        environment: context.environment, logger: context.logger)
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
    var routes = HealthRoutes(isReady: isReady, storage: core.health).routes + modules.flatMap(\.routes)
    routes += PasswordPage(basePath: core.settings.http.basePath.text).routes
    if core.settings.docsEnabled {
      routes +=
        PageRoutes(
          version: HearthCommand.version, basePath: core.settings.http.basePath.text,
          hasConsole: core.settings.consoleEnabled
        ).routes
    }
    if core.settings.consoleEnabled {
      routes +=
        ConsoleRoutes(
          version: HearthCommand.version, isDevelopment: core.settings.isDevelopment,
          requiresAPIKey: !core.settings.apiKeys.isEmpty
        ).routes
    }
    guard core.settings.metricsEnabled else { return routes }
    let queue = JobQueue(environment: core.context.environment)
    return routes + [
      core.metrics.route(queue: queue, database: core.database, environment: core.context.environment)
    ]
  }

  private static func startHTTP(
    _ core: ServerCore, _ dispatcher: Dispatcher, _ middleware: MiddlewareChain,
    _ identity: HotSwappable<TLSContext>?, _ services: ServiceStack
  ) async throws -> HTTPServer {
    let settings = core.settings
    var configuration = settings.http
    configuration.tls = identity
    let context = ServerContext(
      handler: dispatcher, middleware: middleware.transport, http: configuration, webSocket: settings.webSocket,
      environment: core.context.environment, logger: core.context.logger, interceptor: core.development?.traffic)
    let http = try await HTTPServer.start(on: settings.listen, context: context, group: core.group)
    services.add("HTTP server", http, drain: { await $0.drain(within: $1) })
    let location = LocationFile(folder: settings.dataFolder)
    do {
      try location.write(http.address)
    } catch {
      core.context.logger.warning("health checks need the address of the server", metadata: ["error": "\(error)"])
    }
    services.add("location file", location, stop: { $0.remove() })
    return http
  }

  private static func startTasks(
    _ core: ServerCore, _ modules: [Module], _ services: ServiceStack
  ) -> PeriodicTasks {
    let tasks = PeriodicTasks(logger: core.context.logger)
    services.add("periodic tasks", tasks, stop: { await $0.stop() })
    tasks.run { await core.context.hub.maintain() }
    tasks.add(PeriodicTask("loop lag", every: .seconds(1)) { core.metrics.sample(core.group.loops) })
    tasks.add(PeriodicTask("storage probe", every: .seconds(2)) { await core.database.probe() })
    for task in modules.flatMap(\.tasks) { tasks.add(task) }
    return tasks
  }

  /// The longest time of `stop`.
  package var stopLimit: Duration { settings.grace }

  /// Sends the service manager two keep-alive messages per watchdog interval while every event loop responds.
  package func report(to notifier: ServiceNotifier) {
    guard let interval = notifier.watchdogInterval else { return }
    let watchdog = Watchdog(loops: core.group.loops, notifier: notifier)
    tasks.add(PeriodicTask("watchdog", every: interval / 2) { await watchdog.check() })
  }

  /// Applies the settings that can change in a running server: log level, certificate, allowed origins, and the keys of
  /// another issuer. The log has an event for each change, each file that cannot be read, and the settings that need a
  /// restart.
  package func reload(_ settings: ServerSettings) {
    reloaders.reload(settings, running: self.settings, core.context.logger)
  }

  /// Stops the services within the grace time.
  ///
  /// `/ready` fails first. Then requests are answered, sockets are closed with 1001, and jobs finish or are returned to
  /// the queue, all at the same time. Then the services stop in reverse order.
  package func stop() async {
    let deadline = ContinuousClock.now + settings.grace
    isReady.withLock { $0 = false }
    // Load balancers must see `/ready` fail before connections are refused.
    try? await Task.sleep(for: min(settings.readyDelay, settings.grace / 2))
    await services.stop(within: ContinuousClock.now.duration(to: deadline))
  }
}
