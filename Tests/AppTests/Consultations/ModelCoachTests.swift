import Glibc
import JSONCodec
import TestSupport
import Testing

/// Consultations with a language model: the real program, and an endpoint that plays its part over real sockets.
@Suite struct ModelCoachTests {
  private static let key = "sk-test-0a1b2c3d4e5f60718293"

  /// The program with an endpoint that gives these answers, one after another.
  private struct Model: TestFixture {
    let endpoint: StubServer
    let user: SignedIn
    let consultation: String
    let socket: WebSocketTestClient

    init(_ answers: [[StubServer.Step]], _ more: [String: String] = [:]) throws {
      endpoint = try StubServer(answers)
      let environment = [
        "HEARTH_COACH_PROVIDER": "openai", "HEARTH_COACH_BASE_URL": "http://127.0.0.1:\(endpoint.port)/v1",
        "HEARTH_COACH_MODEL": "test-model", "HEARTH_COACH_API_KEY": ModelCoachTests.key, "no_proxy": "*",
      ]
      user = try SignedIn(environment.merging(more) { $1 })
      let answer = try user.request("POST", "/api/v1/consultations", ["persona": "nutritionist"])
      consultation = try #require(answer.json?["data"]?["id"]?.stringValue)
      socket = try user.open("/ws/consultation?consultation_id=\(consultation)")
    }

    func post(_ text: String, id: String = "m") throws {
      try socket.send(json: ["type": "user_message", "content": .string(text), "messageId": .string(id)])
    }

    /// The frames up to the end of one answer.
    func frames() throws -> [JSONValue] {
      var frames: [JSONValue] = []
      while true {
        let frame = try socket.receiveJSON()
        frames.append(frame)
        if ["ai_message_complete", "error"].contains(frame["type"]?.stringValue) { return frames }
      }
    }

    /// A request that the endpoint received. - Parameter index: from 0.
    func asked(_ index: Int) throws -> JSONValue {
      try JSONValue(parsing: endpoint.requests[index].body)
    }

    func stop() {
      #expect(!user.server.log.contains(ModelCoachTests.key))
      endpoint.stop()
    }
  }

  private static func text(_ frames: [JSONValue]) -> String {
    frames.filter { $0["type"] == "ai_message_chunk" }.compactMap { $0["content"]?.stringValue }.joined()
  }

  private static func call(_ name: String, _ arguments: JSONValue) -> [StubServer.Step] {
    let call: JSONValue = [
      "index": 0, "id": "call-1", "type": "function",
      "function": ["name": .string(name), "arguments": .string(arguments.text)],
    ]
    return [.streamHead, .event(["choices": [["index": 0, "delta": ["tool_calls": [call]], "finish_reason": nil]]])]
      + StubServer.Step.ending("tool_calls")
  }

  @Test func streamsTheModelsWords() async throws {
    try await runBlocking {
      try await withFixture(try Model([.answer("Eat ", "more ", "beans.", usage: (100, 7)), .answer("Yes.")])) {
        model in
        try model.post("what should I eat?", id: "a")
        let frames = try model.frames()
        #expect(Self.text(frames) == "Eat more beans.")
        #expect(frames.filter { $0["type"] == "ai_message_chunk" }.count == 3)
        try model.post("really?", id: "b")
        #expect(Self.text(try model.frames()) == "Yes.")
        let request = model.endpoint.requests[1]
        #expect(request.line == "POST /v1/chat/completions HTTP/1.1")
        #expect(request.fields["authorization"] == "Bearer \(Self.key)")
        let roles = try model.asked(1)["messages"]?.arrayValue?.compactMap { $0["role"]?.stringValue }
        #expect(roles == ["system", "user", "assistant", "user"])
        let list = try model.user.request("GET", "/api/v1/consultations/\(model.consultation)/messages").json?["data"]
        #expect(list?["messages"]?.arrayValue?[1]["tokens_used"] == 107)
      }
    }
  }

  @Test func sendsNoDangerToTheModel() async throws {
    try await runBlocking {
      try await withFixture(try Model([.answer("Noted."), .answer("8 g.")])) { model in
        try model.post("I took too many sleeping pills", id: "a")
        #expect(Self.text(try model.frames()).contains("overdose"))
        #expect(model.endpoint.requests.isEmpty)
        try model.post("I'm allergic to peanuts", id: "b")
        #expect(Self.text(try model.frames()) == "Noted.")
        try model.post("how much protein is in satay sauce?", id: "c")
        let text = Self.text(try model.frames())
        #expect(text.hasPrefix("Careful: ") && text.hasSuffix("8 g."), "\(text)")
        let instructions = try model.asked(1)["messages"]?.arrayValue?.first?["content"]?.stringValue
        #expect(instructions?.contains("allergic or intolerant to: peanut.") == true)
      }
    }
  }

