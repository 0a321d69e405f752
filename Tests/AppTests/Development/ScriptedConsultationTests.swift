import JSONCodec
import TestSupport
import Testing

/// Consultations with a scripted model on the real program (docs/api/development.md#model).
@Suite struct ScriptedConsultationTests {
  /// A consultation with its socket.
  private struct Consultation {
    let user: SignedIn
    let socket: WebSocketTestClient

    init(_ environment: [String: String] = [:]) throws {
      user = try SignedIn(environment)
      let answer = try user.request("POST", "/api/v1/consultations", ["persona": "nutritionist"])
      let id = try #require(answer.json?["data"]?["id"]?.stringValue)
      socket = try user.open("/ws/consultation?consultation_id=\(id)")
    }

    func set(_ steps: JSONValue...) throws {
      let answer = try user.server.client.request("PUT", "/dev/model", ["steps": .array(steps)])
      #expect(answer.status == 200 && answer.json?["is_set"] == true, "\(answer.text)")
    }

    /// Sends a message. - Returns: the frames up to the end of its answer.
    func ask(_ text: String, id: String) throws -> [JSONValue] {
      try socket.send(json: ["type": "user_message", "content": .string(text), "messageId": .string(id)])
      var frames: [JSONValue] = []
      while true {
        let frame = try socket.receiveJSON()
        frames.append(frame)
        if ["ai_message_complete", "error"].contains(frame["type"]?.stringValue) { return frames }
      }
    }
  }

  private static func text(_ frames: [JSONValue]) -> String {
    frames.filter { $0["type"] == "ai_message_chunk" }.compactMap { $0["content"]?.stringValue }.joined()
  }

  @Test func streamsTheScriptWordByWordUntilItIsDeleted() async throws {
    try await runBlocking {
      let consultation = try Consultation()
      try consultation.set(["text": "Eat more beans."])
      let frames = try consultation.ask("what should I eat?", id: "a")
      #expect(Self.text(frames) == "Eat more beans.")
      #expect(frames.filter { $0["type"] == "ai_message_chunk" }.count == 3)
      #expect(Self.text(try consultation.ask("and then?", id: "b")).contains("no step for this message"))
      let state = try consultation.user.server.client.request("GET", "/dev/model").json
      #expect(state?["answers"] == 2 && state?["remaining"] == 0 && state?["steps"]?.arrayValue?.count == 1)
      let json = [("Content-Type", "application/json")]
      #expect(try consultation.user.server.client.request("DELETE", "/dev/model", fields: json).status == 204)
      let usual = Self.text(try consultation.ask("hello", id: "c"))
      #expect(!usual.isEmpty && !usual.contains("script"))
    }
  }

  @Test func aToolCallCreatesATemplate() async throws {
    try await runBlocking {
      let consultation = try Consultation()
      let meal: JSONValue = [
        "name": "Lunch", "meal_type": "lunch", "items": [["food": "chicken breast", "grams": 200]],
      ]
      try consultation.set(
        ["text": "One moment.", "tool": ["name": "create_meal_template", "arguments": meal]], ["text": " Done."])
      #expect(Self.text(try consultation.ask("make me a lunch", id: "a")) == "One moment. Done.")
      let created = try consultation.socket.receiveJSON(type: "template_created")
      let id = try #require(created["metadata"]?["id"]?.stringValue)
      #expect(try consultation.user.request("GET", "/api/v1/meal-templates/\(id)").json?["data"]?["created_by"] == "ai")
    }
  }

  @Test(
    arguments: [
      (["text": "one two three", "break_after": 2], "one two", "could not answer"),
      (["error": ["status": 429]], "", "busy"), (["error": ["status": 500]], "", "could not answer"),
      (["text": "one two", "stall_s": 600, "stall_after": 1], "one", "too long"),
    ] as [(JSONValue, String, String)])
  func showsFailuresLikeThoseOfAModel(_ step: JSONValue, _ text: String, _ reason: String) async throws {
    try await runBlocking {
      let consultation = try Consultation(["HEARTH_COACH_IDLE_TIMEOUT": "100ms"])
      try consultation.set(step, ["text": "Here."])
      let frames = try consultation.ask("hello", id: "a")
      let error = try #require(frames.last)
      #expect(Self.text(frames) == text && error["error_code"] == "AI_SERVICE_ERROR")
      #expect(error["content"]?.stringValue?.contains(reason) == true, "\(error.text)")
      #expect(Self.text(try consultation.ask("hello", id: "a")) == "Here.")
    }
  }

  @Test func aUserStopsAStalledAnswer() async throws {
    try await runBlocking {
      let consultation = try Consultation()
      try consultation.set(["text": "one two", "stall_s": 20, "stall_after": 1])
      try consultation.socket.send(json: ["type": "user_message", "content": "hello", "messageId": "a"])
      _ = try consultation.socket.receiveJSON(type: "ai_message_chunk")
      try consultation.socket.send(json: ["type": "stop"])
      #expect(try consultation.socket.receiveJSON(type: "ai_message_complete")["stopped"] == true)
    }
  }

  @Test func theSafetyStagePrecedesTheScript() async throws {
    try await runBlocking {
      let consultation = try Consultation()
      try consultation.set(["text": "Fine."])
      #expect(Self.text(try consultation.ask("I took too many sleeping pills", id: "a")).contains("overdose"))
      #expect(try consultation.user.server.client.request("GET", "/dev/model").json?["answers"] == 0)
    }
  }
}
