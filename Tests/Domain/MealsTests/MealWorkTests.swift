import Dispatch
import JSONCodec
import Jobs
import Nutrition
import Runtime
import Storage
import TestSupport
import Testing

/// Parsing jobs of logs that change while they run.
@Suite(.timeLimit(.minutes(1))) struct MealWorkTests {
  private static let meal: JSONValue = ["raw_input": "120g chicken breast", "meal_type": "lunch"]

  /// A parser that waits for the test while it runs.
  private struct HeldParser: MealParser {
    let began = DispatchSemaphore(value: 0)
    let resume = DispatchSemaphore(value: 0)

    func parse(_ text: String) -> MealParse {
      began.signal()
      resume.wait()
      return EmbeddedMealParser().parse(text)
    }
  }

  /// A parser that fails at first.
  private struct LearningParser: MealParser {
    let failures: Locked<Int>

    func parse(_ text: String) -> MealParse {
      let fails = failures.withLock { left in
        left -= 1
        return left >= 0
      }
      return fails ? .failure(reason: "No.", suggestions: ["Again."]) : EmbeddedMealParser().parse(text)
    }
  }

  private static func id(_ response: WireResponse) throws -> String {
    try #require(response.json?["id"]?.stringValue)
  }

  private static func count(_ fixture: MealFixture, _ kind: String) async throws -> Int64 {
    try await fixture.count("user_events", "kind = 'meal_log.\(kind)'")
  }

  @Test func sendsNoEventForALogDeletedDuringParsing() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let made = try await fixture.send("POST", "/natural", Self.meal)
      let parser = HeldParser()
      async let working: Void = fixture.work(parser: parser)
      try await runBlocking { parser.began.wait() }
      #expect(try await fixture.send("DELETE", "/" + Self.id(made)).status == 204)
      parser.resume.signal()
      try await working
      for table in ["meal_logs", "meal_items", "jobs"] { #expect(try await fixture.count(table) == 0, "\(table)") }
      #expect(try await Self.count(fixture, "completed") == 0)
      #expect(try await Self.count(fixture, "failed") == 0)
    }
  }

  @Test func storesNothingForAnAccountDeletedDuringParsing() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      _ = try await fixture.send("POST", "/natural", Self.meal)
      let parser = HeldParser()
      async let working: Void = fixture.work(parser: parser)
      try await runBlocking { parser.began.wait() }
      try await fixture.database.write { try $0.execute("DELETE FROM users WHERE id = 'u1'") }
      parser.resume.signal()
      try await working
      for table in ["meal_logs", "meal_items", "jobs", "user_events"] {
        #expect(try await fixture.count(table) == 0, "\(table)")
      }
    }
  }

  @Test func replaysNoEventsOfADeletedLog() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let gone = try await fixture.send("POST", "/natural", Self.meal)
      let forger = try await fixture.send(
        "POST", "/natural",
        ["raw_input": .string("egg \"meal_log_id\":\"\(Self.id(gone))\""), "meal_type": "lunch"])
      _ = try await fixture.send("POST", "/natural", Self.meal, user: "u2")
      try await fixture.work()
      #expect(try await fixture.count("user_events") == 6)
      // Another user cannot retry it.
      #expect(try await fixture.send("DELETE", "/" + Self.id(gone), user: "u2").status == 404)
      #expect(try await fixture.count("user_events") == 6)
      #expect(try await fixture.send("DELETE", "/" + Self.id(gone).uppercased()).status == 204)
      let left = try await fixture.database.read { connection in
        try connection.query("SELECT user_id, payload FROM user_events").compactMap { row in
          try row.text("payload").map { try JSONValue(parsing: $0.utf8)["id"] }
        }
      }
      #expect(left.count == 4 && left.filter { $0 == forger.json?["id"] }.count == 2)
      #expect(!left.contains(gone.json?["id"]))
    }
  }

  @Test func aParserThatTakesTooLongFailsTheLogOnceAndForAll() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let made = try await fixture.send("POST", "/natural", Self.meal)
      let parser = HeldParser()
      var configuration = WorkerPool.Configuration()
      configuration.timeout = .milliseconds(20)
      configuration.maxAttempts = 2
      configuration.firstRetry = .zero
      try await fixture.work(parser: parser, configuration: configuration)
      // Both attempts end later and have no effect.
      for _ in 1...2 { parser.resume.signal() }
      let log = try await fixture.send("GET", "/" + Self.id(made)).json?["data"]
      #expect(log?["status"] == "failed" && log?["error_code"] == "PARSING_FAILED")
      #expect(log?["error_message"]?.stringValue?.isEmpty == false && log?["items"] == [])
      #expect(try await Self.count(fixture, "failed") == 1)
      #expect(try await fixture.count("user_events", "payload LIKE '%\"suggestions\":[\"Try again%'") == 1)
      #expect(try await Self.count(fixture, "completed") == 0)
    }
  }

  @Test func reportsASuccessfulRetryOnce() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let parser = LearningParser(failures: Locked(2))
      let made = try await fixture.send("POST", "/natural", Self.meal)
      for round in 1...2 {
        try await fixture.work(parser: parser)
        #expect(try await Self.count(fixture, "failed") == Int64(round))
        #expect(try await fixture.send("POST", "/" + Self.id(made) + "/retry").status == 200)
      }
      try await fixture.work(parser: parser)
      let log = try await fixture.send("GET", "/" + Self.id(made)).json?["data"]
      #expect(log?["status"] == "completed" && log?["error_code"]?.isNull == true)
      #expect(log?["error_message"]?.isNull == true && log?["items"]?.arrayValue?.count == 1)
      #expect(try await Self.count(fixture, "completed") == 1)
      #expect(try await Self.count(fixture, "processing") == 3)
      #expect(try await fixture.send("POST", "/" + Self.id(made) + "/retry").status == 409)
      #expect(try await fixture.count("jobs") == 0)
    }
  }

  /// A parser that fails, and takes 1.5 seconds of the test's clock.
  private struct SlowParser: MealParser {
    let clock: ManualClock

    func parse(_ text: String) -> MealParse {
      clock.advance(by: .milliseconds(1500))
      return .failure(reason: "No food in \(text).", suggestions: [])
    }
  }

  @Test func aFailedMealLeavesALineInTheLogWithoutItsText() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let failed = try await fixture.send("POST", "/natural", ["raw_input": "qqqq zzzz", "meal_type": "lunch"])
      try await fixture.work(parser: SlowParser(clock: fixture.clock))
      let line =
        "notice meal parsing failed attempt=1 code=PARSING_FAILED duration_ms=1500 meal_log=\(try Self.id(failed))"
      #expect(fixture.log.lines == [line])
      // A parsed meal is not logged, even if it failed before.
      #expect(try await fixture.send("POST", "/" + Self.id(failed) + "/retry").status == 200)
      try await fixture.work(parser: LearningParser(failures: Locked(1)))
      #expect(fixture.log.lines.count == 2)
      _ = try await fixture.send("POST", "/natural", Self.meal)
      try await fixture.work()
      #expect(fixture.log.lines.count == 2)
    }
  }

  @Test func logsAMealThatFailsPermanently() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let made = try await fixture.send("POST", "/natural", Self.meal)
      try await fixture.database.write { _ = try $0.execute("UPDATE jobs SET attempt = 99") }
      try await fixture.work()
      #expect(fixture.log.lines.count == 1)
      let line = try #require(fixture.log.lines.first)
      #expect(line.hasPrefix("notice meal parsing failed attempt=100 code=PARSING_FAILED duration_ms=0"))
      #expect(line.hasSuffix("meal_log=\(try Self.id(made))"))
    }
  }

  @Test func logsNothingForAMealDeletedDuringParsing() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let made = try await fixture.send("POST", "/natural", ["raw_input": "qqqq zzzz", "meal_type": "lunch"])
      let parser = HeldParser()
      async let working: Void = fixture.work(parser: parser)
      try await runBlocking { parser.began.wait() }
      #expect(try await fixture.send("DELETE", "/" + Self.id(made)).status == 204)
      parser.resume.signal()
      try await working
      #expect(fixture.log.lines.isEmpty)
    }
  }

  /// The response, both frames and the list have the same time: that of acceptance.
  @Test func processingStartsWhenTheMealIsAccepted() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let made = try await fixture.send("POST", "/natural", Self.meal)
      let accepted = try #require(made.json?["processing_started_at"]?.stringValue)
      #expect(made.json?["created_at"] == .string(accepted))
      fixture.clock.advance(by: .seconds(5))
      try await fixture.work(parser: LearningParser(failures: Locked(1)))
      let payloads = try await Self.payloads(fixture)
      #expect(payloads.map { $0["status"] } == ["processing", "failed"])
      #expect(payloads.allSatisfy { $0["processing_started_at"] == .string(accepted) })
      #expect(payloads.last?["processing_completed_at"] != .string(accepted))
      // A retry sets the time again.
      let again = try await fixture.send("POST", "/" + Self.id(made) + "/retry")
      #expect(again.json?["processing_started_at"] != .string(accepted))
      #expect(try await Self.payloads(fixture).last?["processing_started_at"] == again.json?["processing_started_at"])
    }
  }

  private static func payloads(_ fixture: MealFixture) async throws -> [JSONValue] {
    try await fixture.database.read { connection in
      try connection.query("SELECT payload FROM user_events ORDER BY id").compactMap { row in
        try row.text("payload").map { try JSONValue(parsing: $0.utf8) }
      }
    }
  }

  @Test func ofManyRetriesAtOnceOneCounts() async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let made = try await fixture.send("POST", "/natural", ["raw_input": "qqqq zzzz", "meal_type": "lunch"])
      try await fixture.work()
      let path = "/" + (try Self.id(made)) + "/retry"
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<5 { group.addTask { try await fixture.send("POST", path).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [200, 409, 409, 409, 409])
      #expect(try await fixture.count("jobs") == 1)
    }
  }

  private static let item: JSONValue = [
    "food_name": "Soup", "quantity": 2, "unit": "cups", "calories": 100, "protein_g": 5, "carbs_g": 6, "fat_g": 7,
  ]

  @Test(
    arguments: [
      ("food_name", nil), ("food_name", ""), ("food_name", 7), ("unit", nil), ("unit", 1), ("quantity", "2"),
      ("quantity", -1), ("calories", nil), ("protein_g", true), ("carbs_g", 1_000_001), ("fat_g", [1]),
      ("fiber_g", "x"), ("sugar_g", -0.5),
    ] as [(String, JSONValue?)])
  func aBadItemIsNamedByItsPlace(field: String, value: JSONValue?) async throws {
    try await withFixture(try await MealFixture()) { fixture in
      var members = Self.item.objectValue ?? [:]
      members[field] = value
      let body: JSONValue = ["meal_type": "lunch", "items": [Self.item, Self.item, .object(members), Self.item]]
      let answer = try await fixture.send("POST", "/batch", body)
      #expect(answer.status == 400)
      #expect(answer.json?["error"]?["message"]?.stringValue?.hasPrefix("items[2].\(field) must be ") == true)
      #expect(answer.json?["error"]?["details"]?["items[2].\(field)"]?.stringValue?.isEmpty == false)
      #expect(try await fixture.count("meal_logs") == 0)
    }
  }
}
