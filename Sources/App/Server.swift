import API
import Accounts
package import Administration
package import Bytes
import Console
import Consultations
import Crypto
import Development
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

  /// The generation that answers requests.
  private let generation: HotSwappable<Generation>
  private let http: HTTPServer
  private let services: ServiceStack
  private let isReady: Locked<Bool>
  private let watchdog: PeriodicTasks
  /// The reloaders that concern all generations.
  private let reloaders: [Reloader]
  private var core: ServerCore { generation.current.core }
  private var settings: ServerSettings { core.settings }

  private init(
    generation: HotSwappable<Generation>, http: HTTPServer, services: ServiceStack, isReady: Locked<Bool>,
    watchdog: PeriodicTasks, reloaders: [Reloader]
  ) {
    self.generation = generation
    self.http = http
    self.services = services
    self.isReady = isReady
    self.watchdog = watchdog
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
      let shared = Generation.SharedParts(settings, accessLog: accessLog, logger: logger)
      let first = try await Generation.start(core, shared, services)
      let handler = core.development.map { _ in
        ReplaceableHandler(first.dispatcher) { $0.hasPrefix("/dev/") }
      }
      let identity = (certificate?.context).map { HotSwappable($0) }
      let http = try await startHTTP(core, handler ?? first.dispatcher, first.middleware, identity, services)
      first.startTasks(services)
      let watchdog = PeriodicTasks(logger: logger)
      services.add("watchdog", watchdog, stop: { await $0.stop() })
      let generation = HotSwappable(first)
      if let handler, let development = core.development {
        let replacement = DataReplacement(
          shared: shared, generation: generation, handler: handler, http: http, services: services)
        // A task of its own: it blocks, and it ends the generation of the request.
        development.data.connect { staged in
          try await Task { try await ClientShare.$current.withValue(.server) { try await replacement.run(staged) } }
            .value
        }
      }
      let reloaders: [Reloader] = [.certificate(identity, certificate), .origins(shared.origins, settings)]
      return Server(
        generation: generation, http: http, services: services, isReady: shared.isReady, watchdog: watchdog,
        reloaders: (threshold.map { [Reloader.logLevel($0)] } ?? []) + reloaders)
    } catch {
      await services.stop(within: settings.grace)
      throw error
    }
  }

  private static func startHTTP(
    _ core: ServerCore, _ handler: any RequestHandler, _ middleware: MiddlewareChain,
    _ identity: HotSwappable<TLSContext>?, _ services: ServiceStack
  ) async throws -> HTTPServer {
    let settings = core.settings
    var configuration = settings.http
    configuration.tls = identity
    let context = ServerContext(
      handler: handler, middleware: middleware.transport, http: configuration, webSocket: settings.webSocket,
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

  /// The longest time of `stop`.
  package var stopLimit: Duration { settings.grace }

  /// Sends the service manager two keep-alive messages per watchdog interval while every event loop responds.
  package func report(to notifier: ServiceNotifier) {
    guard let interval = notifier.watchdogInterval else { return }
    let check = Watchdog(loops: core.group.loops, notifier: notifier)
    watchdog.add(PeriodicTask("watchdog", every: interval / 2) { await check.check() })
  }

  /// Applies the settings that can change in a running server: log level, certificate, allowed origins, and the keys of
  /// another issuer. The log has an event for each change, each file that cannot be read, and the settings that need a
  /// restart.
  package func reload(_ settings: ServerSettings) {
    (reloaders + [generation.current.reloader]).reload(settings, running: self.settings, core.context.logger)
  }

  /// Stops the services within the grace time.
  ///
  /// `/ready` fails first. Then requests are answered, sockets are closed with 1001, and jobs finish or are returned to
  /// the queue, all at the same time. Then the services stop in reverse order.
  package func stop() async {
    let deadline = ContinuousClock.now + settings.grace
    await core.development?.data.end()
    isReady.withLock { $0 = false }
    // Load balancers must see `/ready` fail before connections are refused.
    try? await Task.sleep(for: min(settings.readyDelay, settings.grace / 2))
    await services.stop(within: ContinuousClock.now.duration(to: deadline))
  }
}
