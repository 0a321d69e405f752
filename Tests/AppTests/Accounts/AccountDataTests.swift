import Glibc
import JSONCodec
import Storage
import TestSupport
import Testing

@testable import App

/// The export and the deletion of all of an account's data.
@Suite struct AccountDataTests {
  /// Fills an account with something of everything.
  static func fill(_ user: SignedIn) throws {
    try user.log("120g chicken breast")
    let client = try SyncClient(user.server.port, token: user.token)
    let sessions = (0..<100).map { JSONValue.object(["session_id": .string("s\($0)")]) }
    for part in 0..<3 {
      let named = sessions.map {
        $0.merging(["part": .integer(Int64(part)), "item_id": .string("\(part)-\($0.text)")])
      }
      try client.upload(["sessions": .array(named)], key: "k\(part)")
    }
    let template: JSONValue = [
      "name": "Breakfast", "meal_type": "breakfast",
      "foods": [
        [
          "name": "Oats", "quantity": 50, "unit": "g", "calories": 190, "protein_g": 6, "carbs_g": 30, "fat_g": 3,
        ]
      ],
    ]
    let made = try user.request("POST", "/api/v1/meal-templates", template)
    #expect(made.status == 201, "\(made.text)")
    for room in [["name": "Mine"], ["name": "Alone", "private": true]] as [JSONValue] {
      #expect(try user.request("POST", "/api/rooms", room).status == 200)
    }
    for room in ["general", "mine", "alone"] {
      #expect(try user.request("POST", "/api/rooms/\(room)/join").status == 200)
      let said = try user.request("POST", "/api/messages/\(room)", ["content": "the quick brown fox"])
      #expect(said.status == 200, "\(said.text)")
      #expect(try user.request("POST", "/api/rooms/\(room)/mark-read").status == 200)
    }
    let food = try user.request(
      "POST", "/api/v1/foods", ["name": "Fox stew", "calories": 100, "protein_g": 5, "carbs_g": 5, "fat_g": 5])
    #expect(food.status == 201, "\(food.text)")
    let begun = try user.request(
      "POST", "/api/v1/consultations", ["persona": "nutritionist", "initial_message": "Hello"])
    #expect(begun.status == 201, "\(begun.text)")
    // The answer is stored later, and tests count what is stored.
    let id = try #require(begun.json?["data"]?["id"]?.stringValue)
    func isAnswering() throws -> Bool {
      try user.request("GET", "/api/v1/consultations/" + id).json?["data"]?["is_answering"] != false
    }
    while try isAnswering() {}
    let invited = try user.request("POST", "/api/v1/invitations", ["note": "the quick brown fox"])
    #expect(invited.status == 201, "\(invited.text)")
  }

  @Test func theExportHasEverythingOfTheAccountAndNoSecret() async throws {
    try await runBlocking {
      let user = try SignedIn()
      try Self.fill(user)
      _ = try user.request("PATCH", "/api/v1/users/me", ["language": "de"])
      let answer = try user.request("GET", "/api/v1/users/me/export")
      #expect(answer.status == 200 && answer["Transfer-Encoding"] == "chunked")
      #expect(answer["Content-Type"] == "application/x-ndjson")
      let lines = try answer.text.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
      var counts: [String: Int] = [:]
      for line in lines { counts[line["kind"]?.stringValue ?? "", default: 0] += 1 }
      #expect(counts["account"] == 1 && counts["session"] == 1 && counts["meal_log"] == 1 && counts["template"] == 1)
      #expect(counts["consultation"] == 1 && counts["consultation_message"] ?? 0 > 0 && counts["sync_item"] == 301)
      #expect(counts["chat_message"] == 3 && counts["chat_room"] == 2 && counts["chat_membership"] == 3)
      #expect(counts["chat_read"] == 3 && counts["food"] == 1 && counts["invitation"] == 1)
      #expect(lines.last?["kind"] == "end" && lines.last?["data"]?["lines"] == .integer(Int64(lines.count - 1)))
      #expect(lines.first?["data"]?["username"] == "admin" && lines.first?["data"]?["language"] == "de")
      #expect(!answer.text.contains("password") && !answer.text.contains("digest"))
      let head = try HTTPTestClient(port: user.server.port)
      #expect(try head.request("HEAD", "/api/v1/users/me/export", token: user.token).status == 200)
      #expect(try head.request("GET", "/api/v1/users/me/export").status == 401)
    }
  }

