import Foundation
import JSONCodec
import TestSupport
import Testing

/// Floods of one user: the real program, REST and sockets.
@Suite struct WriteLimitJourneyTests {
  private static let environment = ["HEARTH_LIMITS_WRITES_PER_MINUTE": "5"]

  private static let meal: JSONValue = [
    "meal_type": "lunch",
    "items": [
      ["name": "Egg", "quantity": 1, "unit": "piece", "calories": 78, "protein_g": 6, "carbs_g": 1, "fat_g": 5]
    ],
  ]

  private static let writes: [(String, String, JSONValue)] = [
    ("POST", "meal-logs/natural", ["raw_input": "2 eggs", "meal_type": "lunch"]), ("POST", "meal-logs/batch", meal),
    ("POST", "meal-logs/00000000-0000-4000-8000-000000000000/retry", [:]),
  ]

  @Test(arguments: writes)
  func aFloodOfMealLogsIsRefusedWithTheCodeOfTheSpec(_ method: String, _ path: String, _ body: JSONValue) async throws {
    try await runBlocking {
      let user = try SignedIn(Self.environment)
      for left in (0..<5).reversed() {
        let answer = try user.request(method, "/api/v1/" + path, body)
        #expect(answer.status != 429 && answer["RateLimit-Limit"] == "5", "\(answer.text)")
        #expect(answer["RateLimit-Remaining"] == "\(left)")
      }
      let refused = try user.request(method, "/api/v1/" + path, body)
      #expect(refused.status == 429 && refused.json?["error"]?["code"] == "RATE_LIMIT", "\(refused.text)")
      let wait = try #require(refused["Retry-After"].flatMap { Int($0) })
      #expect((1...60).contains(wait))
      #expect(refused["RateLimit-Reset"] == "\(wait)" && refused["RateLimit-Remaining"] == "0")
      // Reading is not limited, nor is another user.
      #expect(try user.request("GET", "/api/v1/meal-logs").status == 200)
      let other = try DevelopmentAccount.logIn(user.server.port, "testuser2", "password")
      let answer = try HTTPTestClient(port: user.server.port).request(
        method, "/api/v1/" + path, token: other, json: body)
      #expect(answer.status != 429)
    }
  }

  @Test func everyWriteOfAUserCountsWhereverItIsMade() async throws {
    try await runBlocking {
      let user = try SignedIn(Self.environment)
      #expect(try user.request("PATCH", "/api/v1/users/me", ["name": "A"]).status == 200)
      #expect(try user.request("POST", "/api/rooms", ["name": "Mine"]).status == 200)
      #expect(try user.request("POST", "/api/messages/mine", ["content": "Hello"]).status == 200)
      #expect(try user.request("POST", "/api/v1/sync/batch", ["data": ["sessions": []]]).status == 200)
      #expect(try user.request("DELETE", "/api/rooms/mine").status == 200)
      #expect(try user.request("POST", "/api/rooms", ["name": "Other"]).status == 429)
    }
  }

  @Test func socketsShareTheLimitAndStayOpen() async throws {
    try await runBlocking {
      let user = try SignedIn(Self.environment.merging(["HEARTH_COACH_WORD_INTERVAL": "0s"]) { $1 })
      let begun = try user.request("POST", "/api/v1/consultations", ["persona": "nutritionist"])
      let id = try #require(begun.json?["id"]?.stringValue)
      let chat = try user.connect("/ws/chat/general")
      let consultation = try user.open("/ws/consultation?consultation_id=\(id)")
      let sync = try SyncClient(user.server.port, token: user.token)
      // The second to the fifth write.
      for number in 1...3 {
        try chat.send(json: ["type": "message", "content": .string("\(number)")])
        _ = try chat.receiveJSON(type: "message")
      }
      try sync.upload(["sessions": [["session_id": "s"]]], key: "k")

      try chat.send(json: ["type": "message", "content": "one too many", "client_message_id": "c"])
      let said = try chat.receiveJSON(type: "error")
      #expect(said["code"] == "RATE_LIMIT" && said["client_message_id"] == "c", "\(said.text)")
      #expect(said["retry_after"]?.integerValue ?? 0 > 0)

      try consultation.send(json: [
        "type": "user_message", "content": "Hello", "messageId": .string(UUID().uuidString),
        "timestamp": "2026-01-01T00:00:00Z",
      ])
      let asked = try consultation.receiveJSON(type: "error")
      #expect(asked["code"] == "RATE_LIMIT", "\(asked.text)")

      for _ in 0..<4 {
        let uploaded = try sync.ask(
          ["type": "sync_data", "idempotency_key": "l", "data": ["sessions": [["session_id": "t"]]]], for: "error")
        #expect(uploaded["error_code"] == "RATE_LIMIT_EXCEEDED" && uploaded["retryable"] == true, "\(uploaded.text)")
      }
      // None of them is closed.
      #expect(try sync.isQuiet())
      try chat.send(json: ["type": "ping"])
      _ = try chat.receiveJSON(type: "pong")
      try consultation.send(json: ["type": "ping"])
      _ = try consultation.receiveJSON(type: "pong")
      let stored = try user.request("GET", "/api/messages/general")
      #expect(stored.json?.arrayValue?.count == 3)
    }
  }

  @Test func zeroMeansNoLimit() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_LIMITS_WRITES_PER_MINUTE": "0"])
      let client = try HTTPTestClient(port: user.server.port)
      for _ in 0..<620 {
        let answer = try client.request("PATCH", "/api/v1/users/me", token: user.token, json: ["name": "A"])
        try #require(answer.status == 200 && answer["RateLimit-Limit"] == nil, "\(answer.text)")
      }
    }
  }
}
