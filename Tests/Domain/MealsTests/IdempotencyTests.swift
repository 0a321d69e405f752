import Bytes
import JSONCodec
import Meals
import Storage
import TestSupport
import Testing

/// A repeated request takes effect once.
@Suite(.timeLimit(.minutes(1))) struct IdempotencyTests {
  private static let meal: JSONValue = ["raw_input": "120g chicken breast", "meal_type": "lunch"]
  private static let batch: JSONValue = [
    "meal_type": "lunch",
    "items": [
      ["food_name": "Soup", "quantity": 2, "unit": "cups", "calories": 100, "protein_g": 5, "carbs_g": 6, "fat_g": 7]
    ],
  ]

  private static func post(
    _ fixture: MealFixture, _ body: String, keys: [String]
  ) async throws -> WireResponse {
    let port = fixture.server.port
    return try await runBlocking {
      try HTTPTestClient(port: port).request(
        "POST", "/api/v1/meal-logs/natural", fields: keys.map { ("Idempotency-Key", $0) }, token: "u1",
        body: Array(body.utf8))
    }
  }

  @Test(arguments: [
    ["k"], ["8e03978e-40d5-43dd-bc93-6894a57f9324"], ["\"quoted, with a comma\""],
    [String(repeating: "k", count: 255)], ["!#$%&'*+-.^_`|~ ()<>@:;\\/[]?={}"],
  ])
  func takesKeysOfPrintableASCII(keys: [String]) async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let first = try await Self.post(fixture, Self.meal.text, keys: keys)
      let second = try await Self.post(fixture, Self.meal.text, keys: keys)
      #expect(first.status == 201 && second.status == 201)
      #expect(first.json?["id"] == second.json?["id"])
      #expect(try await fixture.count("meal_logs") == 1)
    }
  }

  @Test(arguments: [
    [""], [String(repeating: "k", count: 256)], ["k\u{E9}"], ["\u{1F511}"], ["a\tb"], ["one", "two"], ["one", "one"],
  ])
  func rejectsInvalidKeysAndStoresNothing(keys: [String]) async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let answer = try await Self.post(fixture, Self.meal.text, keys: keys)
      #expect(answer.status == 400)
      #expect(answer.json?["error"]?["code"] == "VALIDATION_ERROR")
      #expect(answer.json?["error"]?["details"]?["Idempotency-Key"] == "1 to 255 characters of printable ASCII")
      #expect(try await fixture.count("meal_logs") == 0)
    }
  }

  @Test(arguments: [
    (#"{"meal_type":"lunch","raw_input":"120g chicken breast"}"#, 201),
    (" {\n\"meal_type\" : \"lunch\" ,\t\"raw_input\":\"120g chicken\\u0020breast\" }\n", 201),
    (#"{"meal_type":"lunch","raw_input":"120g chicken breast","logged_at":"2026-01-15T12:00:00Z"}"#, 409),
    (#"{"meal_type":"lunch","raw_input":"120g chicken breast "}"#, 409),
    (#"{"meal_type":"dinner","raw_input":"120g chicken breast"}"#, 409),
  ])
  func comparesContentNotSpelling(body: String, status: Int) async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let first = try await Self.post(
        fixture, #"{"raw_input":"120g chicken breast","meal_type":"lunch"}"#, keys: ["k"])
      let again = try await Self.post(fixture, body, keys: ["k"])
      #expect(again.status == status)
      if status == 201 {
        #expect(again.json?["id"] == first.json?["id"])
      } else {
        #expect(again.json?["error"]?["code"] == "IDEMPOTENCY_KEY_REUSED")
      }
      #expect(try await fixture.count("meal_logs") == 1)
      #expect(try await fixture.count("jobs") == 1)
    }
  }

  @Test func showsTheLogAsItIsNow() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      _ = try await fixture.send("POST", "/natural", Self.meal, key: "k")
      try await fixture.work()
      let again = try await fixture.send("POST", "/natural", Self.meal, key: "k")
      #expect(again.status == 201 && again.json?["data"]?["status"] == "completed")
      #expect(try await fixture.count("jobs") == 0)
    }
  }

  @Test func holdsForBatchesToo() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let first = try await fixture.send("POST", "/batch", Self.batch, key: "k")
      let again = try await fixture.send("POST", "/batch", Self.batch, key: "k")
      #expect(first.status == 201 && again.json?["id"] == first.json?["id"])
      #expect(try await fixture.send("POST", "/natural", Self.meal, key: "k").status == 409)
      #expect(
        try await fixture.send("POST", "/batch", Self.batch.merging(["meal_type": "dinner"]), key: "k").status == 409)
      #expect(try await fixture.send("POST", "/batch", Self.batch, key: "k\u{7F}").status == 400)
      #expect(try await fixture.count("meal_logs") == 1)
      #expect(try await fixture.count("meal_items") == 1)
    }
  }

  /// The same body may be valid for both paths, but it is another request.
  @Test func distinguishesPaths() async throws {
    try await withFixture(try await MealFixture()) { fixture async throws in
      let both = Self.batch.merging(["raw_input": "soup"])
      #expect(try await fixture.send("POST", "/natural", both, key: "k").status == 201)
      #expect(try await fixture.send("POST", "/batch", both, key: "k").status == 409)
    }
  }

  /// The client of the first request may have lost its response, and another device deleted the meal.
  @Test func doesNotStoreADeletedMealAgain() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      for (path, body) in [("/natural", Self.meal), ("/batch", Self.batch)] {
        let first = try await fixture.send("POST", path, body, key: path)
        let id = try #require(first.json?["id"]?.stringValue)
        #expect(try await fixture.send("DELETE", "/" + id).status == 204)
        let again = try await fixture.send("POST", path, body, key: path)
        #expect(again.status == 410 && again.json?["error"]?["code"] == "MEAL_LOG_DELETED")
        let other = try await fixture.send("POST", path, body.merging(["meal_type": "dinner"]), key: path)
        #expect(other.status == 409 && other.json?["error"]?["code"] == "IDEMPOTENCY_KEY_REUSED")
        #expect(try await fixture.send("POST", path, body, user: "u2", key: path).status == 201)
      }
      #expect(try await fixture.count("meal_logs", "user_id = 'u1'") == 0)
      #expect(try await fixture.count("jobs", "user_id = 'u1'") <= 1)
    }
  }

  @Test func forgetsKeysOfDeletedMeals() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let first = try await fixture.send("POST", "/batch", Self.batch, key: "k")
      fixture.clock.advance(by: .seconds(3600))
      let later = try await fixture.send("POST", "/batch", Self.batch, key: "l")
      for log in [first, later] {
        #expect(try await fixture.send("DELETE", "/" + #require(log.json?["id"]?.stringValue)).status == 204)
      }
      fixture.clock.advance(by: .seconds(23 * 3600 + 1))
      try await fixture.meals.purge()
      #expect(try await fixture.send("POST", "/batch", Self.batch, key: "k").status == 201)
      #expect(try await fixture.send("POST", "/batch", Self.batch, key: "l").status == 410)
    }
  }

  @Test func aRefusedRequestLeavesItsKeyFree() async throws {
    try await withFixture(try await MealFixture(maxPending: 1)) { fixture in
      _ = try await fixture.send("POST", "/natural", Self.meal)
      #expect(try await fixture.send("POST", "/natural", Self.meal, key: "k").status == 429)
      try await fixture.work()
      #expect(
        try await fixture.send("POST", "/natural", Self.meal.merging(["raw_input": "1 egg"]), key: "k").status == 201)
    }
  }

  @Test(.enabled(if: TestEngine.isSQLite)) func forgettingKeysReadsNoWholeTable() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let plan = try await fixture.database.read { connection in
        try connection.query(
          """
          EXPLAIN QUERY PLAN SELECT id FROM meal_logs WHERE idempotency_key IS NOT NULL AND created_at < $1 LIMIT $2
          """, [5, 1000]
        ).compactMap { $0.text("detail") }
      }
      #expect(plan.count == 1 && plan.first?.contains("meal_logs_keys") == true, "\(plan)")
    }
  }
}
