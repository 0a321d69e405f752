import JSONCodec
import Meals
import Storage
import TestSupport
import Testing

@Suite struct MealRoutesTests {
  private static let meal: JSONValue = ["raw_input": "120g chicken breast", "meal_type": "lunch"]
  private static let item: JSONValue = [
    "food_name": "Soup", "quantity": 2, "unit": "cups", "calories": 100, "protein_g": 5, "carbs_g": 6, "fat_g": 7,
  ]

  private func id(_ response: WireResponse) throws -> String {
    try #require(response.json?["data"]?["id"]?.stringValue)
  }

  @Test func answersProcessingOnceRowAndJobAreCommitted() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let answer = try await fixture.send("POST", "/natural", Self.meal)
      #expect(answer.status == 201)
      #expect(answer.json?["data"]?["status"] == "processing")
      #expect(answer.json?["success"] == true)
      #expect(try await fixture.count("meal_logs") == 1)
      #expect(try await fixture.count("jobs") == 1)
    }
  }

  @Test func honoursIdempotencyKeysPerUser() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let first = try await fixture.send("POST", "/natural", Self.meal, key: "k")
      let again = try await fixture.send("POST", "/natural", Self.meal, key: "k")
      #expect(again.status == 201)
      #expect(try id(again) == id(first))
      let other = try await fixture.send("POST", "/natural", ["raw_input": "1 egg", "meal_type": "lunch"], key: "k")
      #expect(other.status == 409)
      #expect(other.json?["error"]?["code"] == "IDEMPOTENCY_KEY_REUSED")
      let stranger = try await fixture.send("POST", "/natural", Self.meal, user: "u2", key: "k")
      #expect(try id(stranger) != id(first))
      #expect(try await fixture.count("jobs") == 2)
    }
  }

  @Test func makesOneLogOfTwoRequestsAtOnceUnderOneKey() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      async let left = fixture.send("POST", "/natural", Self.meal, key: "k")
      async let right = fixture.send("POST", "/natural", Self.meal, key: "k")
      let answers = try await [left, right]
      #expect(try id(answers[0]) == id(answers[1]))
      #expect(try await fixture.count("meal_logs") == 1)
    }
  }

  @Test func forgetsIdempotencyKeysAfterADay() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      _ = try await fixture.send("POST", "/natural", Self.meal, key: "k")
      fixture.clock.advance(by: .seconds(86399))
      try await fixture.meals.purge()
      #expect(try await fixture.count("meal_logs", "idempotency_key = 'k'") == 1)
      fixture.clock.advance(by: .seconds(2))
      try await fixture.meals.purge()
      #expect(try await fixture.count("meal_logs", "idempotency_key = 'k'") == 0)
    }
  }

  @Test(arguments: [
    #"{"meal_type":"lunch"}"#, #"{"raw_input":"","meal_type":"lunch"}"#, #"{"raw_input":" \n","meal_type":"lunch"}"#,
    #"{"raw_input":7,"meal_type":"lunch"}"#, #"{"raw_input":"egg\u0000","meal_type":"lunch"}"#,
    #"{"raw_input":"egg"}"#, #"{"raw_input":"egg","meal_type":"brunch"}"#,
    #"{"raw_input":"egg","meal_type":"lunch","logged_at":"yesterday"}"#,
    #"{"raw_input":"egg","meal_type":"lunch","logged_at":5}"#, "[]",
    "{\"meal_type\":\"lunch\",\"raw_input\":\"" + String(repeating: "a", count: 1001) + "\"}",
  ])
  func refusesBadMeals(body: String) async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let answer = try await fixture.send("POST", "/natural", try JSONValue(parsing: Array(body.utf8)))
      #expect(answer.status == 400)
      #expect(answer.json?["success"] == false)
      #expect(answer.json?["data"]?.isNull == true)
      #expect(answer.json?["error"]?["code"]?.stringValue != nil)
      #expect(try await fixture.count("meal_logs") == 0)
    }
  }

  @Test(arguments: ["🥚🥚", "œuf à la coque", String(repeating: "é", count: 1000)])
  func keepsTextAsItCame(text: String) async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let answer = try await fixture.send(
        "POST", "/natural", ["raw_input": .string(text), "meal_type": "snack", "extra": [1]])
      #expect(answer.status == 201)
      #expect(answer.json?["data"]?["raw_input"]?.stringValue == text)
    }
  }

  @Test func limitsPendingMealsPerUser() async throws {
    try await withFixture(try await MealFixture(maxPending: 1)) { fixture in
      _ = try await fixture.send("POST", "/natural", Self.meal)
      let refused = try await fixture.send("POST", "/natural", Self.meal)
      #expect(refused.status == 429)
      #expect(refused.json?["error"]?["code"] == "RATE_LIMIT")
      #expect(refused["Retry-After"] != nil)
      #expect(try await fixture.send("POST", "/natural", Self.meal, user: "u2").status == 201)
    }
  }

  @Test(arguments: [("GET", ""), ("PUT", ""), ("DELETE", ""), ("POST", "/retry")])
  func hidesTheLogsOfOtherUsers(method: String, suffix: String) async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let made = try await fixture.send("POST", "/batch", ["meal_type": "lunch", "items": [Self.item]])
      #expect(made.json?["data"]?["status"] == "manual")
      let body: JSONValue? = method == "PUT" ? ["items": [Self.item]] : nil
      for path in ["/" + (try id(made)), "/none", "/%00", "/%F0%9F%A5%9A"] {
        let answer = try await fixture.send(method, path + suffix, body, user: "u2")
        #expect([400, 404].contains(answer.status), "\(path)")
        #expect(!answer.text.contains("Soup"))
      }
      #expect(try await fixture.send("GET", "/" + id(made).uppercased()).status == 200)
    }
  }

  @Test func refusesAWholeBatchForOneBadItem() async throws {
    try await withFixture(try await MealFixture()) { fixture async throws in
      for items: JSONValue in [
        [], [Self.item, ["food_name": "x"]], [Self.item.merging(["calories": -1])],
        .array(Array(repeating: Self.item, count: 101)), [Self.item.merging(["food_name": " "])],
      ] {
        #expect(try await fixture.send("POST", "/batch", ["meal_type": "lunch", "items": items]).status == 400)
      }
      #expect(try await fixture.count("meal_logs") == 0)
    }
  }

  @Test(arguments: [
    "limit=0", "limit=101", "limit=x", "offset=-1", "page=0", "status=eaten", "meal_type=brunch", "from=today",
    "end_date=2026-13-01", "limit=99999999999999999999",
  ])
  func refusesBadListParameters(query: String) async throws {
    try await withFixture(try await MealFixture()) { fixture async throws in
      #expect(try await fixture.send("GET", "?" + query).status == 400)
    }
  }

  @Test func listsNewestFirstInPages() async throws {
    try await withFixture(try await MealFixture()) { fixture async throws in
      for day in 1...3 {
        _ = try await fixture.send(
          "POST", "/batch",
          ["meal_type": "lunch", "items": [Self.item], "logged_at": .string("2026-01-0\(day)T12:00:00Z")])
      }
      for (query, days, more) in [
        ("", ["03", "02", "01"], false), ("?limit=2", ["03", "02"], true), ("?limit=2&offset=2", ["01"], false),
        ("?page=2&page_size=1", ["02"], true), ("?start_date=2026-01-02&end_date=2026-01-02", ["02"], false),
        ("?status=failed", [], false), ("?meal_type=dinner", [], false),
      ] {
        let data = try await fixture.send("GET", query).json?["data"]
        let logs = data?["meal_logs"]?.arrayValue ?? []
        #expect(logs.map { $0["logged_at"]?.stringValue } == days.map { "2026-01-\($0)T12:00:00Z" }, "\(query)")
        #expect(data?["has_more"] == .bool(more), "\(query)")
      }
    }
  }

  /// `pending` is an alias of `processing` (docs/api/rest-meal-logs.md#list).
  @Test(arguments: ["pending", "processing"]) func bothStatusNamesListLogsInProcessing(status: String) async throws {
    try await withFixture(try await MealFixture()) { fixture in
      _ = try await fixture.send("POST", "/natural", Self.meal)
      _ = try await fixture.send("POST", "/batch", ["meal_type": "lunch", "items": [Self.item]])
      let logs = try await fixture.send("GET", "?status=" + status).json?["data"]?["meal_logs"]?.arrayValue
      #expect(logs?.map { $0["status"] } == ["processing"])
    }
  }

  @Test func sumsUpPerDay() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      for moment in ["1969-12-31T23:00:00Z", "1970-01-01T00:00:00Z", "1970-01-01T23:59:59Z"] {
        _ = try await fixture.send(
          "POST", "/batch", ["meal_type": "lunch", "items": [Self.item, Self.item], "logged_at": .string(moment)])
      }
      _ = try await fixture.send("POST", "/natural", Self.meal.merging(["logged_at": "1970-01-01T01:00:00Z"]))
      let days = try await fixture.send("GET", "/summary?from=1969-12-31&to=1970-01-01").json?["data"]?["days"]
      let rows = try #require(days?.arrayValue)
      #expect(rows.map { $0["date"] } == ["1969-12-31", "1970-01-01"])
      #expect(rows.map { $0["meal_count"] } == [1, 2])
      #expect(rows.map { $0["total_calories"] } == [200, 400])
    }
  }

  @Test(arguments: ["from=2026-02-01&to=2026-01-01", "from=x", "from=2024-01-01&to=2026-01-01", "to=9"])
  func refusesBadRanges(query: String) async throws {
    try await withFixture(try await MealFixture()) { fixture async throws in
      #expect(try await fixture.send("GET", "/summary?" + query).status == 400)
    }
  }

  @Test func publishesTheResultOnce() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let made = try await fixture.send("POST", "/natural", Self.meal)
      let edit = try await fixture.send("PUT", "/" + id(made), ["items": [Self.item]])
      #expect(edit.status == 409)
      let early = try await fixture.send("POST", "/" + id(made) + "/retry")
      #expect(early.status == 409)
      // The same job twice.
      try await fixture.database.write { connection in
        try connection.execute(
          """
          INSERT INTO jobs (kind, user_id, payload, run_at, enqueued_at)
          SELECT kind, user_id, payload, run_at, enqueued_at FROM jobs
          """)
      }
      try await fixture.work()
      #expect(try await fixture.send("GET", "/" + id(made)).json?["data"]?["status"] == "completed")
      #expect(try await fixture.count("user_events", "kind = 'meal_log.completed'") == 1)
      #expect(try await fixture.count("meal_items") == 1)
    }
  }

  @Test func doesNotRestoreADeletedMeal() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let made = try await fixture.send("POST", "/natural", Self.meal)
      #expect(try await fixture.send("DELETE", "/" + id(made)).status == 204)
      try await fixture.work()
      #expect(try await fixture.count("meal_logs") == 0)
      #expect(try await fixture.count("meal_items") == 0)
      #expect(try await fixture.count("user_events", "kind = 'meal_log.completed'") == 0)
    }
  }

  /// A client without a socket gets what the event says. `error` of a flat response is that of the envelope.
  @Test func aFailedLogHasTheDetailsOfItsEvent() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let made = try await fixture.send("POST", "/natural", ["raw_input": "qqqq zzzz", "meal_type": "lunch"])
      try await fixture.work()
      let payload = try await fixture.database.read {
        try $0.first("SELECT payload FROM user_events WHERE kind = 'meal_log.failed'", [])?.text("payload")
      }
      let event = try JSONValue(parsing: Array(try #require(payload).utf8))
      let one = try #require(try await fixture.send("GET", "/" + id(made)).json)
      let listed = try await fixture.send("GET", "").json?["data"]?["meal_logs"]?.arrayValue?.first
      for answer in [one, try #require(one["data"]), try #require(listed)] {
        #expect(answer["details"] == event["details"] && answer["details"] != "")
        #expect(answer["suggestions"] == event["suggestions"] && answer["suggestions"] != [])
      }
      #expect(one["error"] == .null)
      #expect(event["error"] == event["error_message"])
    }
  }

  @Test func failsWithSuggestionsAndTriesAgain() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let made = try await fixture.send("POST", "/natural", ["raw_input": "qqqq zzzz", "meal_type": "lunch"])
      try await fixture.work()
      let failed = try await fixture.send("GET", "/" + id(made)).json?["data"]
      #expect(failed?["status"] == "failed")
      #expect(failed?["error_code"] == "PARSING_FAILED")
      #expect(failed?["details"]?.stringValue?.contains("qqqq zzzz") == true)
      #expect(failed?["suggestions"]?.arrayValue?.isEmpty == false)
      #expect(try await fixture.count("user_events", "payload LIKE '%suggestions%'") == 1)
      let again = try await fixture.send("POST", "/" + id(made) + "/retry")
      #expect(again.json?["data"]?["status"] == "processing")
      #expect(again.json?["data"]?["suggestions"] == nil)
      #expect(try await fixture.count("jobs") == 1)
    }
  }
}
