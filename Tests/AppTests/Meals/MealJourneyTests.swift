import Glibc
import JSONCodec
import TestSupport
import Testing

/// The main job, as a user meets it: the real program, real sockets.
@Suite struct MealJourneyTests {
  private static let meal: JSONValue = [
    "raw_input": "120g chicken breast, 1 cup broccoli, 1 tbsp olive oil", "meal_type": "lunch",
  ]

  /// The end-to-end test of a client's guide logs these words, which name no food (docs/api/operations.md#development).
  @Test(arguments: [(["--dev"], "completed"), ([], "failed")] as [([String], String)])
  func theTestMealOfTheGuideCompletesInDevelopmentAlone(arguments: [String], status: String) async throws {
    try await runBlocking {
      let server = try ServerProcess(arguments: arguments)
      let http = try HTTPTestClient(port: server.port)
      let account: JSONValue = ["username": "anna", "password": "correct horse"]
      let signup = try http.request("POST", "/api/auth/signup", json: account)
      let token = try #require(signup.json?["access_token"]?.stringValue)
      let socket = try WebSocketTestClient.connect(port: server.port, "/ws?token=\(token)")
      let meal: JSONValue = ["raw_input": "test meal", "meal_type": "breakfast"]
      let made = try http.request("POST", "/api/v1/meal-logs/natural", token: token, json: meal)
      let id = try #require(made.json?["id"]?.stringValue)
      let end = try socket.receiveJSON { ["completed", "failed"].contains($0["payload"]?["status"]?.stringValue) }
      #expect(end["payload"]?["status"]?.stringValue == status)
      let stored = try http.request("GET", "/api/v1/meal-logs/\(id)", token: token).json?["data"]
      #expect(stored?["status"]?.stringValue == status)
      #expect((stored?["items"]?.arrayValue?.isEmpty == false) == (status == "completed"))
    }
  }

  @Test func aFailedMealLeavesALineInTheLog() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let socket = try user.connect("/ws/meal-logs")
      let id = try #require(try user.log("qwxzv plugh").json?["id"]?.stringValue)
      _ = try socket.receiveJSON(type: "meal_log.failed")
      try SignedIn.until("the line is written") { user.server.log.contains("meal parsing failed") }
      let line = try #require(user.server.log.split(separator: "\n").first { $0.contains("meal parsing failed") })
      for field in ["meal_log=\(id)", "code=PARSING_FAILED", "duration_ms=", "attempt=1"] {
        #expect(line.contains(field), "\(line)")
      }
      #expect(!user.server.log.contains("qwxzv"))
    }
  }

  @Test(arguments: [("/ws/meal-logs", "meal_log.completed", "data"), ("/ws", "meal_log_status_update", "payload")])
  func deliversACompletedMeal(path: String, type: String, key: String) async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let token = try DevelopmentAccount.logIn(server.port)
      let socket = try WebSocketTestClient.connect(port: server.port, "\(path)?token=\(token)")
      #expect(try socket.receiveJSON()["type"] == "connected")
      let http = try HTTPTestClient(port: server.port)
      let answer = try http.request("POST", "/api/v1/meal-logs/natural", token: token, json: Self.meal)
      #expect(answer.status == 201)
      let frame = try socket.receiveJSON { $0["type"]?.stringValue == type && $0[key]?["status"] == "completed" }
      #expect(frame[key]?["total_calories"] == 372)
      #expect(frame[key]?["items"]?.arrayValue?.count == 3)
      #expect(frame["event_id"]?.integerValue != nil)
    }
  }

  @Test func keepsAllAcknowledgedMealsAfterSIGKILL() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      var acknowledged: Set<String> = []
      for _ in 0..<3 {
        let server = try ServerProcess(folder: folder)
        let token = try DevelopmentAccount.logIn(server.port)
        let http = try HTTPTestClient(port: server.port)
        for _ in 0..<10 {
          let answer = try http.request("POST", "/api/v1/meal-logs/natural", token: token, json: Self.meal)
          acknowledged.insert(try #require(try JSONValue(parsing: answer.body)["id"]?.stringValue))
        }
        server.send(signal: SIGKILL)
        _ = try server.waitForExit()
      }
      let server = try ServerProcess(folder: folder)
      let token = try DevelopmentAccount.logIn(server.port)
      let socket = try WebSocketTestClient.connect(port: server.port, "/ws/meal-logs?since=0&token=\(token)")
      var told: [String] = []
      while told.count < acknowledged.count {
        let frame = try socket.receiveJSON(type: "meal_log.completed")
        told.append(try #require(frame["data"]?["id"]?.stringValue))
      }
      #expect(Set(told) == acknowledged)
    }
  }

  @Test func answersUnknownPathsAndMethods() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let http = try HTTPTestClient(port: server.port)
      #expect(try http.request("GET", "/nothing").status == 404)
      #expect(try http.request("GET", "/api/v1/meal-logs").status == 401)
      let refused = try http.request("POST", "/health")
      #expect(refused.status == 405)
      #expect(refused["Allow"] == "GET, HEAD, OPTIONS")
      #expect(try http.request("GET", "/ws").status == 426)
    }
  }
}
