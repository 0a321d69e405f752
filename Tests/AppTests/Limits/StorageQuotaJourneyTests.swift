import Foundation
import JSONCodec
import Storage
import TestSupport
import Testing

@testable import App

/// The quota of one user: the real program, REST and sockets.
@Suite(.timeLimit(.minutes(2))) struct StorageQuotaJourneyTests {
  private static func quota(_ size: String) -> [String: String] {
    ["HEARTH_LIMITS_BYTES_PER_USER": size, "HEARTH_COACH_WORD_INTERVAL": "0s", "HEARTH_LIMITS_WRITES_PER_MINUTE": "0"]
  }

  private static func meal(_ name: String = String(repeating: "x", count: 200)) -> JSONValue {
    [
      "meal_type": "lunch",
      "items": .array(
        (0..<10).map { _ in
          [
            "name": .string(name), "quantity": 1, "unit": "piece", "calories": 78, "protein_g": 6, "carbs_g": 1,
            "fat_g": 5,
          ]
        }),
    ]
  }

  private static func used(_ user: SignedIn) throws -> Int64 {
    let answer = try user.request("GET", "/api/v1/users/me/storage")
    #expect(answer.status == 200, "\(answer.text)")
    return try #require(answer.json?["data"]?["used_bytes"]?.integerValue)
  }

  /// Logs meals until one is refused. - Returns: the ids of those before it, and the refusal.
  private static func fill(_ user: SignedIn) throws -> (ids: [String], refusal: WireResponse) {
    var ids: [String] = []
    while true {
      let answer = try user.request("POST", "/api/v1/meal-logs/batch", meal())
      guard answer.status == 201, ids.count < 1000 else { return (ids, answer) }
      ids.append(try #require(answer.json?["id"]?.stringValue))
    }
  }

  @Test func usersOverTheQuotaCanStillReadExportAndDelete() async throws {
    try await runBlocking {
      let user = try SignedIn(Self.quota("100KiB"))
      #expect(try Self.used(user) == 0)
      let (ids, refusal) = try Self.fill(user)
      #expect((5...40).contains(ids.count))
      #expect(refusal.status == 413 && refusal.json?["error"]?["code"] == "QUOTA_EXCEEDED", "\(refusal.text)")
      #expect(refusal["Retry-After"] == "3600")
      let used = try Self.used(user)
      #expect(used > 90_000 && used <= 102_400)
      let message = refusal.json?["message"]?.stringValue ?? ""
      #expect(message.contains("\(used)") && message.contains("102400"), "\(message)")
      #expect(refusal.json?["error"]?["details"]?["used_bytes"] == .string("\(used)"))
      #expect(
        try user.request("GET", "/api/v1/users/me/storage").json?["limit_bytes"] == 102_400)
      // What grows is refused, what shrinks is not.
      let path = "/api/v1/meal-logs/" + ids[0]
      #expect(try user.request("GET", path).status == 200)
      let longer = Self.meal(String(repeating: "é", count: 200))
      let grown = try user.request("PUT", path, longer)
      #expect(try grown.status == 413 || Self.used(user) <= 102_400)
      #expect(try user.request("PUT", path, Self.meal("x")).status == 200)
      #expect(try Self.used(user) < used)
      #expect(try user.request("GET", "/api/v1/users/me/export").status == 200)
      for id in ids { #expect(try user.request("DELETE", "/api/v1/meal-logs/" + id).status == 204) }
      // What remains are the numbers of deleted meals, for devices that sync.
      #expect(try Self.used(user) < 500 * Int64(ids.count))
      #expect(try user.request("POST", "/api/v1/meal-logs/batch", Self.meal()).status == 201)
      #expect(try CommandRun("check", in: user.server.folder).exit == .code(0))
      try user.appointAdministrator()
      #expect(try user.request("DELETE", "/api/v1/users/me").status == 204)
      let left = try DataReader.rows(
        user.server.folder, "SELECT 1 FROM user_usage WHERE user_id NOT IN (SELECT id FROM users)")
      #expect(left.isEmpty)
    }
  }

  @Test func aRequestThatIsSentAgainIsAnsweredAsBeforeAlsoWithFullStorage() async throws {
    try await runBlocking {
      let user = try SignedIn(Self.quota("60KiB"))
      let http = try HTTPTestClient(port: user.server.port)
      let fields = [("Idempotency-Key", "k")]
      func send() throws -> WireResponse {
        try http.request(
          "POST", "/api/v1/meal-logs/batch", fields: fields, token: user.token, json: Self.meal())
      }
      let first = try send()
      let chat = try user.connect("/ws/chat/general")
      let said: JSONValue = ["type": "message", "content": "Hello", "client_message_id": "c"]
      try chat.send(json: said)
      let number = try chat.receiveJSON(type: "message")["message_id"]
      let begun = try user.request("POST", "/api/v1/consultations", ["persona": "nutritionist"])
      let id = try #require(begun.json?["id"]?.stringValue)
      let asked: JSONValue = ["content": "Hello", "message_id": "q"]
      let question = try user.request("POST", "/api/v1/consultations/\(id)/messages", asked)
      #expect(question.status == 201, "\(question.text)")
      #expect(try Self.fill(user).refusal.status == 413)
      // The last bytes.
      while try user.request("POST", "/api/messages/general", ["content": "x"]).status == 200 {}

      let second = try send()
      #expect(second.status == 201 && second.json?["id"] == first.json?["id"])
      try chat.send(json: said)
      while true {
        let frame = try chat.receiveJSON(type: "message")
        if frame["client_message_id"] == "c" {
          #expect(frame["message_id"] == number)
          break
        }
      }
      let again = try user.request("POST", "/api/v1/consultations/\(id)/messages", asked)
      #expect(again.status == 201 && again.json?["data"]?["id"] == question.json?["data"]?["id"], "\(again.text)")
    }
  }

  private static let refusedWrites: [(String, JSONValue)] = [
    ("/api/v1/meal-logs/natural", ["raw_input": "2 eggs", "meal_type": "lunch"]), ("/api/v1/meal-logs/batch", meal()),
    (
      "/api/v1/meal-templates",
      [
        "name": "Breakfast", "meal_type": "breakfast",
        "foods": [
          ["name": "Oats", "quantity": 50, "unit": "g", "calories": 190, "protein_g": 6, "carbs_g": 30, "fat_g": 3]
        ],
      ]
    ),
    ("/api/v1/foods", ["name": "Fox stew", "calories": 100, "protein_g": 5, "carbs_g": 5, "fat_g": 5]),
    ("/api/v1/consultations", ["persona": "nutritionist"]),
    ("/api/messages/general", ["content": "Hello"]),
  ]

  @Test(arguments: refusedWrites)
  func everyKindOfContentIsRefusedAlike(_ path: String, _ body: JSONValue) async throws {
    try await runBlocking {
      let user = try SignedIn(Self.quota("100"))
      let refusal = try user.request("POST", path, body)
      #expect(refusal.status == 413 && refusal.json?["error"]?["code"] == "QUOTA_EXCEEDED", "\(refusal.text)")
      #expect(try Self.used(user) == 0)
    }
  }

  @Test func socketsReportAnExceededQuotaAndStayOpen() async throws {
    try await runBlocking {
      let user = try SignedIn(Self.quota("4KiB"))
      let begun = try user.request("POST", "/api/v1/consultations", ["persona": "nutritionist"])
      let id = try #require(begun.json?["id"]?.stringValue)
      let consultation = try user.open("/ws/consultation?consultation_id=\(id)")
      let chat = try user.connect("/ws/chat/general")
      try chat.send(json: ["type": "message", "content": .string(String(repeating: "x", count: 3200))])
      let number = try chat.receiveJSON(type: "message")["message_id"] ?? .null

      try chat.send(json: [
        "type": "message", "content": .string(String(repeating: "y", count: 400)), "client_message_id": "c",
      ])
      let said = try chat.receiveJSON(type: "error")
      #expect(said["code"] == "QUOTA_EXCEEDED" && said["client_message_id"] == "c", "\(said.text)")
      try consultation.send(json: [
        "type": "user_message", "content": .string(String(repeating: "z", count: 400)),
        "messageId": .string(UUID().uuidString), "timestamp": "2026-01-01T00:00:00Z",
      ])
      let asked = try consultation.receiveJSON(type: "error")
      #expect(asked["code"] == "QUOTA_EXCEEDED", "\(asked.text)")
      // Deleting works, and gives the bytes back.
      let before = try Self.used(user)
      try chat.send(json: ["type": "delete_message", "message_id": number])
      _ = try chat.receiveJSON(type: "message_deleted")
      #expect(try Self.used(user) == before - 3200)
      #expect(try user.request("POST", "/api/messages/general", ["content": "Hello"]).status == 200)
    }
  }

  @Test func serverContentIsCountedButNeverRejected() async throws {
    try await runBlocking {
      // Room for the words of a meal and of a question, not for what becomes of them.
      let user = try SignedIn(Self.quota("6KiB"))
      let meals = try user.connect("/ws/meal-logs")
      let foods = "1 egg, 2 slices toast, 10 g butter, 1 apple, 1 banana, 100 g rice, 1 cup milk, 50 g cheese"
      try user.log(foods)
      _ = try meals.receiveJSON(type: "meal_log.completed")
      let used = try Self.used(user)
      #expect(used > 6144, "\(used)")
      #expect(
        try user.request("POST", "/api/v1/meal-logs/natural", ["raw_input": "1 egg", "meal_type": "lunch"]).status
          == 413)
      #expect(try CommandRun("check", in: user.server.folder).exit == .code(0))
    }
  }

  @Test func syncRejectsItemsOverTheQuotaAndAcceptsTheOthers() async throws {
    try await runBlocking {
      let user = try SignedIn(Self.quota("40KiB"))
      let client = try SyncClient(user.server.port, token: user.token)
      func item(_ id: String, _ count: Int) -> JSONValue {
        ["session_id": .string(id), "note": .string(String(repeating: "x", count: count))]
      }
      let answer = try client.upload(
        ["sessions": .array((0..<6).map { item("s\($0)", 8000) } + [item("small", 10)])], key: "k")
      let result = answer["batch_results"]?["session"]
      let errors = result?["errors"]?.arrayValue ?? []
      #expect(result?["synced_items"] == 5, "\(answer.text)")
      #expect(errors.map { $0["item_id"] } == ["s4", "s5"])
      for error in errors { #expect(error["code"] == "QUOTA_EXCEEDED" && error["retryable"] == false) }
      // Results of batches count too; when they do not fit any more, the answer is still given.
      var (full, number) = (Int64(0), 0)
      repeat {
        full = try Self.used(user)
        number += 1
        try client.upload(["sessions": [item("small", 10)]], key: "k\(number)")
      } while try Self.used(user) != full && number < 500
      #expect(number < 500 && full < 41_500)
      let gone = try client.upload(
        ["deleted": .array((0..<4).map { ["data_type": "session", "item_id": .string("s\($0)")] })], key: "d")
      #expect(gone["batch_results"]?["session"]?["synced_items"] == 4, "\(gone.text)")
      #expect(try Self.used(user) < full - 30_000)
      #expect(try CommandRun("check", in: user.server.folder).exit == .code(0))
    }
  }

  @Test func usageCountersMatchTheContentAfterEveryOperation() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_COACH_WORD_INTERVAL": "0s"])
      let meals = try user.connect("/ws/meal-logs")
      try AccountDataTests.fill(user)
      _ = try meals.receiveJSON(type: "meal_log.completed")
      let made = try user.request("POST", "/api/v1/meal-logs/batch", Self.meal())
      let id = try #require(made.json?["id"]?.stringValue)
      #expect(try user.request("PUT", "/api/v1/meal-logs/" + id, Self.meal("Ünïcode")).status == 200)
      #expect(
        try user.request("POST", "/api/v1/meal-logs/natural", ["raw_input": "???", "meal_type": "lunch"]).status == 201)
      _ = try meals.receiveJSON(type: "meal_log.failed")
      for content in ["Straße", "KURZ", "the end"] {
        let said = try user.request("POST", "/api/messages/general", ["content": .string(content)])
        let path = "/api/messages/general/\(try #require(said.json?["id"]?.integerValue))"
        #expect(try user.request("PUT", path, ["content": "Großer Text"]).status == 200)
        if content == "KURZ" { #expect(try user.request("DELETE", path).status == 200) }
      }
      // Two devices that do not know of each other: a conflict keeps what was replaced.
      for (device, status) in [("a", "active"), ("b", "done"), ("c", "other")] {
        let body: JSONValue = [
          "device_id": .string(device), "idempotency_key": .string(device),
          "data": [
            "sessions": [["session_id": "shared", "status": .string(status)]],
            "meal_logs": [["meal_log_id": .string(id), "meal_type": "dinner", "note": .string(status)]],
          ],
        ]
        #expect(try user.request("POST", "/api/v1/sync/batch", body).status == 200)
      }
      #expect(try DataReader.rows(user.server.folder, "SELECT id FROM sync_conflicts").count > 0)
      let templates = try user.request("GET", "/api/v1/meal-templates").json?["data"]?["templates"]?.arrayValue ?? []
      let template = try #require(templates.first?["id"]?.stringValue)
      #expect(try user.request("POST", "/api/v1/meal-templates/\(template)/copy").status == 201)
      let renamed: JSONValue = ["name": "A much longer name for the breakfast"]
      #expect(try user.request("PUT", "/api/v1/meal-templates/\(template)", renamed).status == 200)
      #expect(try user.request("DELETE", "/api/v1/meal-templates/\(template)").status == 204)
      let foods = try user.request("GET", "/api/v1/foods?q=fox").json?["data"]?["foods"]?.arrayValue ?? []
      let food = try #require(foods.first?["id"]?.stringValue)
      #expect(try user.request("PATCH", "/api/v1/foods/\(food)", ["name": "Fox soup"]).status == 200)
      let check = try CommandRun("check", in: user.server.folder)
      #expect(check.exit == .code(0), "\(check)")
      let counted = try Self.used(user)
      #expect(try CommandRun("check", "--recount", in: user.server.folder).exit == .code(0))
      let recounted = try Self.used(user)
      #expect(recounted == counted)
      let storage = try CommandRun("user", "storage", in: user.server.folder)
      #expect(storage.output.contains("  \(counted)  admin"), "\(storage)")

      // Cascades: a consultation with its messages, a room with the messages of all members.
      let list = try user.request("GET", "/api/v1/consultations").json?["data"]?["consultations"]?.arrayValue ?? []
      for consultation in list {
        let path = "/api/v1/consultations/" + (consultation["id"]?.stringValue ?? "")
        #expect(try user.request("DELETE", path).status == 204)
      }
      #expect(try user.request("DELETE", "/api/rooms/mine").status == 200)
      try DataReader.change(user.server.folder) { connection in
        try connection.execute(
          "DELETE FROM chat_messages WHERE room_id IN (SELECT id FROM chat_rooms WHERE name = 'Mine')")
        try connection.execute("DELETE FROM sync_batches")
        try connection.execute("DELETE FROM sync_conflicts")
        try connection.execute("DELETE FROM user_events WHERE id % 2 = 0")
      }
      let after = try CommandRun("check", in: user.server.folder)
      #expect(after.exit == .code(0), "\(after)")
      #expect(try Self.used(user) < counted)
    }
  }

  @Test(.enabled(if: TestEngine.isSQLite)) func theMigrationCountsExistingContent() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let meals = try user.connect("/ws/meal-logs")
      try AccountDataTests.fill(user)
      _ = try meals.receiveJSON(type: "meal_log.completed")
      user.server.send(signal: SIGTERM)
      _ = try user.server.waitForExit()
      let folder = user.server.folder
      let before = try DataReader.rows(folder, "SELECT user_id, bytes FROM user_usage ORDER BY user_id")
      // As the version before left it.
      try DataReader.change(folder) { connection in
        for row in try connection.query("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'usage_%'")
        {
          try connection.execute("DROP TRIGGER \(row.text("name") ?? "")")
        }
        try connection.execute("DROP TABLE user_usage")
        try connection.execute("ALTER TABLE meal_logs DROP COLUMN bytes")
        try connection.execute("DELETE FROM schema_migrations WHERE name = '0016_usage'")
      }
      let after = try DataReader.rows(folder, "SELECT user_id, bytes FROM user_usage ORDER BY user_id")
      #expect(after.map { $0.integer("bytes") } == before.map { $0.integer("bytes") })
      #expect(after.contains { $0.integer("bytes") ?? 0 > 10_000 })
      #expect(try CommandRun("check", in: folder).exit == .code(0))
    }
  }
}
