import Accounts
import Administration
import ArgumentParser
import Coach
import Glibc
import Logging
import Nutrition
import Runtime

/// `hearth serve`
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Start the server.",
    discussion: """
      Flags have precedence over the environment (HEARTH_HTTP_IDLE_TIMEOUT=30s), and the environment over the file. \
      config.example.json has every setting at its default.
      """)

  @OptionGroup var options: ConfigurationOptions
  @Option(
    help: ArgumentHelp(
      "The address to listen on (default 127.0.0.1:8000): HOST:PORT (port 0: any free port), unix:/PATH or systemd.",
      valueName: "address"))
  var listen: String?
  @Flag(
    help: ArgumentHelp(
      "Create the documented accounts \(DevelopmentAccount.summary) and complete the meal \"test meal\". For development only."
    ))
  var dev = false
  @Flag(help: "Lift limits on rates and connections, for hot reload and several tabs. Only with --dev.")
  var relaxed = false

  func run() async throws {
    // A closed pipe of the log or the output must not end the server.
    signal(SIGPIPE, SIG_IGN)
    let signals = try Signals([SIGTERM, SIGINT, SIGHUP])
    // If the server's terminal closes, SIGHUP ends it: no user could stop it afterwards.
    let hasTerminal = isatty(STDIN_FILENO) == 1
    var flags: [String: String] = [:]
    if let listen { flags["listen.address"] = listen }
    if dev { flags["dev"] = "true" }
    if relaxed { flags["relaxed"] = "true" }
    let settings = try options.load(flags)
    let log = try LogWriter()
    let threshold = LogThreshold(settings.logLevel)
    let events = RecentEvents()
    let logger = ServerLogger.make(settings, to: log, threshold: threshold, events: events)
    for warning in settings.warnings {
      logger.warning("setting ignored", metadata: ["name": "\(warning.key)", "reason": "\(warning.text)"])
    }
    let notifier = ServiceNotifier(environment: ProcessEnvironment.variables)
    let accessLog = ServerLogger.accessLog(settings, to: log, threshold: threshold)
    let server = try await start(flushing: log) {
      try await Server.start(settings, logger: logger, threshold: threshold, accessLog: accessLog, events: events)
    }
    for location in server.locations { print("listening on \(location)") }
    fflush(nil)
    server.report(to: notifier)
    let status = "listening on " + server.locations.joined(separator: ", ")
    notifier.ready(status)
    if settings.buildsTablesAtStart { buildTables() }
    var received = await Self.next(signals)
    while received == SIGHUP, !(hasTerminal && isatty(STDIN_FILENO) == 0) {
      notifier.reloading()
      reload(server, flags, logger)
      notifier.ready(status)
      received = await Self.next(signals)
    }
    notifier.stopping(within: server.stopLimit + .seconds(5))
    logger.notice("stopping", metadata: ["signal": "\(received)"])
    try? Self.endProcess(on: signals)
    await server.stop()
    logger.notice("stopped")
    _ = await log.flush(within: .seconds(1))
  }

  /// - Throws: `CommandFailure` with the reason, after the log is written.
  private func start(flushing log: LogWriter, _ body: () async throws -> Server) async throws -> Server {
    do { return try await body() } catch {
      _ = await log.flush(within: .seconds(1))
      throw CommandFailure("hearth cannot start: \(error)")
    }
  }

  /// Lets a second signal end the process before the grace time is over.
  private static func endProcess(on signals: Signals) throws {
    try Thread(name: "signals") {
      while signals.next() == SIGHUP {}
      Glibc.exit(1)
    }.detach()
  }

  /// Builds the tables for which the first message and the first meal would wait, but a start need not.
  private func buildTables() {
    try? Thread(name: "warm-up") {
      EmbeddedMealParser.warmUp()
      SafetyStage.warmUp()
      BuiltInCoach.warmUp()
    }.detach()
  }

  /// Reads the configuration again. If it is invalid, the running settings stay in use.
  private func reload(_ server: Server, _ flags: [String: String], _ logger: Logger) {
    do {
      server.reload(try options.load(flags))
    } catch {
      logger.error("not reloaded, everything stays as it is", metadata: ["error": "\(error)"])
    }
  }

  private static func next(_ signals: Signals) async -> Int32 {
    await withCheckedContinuation { continuation in
      do {
        try Thread(name: "signals") { continuation.resume(returning: signals.next()) }.detach()
      } catch {
        continuation.resume(returning: SIGTERM)
      }
    }
  }
}