  @Test func looksAtTheLogForTheModel() async throws {
    try await runBlocking {
      try await withFixture(
        try Model([Self.call("get_meal_summary", ["period": "today"]), .answer("You had 198 kcal.")])
      ) { model in
        let meals = try model.user.connect("/ws/meal-logs")
        try model.user.log("120g chicken breast")
        _ = try meals.receiveJSON(type: "meal_log.completed")
        try model.post("how am I doing?")
        #expect(Self.text(try model.frames()) == "You had 198 kcal.")
        let messages = try #require(try model.asked(1)["messages"]?.arrayValue)
        #expect(messages.last?["role"] == "tool" && messages.last?["tool_call_id"] == "call-1")
        let told = try JSONValue(parsing: Array((messages.last?["content"]?.stringValue ?? "").utf8))
        #expect(told["days"]?.arrayValue?.last?["kcal"] == 198)
      }
    }
  }

  @Test func storesATemplateThatTheModelMakes() async throws {
    try await runBlocking {
      let wish: JSONValue = [
        "name": "Lunch", "meal_type": "lunch",
        "items": [["food": "chicken breast", "grams": 200], ["food": "Rice", "grams": 100]],
      ]
      let unknown: JSONValue = ["name": "Lunch", "meal_type": "lunch", "items": [["food": "moon dust", "grams": 200]]]
      try await withFixture(
        try Model([
          Self.call("create_meal_template", unknown), Self.call("create_meal_template", wish), .answer("Done."),
        ])
      ) { model in
        try model.post("make me a lunch")
        let frames = try model.frames()
        #expect(Self.text(frames) == "Done.")
        let created = try model.socket.receiveJSON(type: "template_created")
        let id = try #require(created["metadata"]?["id"]?.stringValue)
        let template = try model.user.request("GET", "/api/v1/meal-templates/\(id)").json?["data"]
        #expect(template?["total_calories"] == 460 && template?["created_by"] == "ai")
        let mistake = try model.asked(1)["messages"]?.arrayValue?.last?["content"]?.stringValue
        #expect(mistake?.contains("moon dust") == true)
      }
    }
  }

  @Test(arguments: [
    [StubServer.Step.whole(401, body: #"{"error":{"message":"Incorrect API key \#(key)"}}"#)],
    [.whole(400, body: "no")], [.whole(302, ["Location: http://127.0.0.1:1/"])], [.text("garbage\r\n\r\n"), .close],
    [.streamHead, .delta("one "), .reset], [.streamHead, .delta("one "), .chunk("data: {\n\n")],
  ])
  func reportsAFailureAndAnswersTheSameMessageLater(_ steps: [StubServer.Step]) async throws {
    try await runBlocking {
      try await withFixture(try Model([steps, .answer("Here.")], ["HEARTH_COACH_TIMEOUT": "20s"])) { model in
        try model.post("hello")
        let error = try #require(try model.frames().last)
        #expect(error["type"] == "error" && error["error_code"] == "AI_SERVICE_ERROR")
        #expect(error["content"]?.stringValue?.isEmpty == false && !error.text.contains(Self.key))
        try model.post("hello")
        #expect(Self.text(try model.frames()) == "Here.")
      }
    }
  }

  @Test func retriesIfNoOutputWasSent() async throws {
    try await runBlocking {
      try await withFixture(try Model([[.whole(500)], [.whole(429, ["Retry-After: 0"])], .answer("Here.")])) { model in
        try model.post("hello")
        #expect(Self.text(try model.frames()) == "Here.")
        #expect(model.endpoint.requests.count == 3)
      }
    }
  }

  @Test func aStopRequestEndsAStalledModelResponse() async throws {
    try await runBlocking {
      try await withFixture(try Model([[.streamHead, .delta("one "), .stall]])) { model in
        try model.post("hello")
        _ = try model.socket.receiveJSON(type: "ai_message_chunk")
        try model.socket.send(json: ["type": "stop"])
        let end = try #require(try model.frames().last)
        #expect(end["type"] == "ai_message_complete" && end["stopped"] == true)
      }
    }
  }

  @Test func limitsDailySpendingPerUser() async throws {
    try await runBlocking {
      try await withFixture(
        try Model(
          [.answer("One.", usage: (1_000, 1_000))],
          ["HEARTH_COACH_PRICE_INPUT": "1000", "HEARTH_COACH_PRICE_OUTPUT": "1000", "HEARTH_COACH_DAILY_BUDGET": "5"])
      ) { model in
        try model.post("hello", id: "a")
        #expect(Self.text(try model.frames()) == "One.")
        try model.post("hello", id: "b")
        _ = try model.frames()
        try model.post("hello", id: "c")
        let error = try #require(try model.frames().last)
        #expect(error["error_code"] == "AI_SERVICE_ERROR")
        #expect(error["content"]?.stringValue?.contains("tomorrow") == true)
        #expect(model.endpoint.requests.count == 2)
      }
    }
  }

  @Test func reportsMissingConfiguration() async throws {
    let environment = ["HEARTH_COACH_PROVIDER": "openai", "HEARTH_COACH_BASE_URL": "ftp://x"]
    await #expect {
      try await runBlocking { _ = try ServerProcess(environment: environment) }
    } throws: { error in
      "\(error)".contains("coach.model") && "\(error)".contains("coach.base_url")
    }
  }
}
