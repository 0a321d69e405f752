import API
import Bytes
import Cluster
import Coach
import Consultations
import HTTPServer
import HealthModels
import JSONCodec
import Jobs
import Logging
import Meals
import Realtime
import Runtime
import Storage
import TestSupport
import Testing

/// Consultations on a server in the process; tokens are user ids (`u1`, `u2`).
struct ConsultationFixture: TestFixture, Sendable {
  let database: any StorageEngine
  let clock = ManualClock()
  let provider = ScriptedProvider()
  let queue: JobQueue
  let server: TestServer
  private let outbox: Outbox
  private let running = RunningAnswers(bus: NoBus())
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private let pools = Locked<[WorkerPool]>([])

  init(_ configure: (inout ConsultationsConfiguration) -> Void = { _ in }) async throws {
    database = try await TestDatabase.make(users: ["u1", "u2"])
    var configuration = ConsultationsConfiguration()
    configuration.messagesPerMinute = 1000
    configure(&configuration)
    var realtime = RealtimeConfiguration()
    realtime.connectionsPerMinute = 1000
    let registry = ConnectionRegistry(configuration: realtime, bus: NoBus(), environment: clock.environment)
    let authenticator = StubAuthenticator(clock: clock)
    let hub = RealtimeHub(
      database: ScopeCheckingDatabase(database), registry: registry, authenticator: authenticator,
      configuration: realtime, node: .single(name: "n"),
      environment: clock.environment, logger: logger)
    queue = JobQueue(environment: clock.environment)
    outbox = Outbox(bus: registry, environment: clock.environment)
    let service = ConsultationsService(
      database: ScopeCheckingDatabase(database), queue: queue, outbox: outbox, sockets: Closer(registry: registry),
      running: running,
      environment: clock.environment, configuration: configuration)
    server = try await TestServer(
      routes: ConsultationRoutes(consultations: service).routes,
      sockets: [
        ConsultationSocket(.current, consultations: service, hub: hub).route,
        ConsultationSocket(.legacy(meals: MealLogsSocket.endpoint(hub: hub)), consultations: service, hub: hub).route,
      ], authenticator: authenticator, clock: clock)
  }

  /// Starts a pool that writes answers.
  @discardableResult
  func answer() async throws -> WorkerPool {
    let handler = AnswerHandler(
      database: ScopeCheckingDatabase(database), queue: queue, outbox: outbox, provider: provider, diary: NoSource(),
      profile: NoSource(),
      templates: NoSource(), running: running, environment: clock.environment)
    var configuration = WorkerPool.Configuration()
    configuration.concurrency = 4
    let pool = try WorkerPool(
      queue: queue, database: ScopeCheckingDatabase(database), handlers: [handler], configuration: configuration,
      node: .single(name: "test"), environment: clock.environment,
      logger: logger)
    try await pool.start()
    pools.withLock { $0.append(pool) }
    return pool
  }

  func send(_ method: String, _ path: String = "", _ json: JSONValue? = nil, user: String = "u1") async throws
    -> WireResponse
  {
    let client = server.client.with(token: user)
    let target = "/api/v1/consultations" + path
    return try await runBlocking { try client.request(method, target, json) }
  }

  /// - Returns: the id of a new consultation.
  func create(_ body: JSONValue = ["persona": "nutritionist"], user: String = "u1") async throws -> String {
    try await send("POST", "", body, user: user).json?["data"]?["id"]?.stringValue ?? ""
  }

  func count(_ table: String, _ condition: String = "1 = 1") async throws -> Int64 {
    try await database.read { connection in
      try connection.first("SELECT COUNT(*) AS n FROM \(table) WHERE \(condition)", [])?.integer("n") ?? 0
    }
  }

  /// Waits until a count of rows is reached.
  func reaches(_ count: Int64, of table: String, _ condition: String) async throws {
    try await waitUntil { try await self.count(table, condition) == count }
  }

  func stop() async {
    for pool in pools.withLock({ $0 }) { await pool.drain(within: .seconds(5)) }
    await server.stop()
    await database.close()
  }

  private struct NoSource: DiaryStore, ProfileSource, TemplateStore {
    func diary(of userID: String, days: Int) async throws -> FoodDiary { FoodDiary() }
    func replace(
      id: String, with draft: TemplateDraft, userID: String, in connection: any SQLConnection
    ) throws -> Bool { false }
    func log(_ meal: MealInWords, userID: String, in connection: any SQLConnection) throws {}
    func remove(_ meal: MealInWords, userID: String, in connection: any SQLConnection) throws {}
    func logged(userID: String) {}
    func bodyProfile(of userID: String) async throws -> DatedBodyProfile { DatedBodyProfile() }
    func store(_ draft: TemplateDraft, userID: String, in connection: any SQLConnection) throws -> String {
      if draft.name == "one too many" { throw Problem(status: 429, code: "TEMPLATE_LIMIT", message: "Too many.") }
      return "t"
    }
  }

  private struct Closer: TopicTerminator {
    let registry: ConnectionRegistry
    func close(userID: String, topic: String) { registry.finished(userID: userID, topic: topic) }
  }
}

/// A socket of one consultation. Blocking.
struct CoachSocket {
  let socket: WebSocketTestClient

  init(_ port: UInt16, _ id: String, user: String = "u1", more: String = "") throws {
    socket = try WebSocketTestClient.connect(port: port, "/ws/consultation?consultation_id=\(id)&token=\(user)\(more)")
  }

  func post(_ text: String, id: String) throws {
    try socket.send(json: ["type": "user_message", "content": .string(text), "messageId": .string(id)])
  }

  /// Returns the frames that the server sends before it has read all messages sent so far.
  func framesBeforePong() throws -> [JSONValue] {
    try socket.send(json: ["type": "ping", "messageId": "barrier"])
    var frames: [JSONValue] = []
    while true {
      let frame = try socket.receiveJSON()
      if frame["type"] == "pong" { return frames }
      frames.append(frame)
    }
  }

  /// The frames up to the end of one answer.
  func answer() throws -> [JSONValue] {
    var frames: [JSONValue] = []
    while true {
      let frame = try socket.receiveJSON()
      frames.append(frame)
      if ["ai_message_complete", "error"].contains(frame["type"]?.stringValue) { return frames }
    }
  }
}

extension [JSONValue] {
  var types: [String] { map { $0["type"]?.stringValue ?? "" } }
  /// The text of the chunks.
  var text: String { filter { $0["type"] == "ai_message_chunk" }.compactMap { $0["content"]?.stringValue }.joined() }
}
