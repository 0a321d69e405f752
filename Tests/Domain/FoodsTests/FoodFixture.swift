import Foods
import HTTPServer
import JSONCodec
import Storage
import TestSupport

/// The food endpoints on a server in the process; tokens are user ids (`u1`, `u2`).
struct FoodFixture: TestFixture, Sendable {
  let clock = ManualClock()
  let database: any StorageEngine
  let server: TestServer
  let foods: FoodsService

  init(maxPerUser: Int = 500) async throws {
    database = try await TestDatabase.make(users: ["u1", "u2"])
    var configuration = FoodsService.Configuration()
    configuration.maxPerUser = maxPerUser
    foods = FoodsService(
      database: ScopeCheckingDatabase(database), environment: clock.environment, configuration: configuration)
    server = try await TestServer(
      routes: FoodRoutes(foods: foods).routes, authenticator: StubAuthenticator(clock: clock), clock: clock)
  }

  func send(_ method: String, _ path: String, _ json: JSONValue? = nil, user: String = "u1") async throws
    -> WireResponse
  {
    try await server.client.with(token: user).send(method, "/api/v1/foods" + path, json)
  }

  func stop() async {
    await server.stop()
    await database.close()
  }

  static let cake: JSONValue = [
    "name": "Grandma's Apple Cake", "aliases": ["apfelkuchen"], "brand": "", "calories": 260, "protein_g": 4,
    "carbs_g": 38, "fat_g": 10, "fiber_g": 2, "sugar_g": 20, "measures": [["unit": "Slices", "grams": 90]],
    "serving_unit": "slice",
  ]
}
