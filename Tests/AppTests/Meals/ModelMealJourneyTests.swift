import Glibc
import JSONCodec
import TestSupport
import Testing

/// Meals that a language model reads, through the real program.
@Suite struct ModelMealJourneyTests {
  private static let key = "sk-test-5f60718293a4b5c6d7e8"

  private static func environment(
    _ endpoint: StubServer, _ more: [String: String] = [:]
  ) -> [String: String] {
    [
      "HEARTH_MEALS_PROVIDER": "openai", "HEARTH_COACH_BASE_URL": "http://127.0.0.1:\(endpoint.port)/v1",
      "HEARTH_COACH_MODEL": "test-model", "HEARTH_COACH_API_KEY": key, "no_proxy": "*",
      // A busy machine must not take a good answer for a late one.
      "HEARTH_MEALS_TIMEOUT": "10m", "HEARTH_MEALS_MODEL_TIMEOUT": "9m",
    ].merging(more) { $1 }
  }

  private static let meal: [StubServer.Step] = .answer(
    #"{"items":[{"name":"ramen","quantity":1,"unit":"bowl","grams":500,"calories":480,"protein_g":22,"carbs_g":62,"#,
    #""fat_g":16,"fiber_g":4,"sugar_g":6,"kind":"food"}]}"#, usage: (1_000, 1_000))

  private func log(_ text: String, _ user: SignedIn, _ socket: WebSocketTestClient) throws -> [JSONValue] {
    let id = try #require(try user.log(text).json?["id"])
    while true {
      // After a crash, results that were delivered may be delivered once more.
      let log = try socket.receiveJSON(type: "meal_log.completed")["data"]
      if log?["id"] == id { return log?["items"]?.arrayValue ?? [] }
    }
  }

  @Test func usesTheModelAndFallsBackToTheParser() async throws {
    try await runBlocking {
      let endpoint = try StubServer([
        Self.meal, .answer("no JSON"), [.whole(500)], [.whole(500)],
      ])
      defer { endpoint.stop() }
      let user = try SignedIn(Self.environment(endpoint))
      let socket = try user.connect("/ws/meal-logs")
      let good = try log("a bowl of ramen at the station", user, socket)
      #expect(good.map { $0["calories"] } == [480])
      #expect(good.first?["notes"]?.stringValue?.hasSuffix("by the language model test-model") == true)
      let request = try #require(endpoint.requests.first)
      #expect(request.line == "POST /v1/chat/completions HTTP/1.1")
      #expect(request.fields["authorization"] == "Bearer \(Self.key)")
      let body = try JSONValue(parsing: request.body)
      #expect(body["response_format"]?["type"] == "json_schema" && body["temperature"] == 0)
      #expect(body["messages"]?.arrayValue?.last?["content"] == "a bowl of ramen at the station")
      for word in ["agreed form", "the language model failed"] {
        let items = try log("120g chicken breast", user, socket)
        #expect(items.map { $0["calories"] } == [198])
        let notes = items.first?["notes"]?.stringValue ?? ""
        #expect(notes.contains(word) && notes.hasSuffix("parsed offline"), "\(notes)")
      }
      #expect(!user.server.log.contains(Self.key))
    }
  }

  @Test func aMealWaitsForAStalledModelNoLongerThanItMay() async throws {
    try await runBlocking {
      let endpoint = try StubServer([[.streamHead, .delta("{"), .stall]])
      defer { endpoint.stop() }
      let user = try SignedIn(Self.environment(endpoint, ["HEARTH_MEALS_MODEL_TIMEOUT": "1s"]))
      let socket = try user.connect("/ws/meal-logs")
      let items = try log("120g chicken breast", user, socket)
      #expect(items.map { $0["notes"] } == ["the language model did not answer in time; parsed offline"])
    }
  }

  /// The budget is one for coach and meals, and a process that dies does not reset it.
  @Test func aKilledProcessDoesNotResetTheDaysBudget() async throws {
    try await runBlocking {
      let endpoint = try StubServer([Self.meal])
      defer { endpoint.stop() }
      let folder = try TemporaryFolder()
      let environment = Self.environment(
        endpoint,
        [
          "HEARTH_COACH_PRICE_INPUT": "1000", "HEARTH_COACH_PRICE_OUTPUT": "1000", "HEARTH_COACH_DAILY_BUDGET": "2.2",
          "HEARTH_COACH_PROVIDER": "openai",
        ])
      do {
        let user = try SignedIn(environment, folder: folder)
        let socket = try user.connect("/ws/meal-logs")
        let first = try log("ramen", user, socket)
        #expect(first.first?["notes"]?.stringValue?.contains("test-model") == true)
        user.server.send(signal: SIGKILL)
        #expect(try user.server.waitForExit() == .signal(SIGKILL))
      }
      let user = try SignedIn(environment, folder: folder)
      let socket = try user.connect("/ws/meal-logs")
      let notes = try log("120g chicken breast", user, socket).first?["notes"]?.stringValue
      #expect(notes == "today's budget for the language model is spent; parsed offline")
      let created = try user.request("POST", "/api/v1/consultations", ["persona": "nutritionist"])
      let id = try #require(created.json?["data"]?["id"]?.stringValue)
      let coach = try user.open("/ws/consultation?consultation_id=\(id)")
      try coach.send(json: ["type": "user_message", "content": "hello"])
      let error = try coach.receiveJSON(type: "error")
      #expect(error["error_code"] == "AI_SERVICE_ERROR" && error["content"]?.stringValue?.contains("tomorrow") == true)
      #expect(endpoint.requests.count == 1)
    }
  }

  @Test func doesNotStartWithoutAnEndpoint() async throws {
    let environment = ["HEARTH_MEALS_PROVIDER": "openai", "HEARTH_MEALS_MODEL_TIMEOUT": "30s"]
    await #expect {
      try await runBlocking { _ = try ServerProcess(environment: environment) }
    } throws: { error in
      let text = "\(error)"
      return text.contains("coach.model") && text.contains("meals.provider openai")
        && text.contains("meals.model_timeout")
    }
  }
}
