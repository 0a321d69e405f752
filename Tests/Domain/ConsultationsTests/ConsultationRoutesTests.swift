import JSONCodec
import TestSupport
import Testing

@testable import Consultations

@Suite struct ConsultationRoutesTests {
  @Test(
    arguments: [
      (["userId": "x", "consultationType": "workout"], "fitness_coach"),
      (["persona": "wellness_specialist"], "wellness_specialist"),
      ([:], "general_wellness"), (["quick_action": "review_day"], "nutritionist"),
    ] as [(JSONValue, String)])
  func createsFromBothDocumentedBodies(_ body: JSONValue, _ persona: String) async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let answer = try await fixture.send("POST", "", body)
      #expect(answer.status == 201)
      let data = try #require(answer.json?["data"])
      #expect(data["persona"]?.stringValue == persona)
      #expect(data["consultation"]?["persona"]?.stringValue == persona)
      #expect(data["userId"] == "u1" && data["user_id"] == "u1")
      #expect(data["greeting_message"]?.stringValue?.isEmpty == false)
      #expect(data["needs_survey"] == false)
      #expect(answer.json?["success"] == true && answer.json?["id"] == data["id"])
    }
  }

  @Test(
    arguments: [
      (["persona": "wizard"], "persona"), (["initial_message": ""], "initial_message"),
      (["initialMessage": .string(String(repeating: "a", count: 5001))], "initial_message"),
      (["context_type": "journal"], "context_type"),
      (["quick_action": "fly"], "quick_action"), (["persona": 7], "persona"),
    ] as [(JSONValue, String)])
  func namesWhatIsWrongWithABody(_ body: JSONValue, _ field: String) async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let answer = try await fixture.send("POST", "", body)
      #expect(answer.status == 400)
      #expect(answer.json?["error"]?["details"]?[field] != nil, "\(answer.text)")
      #expect(try await fixture.count("consultations") == 0)
    }
  }

  @Test func answersTheInitialMessage() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      try await fixture.answer()
      let port = fixture.server.port
      let id = try await fixture.create(["persona": "nutritionist", "initial_message": "hello"])
      try await runBlocking {
        let answer = try CoachSocket(port, id).answer()
        #expect(answer.text == "You said: hello")
      }
      let messages = try await fixture.send("GET", "/\(id)/messages").json?["data"]
      #expect(messages?["messages"]?.arrayValue?.map { $0["role"] } == ["user", "assistant"])
      #expect(messages?["total"] == 2 && messages?["has_more"] == false)
    }
  }

  @Test func limitsActiveConsultations() async throws {
    try await withFixture(try await ConsultationFixture { $0.maxActive = 2 }) { fixture in
      let first = try await fixture.create()
      _ = try await fixture.create()
      let refused = try await fixture.send("POST", "", [:])
      #expect(refused.status == 429)
      #expect(refused.json?["error"]?["code"] == "CONSULTATION_LIMIT")
      #expect(try await fixture.send("POST", "/\(first)/complete").json?["data"]?["status"] == "completed")
      #expect(try await fixture.send("POST", "", [:]).status == 201)
    }
  }

  @Test func listsTheUsersOwnWithTheOneForMeals() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let id = try await fixture.create()
      _ = try await fixture.create(user: "u2")
      let list = try #require(try await fixture.send("GET", "?limit=1").json?["data"])
      #expect(list["total_count"] == 2 && list["has_more"] == true)
      let all = try await fixture.send("GET").json?["data"]?["consultations"]?.arrayValue
      #expect(all?.compactMap { $0["kind"]?.stringValue }.sorted() == ["coach", "meal_tracking"])
      #expect(try await fixture.send("GET", "?status=completed").json?["data"]?["total"] == 0)
      #expect(try await fixture.send("GET", "?persona=wizard").status == 400)
      #expect(try await fixture.send("GET", "/\(id.uppercased())").json?["data"]?["id"]?.stringValue == id)
    }
  }

  @Test(arguments: [
    ("GET", ""), ("DELETE", ""), ("POST", "/complete"), ("GET", "/messages"), ("POST", "/messages"),
  ])
  func refusesOtherUsers(_ method: String, _ path: String) async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let id = try await fixture.create()
      let body: JSONValue? = path == "/messages" && method == "POST" ? ["content": "x"] : nil
      #expect(try await fixture.send(method, "/\(id)\(path)", body, user: "u2").status == 403)
      #expect(try await fixture.send(method, "/00000000-0000-0000-0000-000000000000\(path)", body).status == 404)
    }
  }

  @Test func limitsTheLengthOfMessages() async throws {
    try await withFixture(try await ConsultationFixture { $0.maxMessage = 3 }) { fixture in
      let id = try await fixture.create()
      #expect(try await fixture.send("POST", "/\(id)/messages", ["content": "äöü"]).status == 201)
      let refused = try await fixture.send("POST", "/\(id)/messages", ["content": "abcd"])
      #expect(refused.status == 400 && refused.json?["error"]?["code"] == "VALIDATION_ERROR")
      #expect(try await fixture.send("POST", "", ["initial_message": "abcd"]).status == 400)
    }
  }

  @Test func refusesMessagesOnceItIsCompleted() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let id = try await fixture.create()
      _ = try await fixture.send("POST", "/\(id)/complete")
      let refused = try await fixture.send("POST", "/\(id)/messages", ["content": "x"])
      #expect(refused.status == 409)
      #expect(refused.json?["error"]?["code"] == "CONSULTATION_NOT_ACTIVE")
    }
  }

  @Test func offersQuickActions() async throws {
    try await withFixture(try await ConsultationFixture()) { fixture in
      let actions = try await fixture.send("GET", "/quick-actions").json?["data"]?["quick_actions"]?.arrayValue
      #expect(actions?.contains { $0["id"] == "review_day" && $0["title"]?.stringValue != nil } == true)
    }
  }
}
