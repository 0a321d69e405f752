import Bytes
import Cluster
import HTTPServer
import JSONCodec
import Jobs
import Logging
import Meals
import Nutrition
import Realtime
import Storage
import TestSupport
import Testing

/// The meal endpoints on a server in the process; tokens are user ids (`u1`, `u2`).
struct MealFixture: TestFixture, Sendable {
  let database: any StorageEngine
  let clock: ManualClock
  let server: TestServer
  let meals: MealsService
  let queue: JobQueue
  let log = LogRecorder()
  private let outbox: Outbox

  /// - Parameters:
  ///   - profileLanguage: the language in the profile of every user.
  ///   - profileTimeZone: the time zone in the profile of every user.
  init(maxPending: Int = 50, profileLanguage: String? = nil, profileTimeZone: String = "UTC") async throws {
    let clock = ManualClock()
    var environment = clock.environment
    environment.ianaTimeZone = { name in Self.rules[name].flatMap { TimeZoneRules(name: name, rule: $0) } }
    let zone = try #require(environment.timeZone(named: profileTimeZone))
    let database = try await TestDatabase.make(users: ["u1", "u2"])
    var configuration = MealsService.Configuration()
    configuration.maxPendingPerUser = maxPending
    queue = JobQueue(environment: clock.environment)
    outbox = Outbox(bus: SilentBus(), environment: clock.environment)
    meals = MealsService(
      database: ScopeCheckingDatabase(database), queue: queue, outbox: outbox,
      preferences: ProfileStub(code: profileLanguage, zone: zone), environment: environment,
      configuration: configuration)
    server = try await TestServer(
      routes: MealRoutes(meals: meals).routes, authenticator: StubAuthenticator(clock: clock), clock: clock)
    self.clock = clock
    self.database = database
  }

  /// Sends one request as `user`.
  func send(
    _ method: String, _ path: String, _ json: JSONValue? = nil, user: String = "u1", key: String? = nil,
    acceptLanguage: String? = nil
  ) async throws -> WireResponse {
    let fields = [("Idempotency-Key", key), ("Accept-Language", acceptLanguage)].compactMap { name, value in
      value.map { (name, $0) }
    }
    return try await server.client.with(token: user).send(method, "/api/v1/meal-logs" + path, json, fields: fields)
  }

  /// Runs the waiting jobs with the embedded parser.
  func work(
    parser: any MealParser = EmbeddedMealParser(), configuration: WorkerPool.Configuration = .init()
  ) async throws {
    try await work(reader: ParserReader(parser), configuration: configuration)
  }

  /// Runs the waiting jobs with a reader.
  func work(reader: any MealReader, configuration: WorkerPool.Configuration = .init()) async throws {
    let handler = MealParsingHandler(
      database: database, reader: reader, outbox: outbox, environment: clock.environment, logger: log.logger)
    let pool = try WorkerPool(
      queue: queue, database: ScopeCheckingDatabase(database), handlers: [handler], configuration: configuration,
      node: .single(name: "test"), environment: clock.environment,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await pool.start()
    try await waitUntil { try await count("jobs") == 0 }
    await pool.drain(within: .seconds(5))
  }

  func count(_ table: String, _ condition: String = "1 = 1") async throws -> Int64 {
    try await database.read { connection in
      try connection.first("SELECT COUNT(*) AS n FROM \(table) WHERE \(condition)", [])?.integer("n") ?? 0
    }
  }

  func stop() async {
    await server.stop()
    await database.close()
  }

  private static let rules = [
    "Asia/Tokyo": "JST-9", "America/Los_Angeles": "PST8PDT,M3.2.0,M11.1.0",
    "Europe/Berlin": "CET-1CEST,M3.5.0,M10.5.0/3",
  ]

  private struct ProfileStub: MealPreferences {
    let code: String?
    let zone: TimeZoneRules
    func language(of userID: String, in connection: any SQLConnection) -> String? { code }
    func timeZone(of userID: String, in connection: any SQLConnection) -> TimeZoneRules { zone }
  }

  private struct SilentBus: EventBus {
    func published(userID: String, topic: String?) {}
  }
}
