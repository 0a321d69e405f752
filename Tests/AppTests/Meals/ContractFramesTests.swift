import JSONCodec
import TestSupport
import Testing

/// Frames of meals (docs/api/socket-meal-logs.md), on the real program.
@Suite(.timeLimit(.minutes(2))) struct ContractFramesTests {
  private static let good = "120g chicken breast, 1 cup broccoli"
  private static let bad = "qwxzv"

  private static func isText(_ value: JSONValue?) -> Bool { value?.stringValue != nil }
  private static func isWhole(_ value: JSONValue?) -> Bool { value?.integerValue != nil }
  private static func isNumber(_ value: JSONValue?) -> Bool { value?.doubleValue != nil }
  /// C26 and §1: UTC, whole seconds, `Z`.
  private static func isDate(_ value: JSONValue?) -> Bool {
    (value?.stringValue ?? "").wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#) != nil
  }

  /// C17: one vocabulary per path; on `/ws` the object stands under both names.
  @Test func everyPathKeepsToItsWords() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let nutrition = try user.connect("/ws")
      let meals = try user.connect("/ws/meal-logs")
      for (text, end) in [(Self.good, "completed"), (Self.bad, "failed")] {
        try user.log(text)
        let told = try meals.receiveJSON()
        #expect(told["type"] == .string("meal_log." + end) && Self.isDate(told["timestamp"]))
        #expect(told["data"]?.objectValue != nil && told["payload"] == nil)
        let updates = try [nutrition.receiveJSON(), nutrition.receiveJSON()]
        for update in updates {
          #expect(update["type"] == "meal_log_status_update" && Self.isDate(update["timestamp"]))
          #expect(update["payload"]?.objectValue != nil && update["payload"] == update["data"])
        }
        // C24: `/ws` receives the beginning as well.
        #expect(updates.map { $0["payload"]?["status"] } == ["processing", .string(end)])
        // Both state when processing began (docs/api/rest-meal-logs.md#object).
        let began = updates.map { $0["payload"]?["processing_started_at"] }
        #expect(Self.isDate(began[0] ?? nil) && began[0] == began[1])
        #expect(try meals.messagesBeforePong().isEmpty && nutrition.messagesBeforePong().isEmpty)
      }
    }
  }

  /// C18, C20, C21, C22, C34: every spelling at once.
  @Test func everyNameIsThere() async throws {
    try await runBlocking {
      let user = try SignedIn()
      for (path, member) in [("/ws/meal-logs", "data"), ("/ws", "payload")] {
        let socket = try user.connect(path)
        let id = try user.log(Self.good).json?["id"]
        let frame = try socket.receiveJSON { $0[member]?["status"] == "completed" && $0[member]?["id"] == id }
        let log = try #require(frame[member])
        #expect(id != nil && log["id"] == id && log["meal_log_id"] == id)
        for name in ["user_id", "raw_input", "meal_type", "status"] { #expect(Self.isText(log[name]), "\(name)") }
        for name in [
          "logged_at", "created_at", "updated_at", "processing_started_at", "processing_completed_at",
        ] {
          #expect(Self.isDate(log[name]), "\(name)")
        }
        #expect(log["error_message"]?.isNull == true)
        #expect(Self.isWhole(log["total_calories"]))
        for name in ["protein", "carbs", "fat", "fiber", "sugar"] {
          #expect(Self.isNumber(log["total_" + name]) && log["total_" + name] == log["total_\(name)_g"], "\(name)")
        }
        let items = try #require(log["items"]?.arrayValue)
        #expect(items.map { $0["order_index"] } == [0, 1])
        for item in items { Self.expectEveryName(of: item, in: id) }
      }
    }
  }

  private static func expectEveryName(of item: JSONValue, in id: JSONValue?) {
    #expect(item["meal_log_id"] == id)
    for name in ["id", "name", "quantity", "quantity_text", "unit", "notes", "food_type"] {
      #expect(isText(item[name]), "\(name)")
    }
    #expect(isWhole(item["calories"]) && isNumber(item["quantity_value"]) && isDate(item["created_at"]))
    for (one, other) in [
      ("name", "food_name"), ("quantity", "quantity_text"), ("notes", "parsing_notes"),
      ("confidence", "confidence_score"), ("protein", "protein_g"), ("carbohydrates", "carbs_g"), ("fat", "fat_g"),
      ("fiber", "fiber_g"), ("sugar", "sugar_g"),
    ] {
      #expect(item[one] != nil && item[one] == item[other], "\(one) and \(other)")
    }
    for name in ["confidence", "protein", "carbohydrates", "fat", "fiber", "sugar"] {
      #expect(isNumber(item[name]), "\(name)")
    }
    #expect(["food", "drink", "water"].contains(item["food_type"]?.stringValue ?? ""))
  }

  /// C19: `/ws` always has text, whatever the client and the server's setting say.
  @Test func theNutritionSocketHasQuantitiesAsText() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_WEBSOCKET_QUANTITY": "number"])
      for path in ["/ws", "/ws?quantity=number"] {
        let socket = try user.connect(path)
        try user.log(Self.good)
        let frame = try socket.receiveJSON { $0["payload"]?["status"] == "completed" }
        let item = frame["payload"]?["items"]?.arrayValue?.first
        #expect(item?["quantity"] == "120g" && item?["quantity_text"] == "120g" && item?["quantity_value"] == 120)
      }
    }
  }

  /// C23: the fields of both families of clients, with suggestions to try.
  @Test func aFailureHasTheFieldsOfBothFamilies() async throws {
    try await runBlocking {
      let user = try SignedIn()
      for (path, member) in [("/ws/meal-logs", "data"), ("/ws", "payload")] {
        let socket = try user.connect(path)
        let id = try user.log(Self.bad).json?["id"]
        let frame = try socket.receiveJSON { $0[member]?["status"] == "failed" && $0[member]?["id"] == id }
        let log = try #require(frame[member])
        #expect(id != nil && log["id"] == id && log["meal_log_id"] == id)
        #expect(log["raw_input"] == .string(Self.bad) && log["error_code"] == "PARSING_FAILED")
        for name in ["user_id", "meal_type", "error", "error_message", "details"] {
          #expect(log[name]?.stringValue?.isEmpty == false, "\(name)")
        }
        for name in ["logged_at", "created_at", "updated_at", "processing_completed_at"] {
          #expect(Self.isDate(log[name]), "\(name)")
        }
        let suggestions = log["suggestions"]?.arrayValue ?? []
        #expect(!suggestions.isEmpty && suggestions.allSatisfy(Self.isText))
        #expect(log["items"] == [])
      }
    }
  }

  /// C24, C25: processing at once, sent wrapped and bare; the list's row is the same.
  @Test func anAnswerIsWrappedAndBare() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let answer = try #require(try user.log(Self.good).json)
      #expect(answer["success"] == true && answer["error"]?.isNull == true)
      let log = try #require(answer["data"]?.objectValue)
      #expect(log["status"] == "processing" && log["estimated_completion_seconds"]?.integerValue != nil)
      for (name, value) in log { #expect(answer[name] == value, "\(name)") }
      let list = try #require(try user.request("GET", "/api/v1/meal-logs?status=pending&limit=7").json)
      #expect(list["success"] == true && list["error"]?.isNull == true)
      for name in ["total_count", "total", "limit", "offset"] { #expect(Self.isWhole(list["data"]?[name]), "\(name)") }
      #expect(list["data"]?["limit"] == 7 && list["data"]?["has_more"] == false)
      let item: JSONValue = [
        "food_name": "Soup", "quantity": 2, "unit": "cups", "calories": 100.6, "protein_g": 5, "carbs_g": 6, "fat_g": 7,
      ]
      let batch = try user.request("POST", "/api/v1/meal-logs/batch", ["meal_type": "dinner", "items": [item]])
      #expect(batch.status == 201)
      // §8: a row needs all of these as text, the words of a manual log included; calories are whole.
      for row in try user.request("GET", "/api/v1/meal-logs").json?["data"]?["meal_logs"]?.arrayValue ?? [] {
        for name in ["id", "user_id", "raw_input", "meal_type", "status", "logged_at", "created_at"] {
          #expect(Self.isText(row[name]), "\(name)")
        }
        #expect(Self.isWhole(row["total_calories"]))
      }
      let unknown = try user.request("GET", "/api/v1/meal-logs/none")
      #expect(unknown.status == 404 && unknown.json?["success"] == false && unknown.json?["data"]?.isNull == true)
      let details = unknown.json?["error"]?["details"]?.objectValue
      #expect(details?.values.allSatisfy(Self.isText) == true)
    }
  }
}