  @Test(.enabled(if: TestEngine.isSQLite)) func deletingAnAccountRemovesAllItsData() async throws {
    try await runBlocking {
      let user = try SignedIn()
      try Self.fill(user)
      let other = try HTTPTestClient(port: user.server.port).request(
        "POST", "/api/auth/token/", json: ["username": "testuser2", "password": "password"])
      let token = try #require(try JSONValue(parsing: other.body)["access"]?.stringValue)
      let bystander = try SyncClient(user.server.port, token: token)
      try bystander.upload(["sessions": [["session_id": "kept"]]], key: "k")
      let client = try SyncClient(user.server.port, token: user.token, device: "other")
      let room = try WebSocketTestClient.connect(port: user.server.port, "/ws/chat/general?token=\(token)")
      _ = try room.receiveJSON(type: "connected")
      let id = try #require(
        try JSONValue(parsing: user.request("GET", "/api/v1/users/me").body)["id"]?.stringValue)
      try user.appointAdministrator()
      #expect(try user.request("DELETE", "/api/v1/users/me").status == 204)
      #expect(try client.socket.receiveClose().code == 1000)
      #expect(try user.request("GET", "/api/v1/users/me").status == 401)
      // Other members receive deletions without the author.
      let gone = try room.receiveJSON(type: "message_deleted")
      #expect(gone["message_id"] == 1 && gone["sender"] == "" && gone["content"] == "")
      let rooms = try HTTPTestClient(port: user.server.port).request("GET", "/api/rooms", token: token)
      #expect(rooms.json?.arrayValue?.compactMap { $0["name"]?.stringValue } == ["Mine", "general"])
      let login = try HTTPTestClient(port: user.server.port).request(
        "POST", "/api/auth/token/", json: ["username": "admin", "password": "admin123"])
      #expect(login.status == 401)
      #expect(try bystander.pull().changes.count == 1)
      let folder = user.server.folder
      let deserted = try DataReader.rows(folder, "SELECT 1 FROM chat_rooms WHERE is_private = 1")
      #expect(deserted.isEmpty, "a private room without members")
      for table in try Self.tables(folder) {
        let columns = try DataReader.rows(folder, "SELECT name FROM pragma_table_info('\(table)')").compactMap {
          $0.text("name")
        }
        for column in columns {
          for trace in [id, "quick brown", "Fox stew"] {
            let left = try DataReader.rows(
              folder, "SELECT 1 FROM \(table) WHERE CAST(\(column) AS TEXT) LIKE '%\(trace)%' LIMIT 1")
            #expect(left.isEmpty, "\(trace) in \(table).\(column)")
          }
        }
      }
    }
  }

  @Test func theLastAdministratorCannotDeleteTheOwnAccount() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let refused = try user.request("DELETE", "/api/v1/users/me")
      #expect(refused.status == 409 && refused.json?["error"]?["code"] == "LAST_ADMIN", "\(refused.text)")
      #expect(try user.request("GET", "/api/v1/users/me").status == 200)
      try user.appointAdministrator()
      #expect(try user.request("DELETE", "/api/v1/users/me").status == 204)
    }
  }

  @Test func resumesAnInterruptedDeletionAtTheNextStart() async throws {
    try await runBlocking {
      let first = try SignedIn()
      try Self.fill(first)
      try first.appointAdministrator()
      #expect(try first.request("DELETE", "/api/v1/users/me").status == 204)
      let login = try HTTPTestClient(port: first.server.port).request(
        "POST", "/api/auth/token/", json: ["username": "testuser2", "password": "password"])
      #expect(login.status == 200)
      first.server.send(signal: SIGKILL)
      _ = try first.server.waitForExit()
      // As the crash would have left it: shut out, and written down.
      try DataReader.change(first.server.folder) { connection in
        try connection.execute("UPDATE users SET disabled = 1 WHERE username = 'testuser2'")
        try connection.execute(
          "INSERT INTO account_deletions SELECT id, 0 FROM users WHERE username = 'testuser2'")
      }
      let second = try SignedIn(folder: first.server.folder)
      let folder = second.server.folder
      try SignedIn.until("the account is gone") {
        try DataReader.rows(folder, "SELECT 1 FROM account_deletions").isEmpty
      }
    }
  }

  @Test(.enabled(if: TestEngine.isSQLite)) func everyTableWithDataOfUsersIsDeclaredByAModule() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let folder = user.server.folder
      let declared = ServerModules.tables.map(\.name)
      #expect(Set(declared).count == declared.count)
      let references: Set = [
        "user_id", "sender_id", "owner_id", "created_by", "used_by", "session_id", "meal_log_id", "consultation_id",
        "admin_id",
      ]
      let schema = try Self.tables(folder)
      for table in schema {
        let columns = try DataReader.rows(folder, "SELECT name FROM pragma_table_info('\(table)')").compactMap {
          $0.text("name")
        }
        guard table == "users" || !references.isDisjoint(with: columns) else { continue }
        #expect(declared.contains(table), "no module declares \(table)")
      }
      for table in declared { #expect(schema.contains(table), "\(table) is not in the schema") }
    }
  }

  private static func tables(_ folder: TemporaryFolder) throws -> [String] {
    try DataReader.rows(folder, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .compactMap { $0.text("name") }
  }
}
