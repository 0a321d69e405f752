import JSONCodec
import LanguageModel
import Logging
import Meals
import Nutrition
import TestSupport
import Testing

/// Meals that a language model reads, with a stub of its endpoint over real sockets.
@Suite(.timeLimit(.minutes(2))) struct ModelMealTests {
  typealias Step = StubServer.Step

  private struct NoLedger: SpendingLedger {
    func add(_ amount: Int64, of user: String, day: Int64) async throws -> Int64 { 0 }
    func spent(day: Int64) async throws -> [String: Int64] { [:] }
  }

  /// Logs 120 g of chicken breast several times, read by a model with these answers.
  /// - Returns: the items of each log.
  private func read(
    _ answers: [[Step]], times: Int = 1, isListening: Bool = true,
    change: (inout ModelCoachConfiguration) -> Void = { _ in },
    ask: (_ asked: Int) -> Void = { _ in }
  ) async throws -> [JSONValue] {
    try await withFixture(try await MealFixture()) { fixture in
      let endpoint = try StubServer(answers, isListening: isListening)
      defer { endpoint.stop() }
      var configuration = ModelCoachConfiguration()
      configuration.baseURL = "http://127.0.0.1:\(endpoint.port)/v1"
      configuration.model = "test-model"
      configuration.noProxy = "*"
      configuration.retries.count = 1
      configuration.retries.firstDelay = .milliseconds(1)
      configuration.timeouts.total = .seconds(60)
      change(&configuration)
      let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      let client = try #require(ChatClient(configuration, environment: fixture.clock.environment, logger: logger))
      defer { client.stop() }
      let spending = ModelSpending(
        configuration, ledger: NoLedger(), isShared: false, environment: fixture.clock.environment)
      let reader = ModelMealReader(
        BudgetedModel(client, spending: spending), name: configuration.model, environment: fixture.clock.environment,
        logger: logger)
      var logs: [JSONValue] = []
      for _ in 1...times {
        let made = try await fixture.send(
          "POST", "/natural", ["raw_input": "120 g chicken breast", "meal_type": "lunch"])
        let id = try #require(made.json?["id"]?.stringValue)
        try await fixture.work(reader: reader)
        logs.append(try #require(try await fixture.send("GET", "/\(id)").json?["data"]))
      }
      ask(endpoint.requests.count)
      return logs
    }
  }

  private static func item(_ more: [String: JSONValue] = [:]) -> JSONValue {
    ([
      "name": "chicken breast", "quantity": 120, "unit": "g", "grams": 120, "calories": 190, "protein_g": 36,
      "carbs_g": 0, "fat_g": 4, "fiber_g": 0, "sugar_g": 0, "kind": "food",
    ] as JSONValue).merging(more)
  }

  private static func meal(_ items: JSONValue...) -> [Step] {
    let text = (["items": .array(items)] as JSONValue).text
    // In two pieces, as models stream.
    return .answer(String(text.prefix(30)), String(text.dropFirst(30)), usage: (200, 80))
  }

  @Test func acceptsPlausibleFiguresOfTheModel() async throws {
    let pie: JSONValue = [
      "name": "Quantum pie", "quantity": 1, "unit": "slice", "grams": 100, "calories": 300, "protein_g": 4,
      "carbs_g": 40, "fat_g": 14, "fiber_g": 2, "sugar_g": 20,
    ]
    let log = try await read([Self.meal(Self.item(), pie.merging(["kind": "food"]))])[0]
    let items = try #require(log["items"]?.arrayValue)
    #expect(log["status"] == "completed" && items.count == 2)
    #expect(items[0]["name"] == "Chicken Breast" && items[0]["calories"] == 190)
    #expect(items[1]["name"] == "Quantum pie" && items[1]["calories"] == 300 && items[1]["unit"] == "slice")
    for item in items { #expect(item["notes"] == "figures by the language model test-model") }
    #expect(log["total_calories"] == 490)
  }

  @Test func replacesImplausibleFiguresWithTableValues() async throws {
    let log = try await read([Self.meal(Self.item(["calories": 1900, "protein_g": 3]))])[0]
    let item = try #require(log["items"]?.arrayValue?.first)
    #expect(item["calories"] == 198)
    #expect(item["notes"]?.stringValue?.hasPrefix(PlausibilityCheck.replacedNote) == true)
    #expect(item["notes"]?.stringValue?.hasSuffix("read by the language model test-model") == true)
  }

  /// Failures of a model, and the text of the notes.
  static let failures: [(steps: [Step], words: String)] = [
    (.answer("Chicken!"), "was not of the agreed form"), (.answer(#"{"foods":[]}"#), "was not of the agreed form"),
    (meal(item(["grams": "much"])), "was not of the agreed form"),
    (meal(item(["calories": -5])), "was not of the agreed form"),
    (meal(item(["stranger": 1])), "was not of the agreed form"), (meal(), "found no food"),
    (meal(item(), item(["name": "moon dust", "calories": 1080])), "not plausible"),
    (meal(item(["grams": 1200])), "not plausible"), ([.whole(500)], "the language model failed"),
    ([.whole(503), .close], "the language model failed"),
    ([.whole(429, ["Retry-After: 3600"])], "the language model is busy"), ([.whole(429)], "the language model is busy"),
    ([.whole(401)], "refused the request"), ([.whole(302, ["Location: http://127.0.0.1:1/"])], "something else"),
    ([.whole(200, body: "{}")], "something else"), ([.text("garbage\r\n\r\n"), .close], "something else"),
    ([.streamHead, .delta(#"{"items":"#), .reset], "broke off"),
    ([.streamHead, .delta(#"{"items":"#), .chunk("data: {\n\n")], "something else"),
  ]

  @Test(arguments: failures.indices)
  func parsesOfflineIfTheModelFails(_ row: Int) async throws {
    let (steps, words) = Self.failures[row]
    let log = try await read([steps])[0]
    let item = try #require(log["items"]?.arrayValue?.first)
    #expect(log["status"] == "completed" && item["calories"] == 198)
    let notes = item["notes"]?.stringValue ?? ""
    #expect(notes.contains(words) && notes.hasSuffix("; parsed offline"), "\(notes)")
  }

  @Test(arguments: [[], [Step.streamHead], [.streamHead, .delta("{")]])
  func waitsForAStalledModelNoLongerThanItMay(_ steps: [Step]) async throws {
    let log = try await read([steps + [.stall]], change: { $0.timeouts.total = .milliseconds(50) })[0]
    let item = try #require(log["items"]?.arrayValue?.first)
    #expect(item["notes"] == "the language model did not answer in time; parsed offline")
  }

  @Test func parsesOfflineIfTheEndpointIsUnreachable() async throws {
    let log = try await read([], isListening: false)[0]
    #expect(
      log["items"]?.arrayValue?.first?["notes"] == "the language model could not be reached; parsed offline")
  }

  @Test func retriesOnceIfNoOutputWasReceived() async throws {
    let log = try await read([[.whole(500)], Self.meal(Self.item())])[0]
    #expect(log["items"]?.arrayValue?.first?["notes"] == "figures by the language model test-model")
  }

  @Test func sendsNoRequestAfterRepeatedFailures() async throws {
    let logs = try await read([[.whole(401)]], times: 5, ask: { (asked: Int) in #expect(asked == 3) })
    let notes = logs.map { $0["items"]?.arrayValue?.first?["notes"] }
    #expect(notes[2] == "the language model's endpoint refused the request; parsed offline")
    #expect(notes[3] == "the language model is out of order; parsed offline" && notes[4] == notes[3])
  }

  @Test func parsesOfflineAfterTheBudgetIsExhausted() async throws {
    let logs = try await read(
      [Self.meal(Self.item())], times: 5, change: { $0.dailyBudget = 0.002_5 },
      ask: { (asked: Int) in #expect(asked < 5) })
    #expect(logs[0]["items"]?.arrayValue?.first?["notes"] == "figures by the language model test-model")
    #expect(
      logs[4]["items"]?.arrayValue?.first?["notes"]
        == "today's budget for the language model is spent; parsed offline")
  }
}
