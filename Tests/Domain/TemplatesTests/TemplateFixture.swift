import API
import HTTPServer
import JSONCodec
import Runtime
import Storage
import Templates
import TestSupport

/// The template endpoints on a server in the process; tokens are user ids (`u1`, `u2`).
struct TemplateFixture: TestFixture, Sendable {
  let clock = ManualClock()
  let database: any StorageEngine
  let server: TestServer
  let recorder = Recorder()

  init(maxPerUser: Int = 500) async throws {
    database = try await TestDatabase.make(users: ["u1", "u2"])
    var configuration = TemplatesService.Configuration()
    configuration.maxPerUser = maxPerUser
    let templates = TemplatesService(
      database: ScopeCheckingDatabase(database), environment: clock.environment, configuration: configuration)
    server = try await TestServer(
      routes: TemplateRoutes(templates: templates, meals: recorder).routes,
      authenticator: StubAuthenticator(clock: clock),
      clock: clock)
  }

  func send(_ method: String, _ path: String, _ json: JSONValue? = nil, user: String = "u1") async throws
    -> WireResponse
  {
    try await server.client.with(token: user).send(method, "/api/v1" + path, json)
  }

  /// - Returns: the id of a new template.
  func create(_ path: String, _ json: JSONValue, user: String = "u1") async throws -> String {
    clock.advance(by: .seconds(1))
    return try await send("POST", path, json, user: user).json?["data"]?["id"]?.stringValue ?? ""
  }

  func stop() async {
    await server.stop()
    await database.close()
  }

  /// Stores the logged foods. Tests of the whole program use the real meals.
  final class Recorder: MealRecorder {
    struct Record: Sendable {
      var foods: [JSONValue]
      var mealType: String
      var loggedAt: String?
      var userID: String
    }

    let records = Locked([Record]())
    var loggedResponse: ResponseDeclaration {
      .success(
        "A log.", .object([.string("id", "The id of the log.")]), status: 201, flattened: true, example: ["id": "log"])
    }

    func record(foods: [JSONValue], mealType: String, loggedAt: String?, userID: String) async throws -> JSONValue {
      records.withLock { $0.append(Record(foods: foods, mealType: mealType, loggedAt: loggedAt, userID: userID)) }
      return ["id": "log"]
    }
  }
}
