import JSONCodec
import TestSupport
import Testing

/// The moved clock on the real program (docs/api/development.md#clock).
@Suite struct MovedClockTests {
  private static func move(_ server: ServerProcess, by seconds: Int64) throws {
    let answer = try server.client.request("PUT", "/dev/clock", ["offset_s": .integer(seconds)])
    #expect(answer.status == 200 && answer.json?["offset_s"]?.doubleValue == Double(seconds), "\(answer.text)")
  }

  @Test func expiresTokensAndSocketsAndTakesItBack() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let socket = try user.connect("/ws/meal-logs")
      #expect(try user.request("GET", "/api/v1/users/me").status == 200)
      try Self.move(user.server, by: 25 * 3600)
      let answer = try user.request("GET", "/api/v1/users/me")
      #expect(answer.status == 401 && answer.json?["error"]?["code"] == "UNAUTHORIZED")
      #expect(try socket.receiveJSON()["error_code"] == "AUTH_FAILED")
      #expect(try socket.receiveClose().code == 4401)
      let later = try user.server.signIn()
      #expect(try later.request("GET", "/api/v1/users/me").status == 200)
      let json = [("Content-Type", "application/json")]
      #expect(try user.server.client.request("DELETE", "/dev/clock", fields: json).status == 204)
      #expect(try user.request("GET", "/api/v1/users/me").status == 200)
    }
  }

  @Test func socketsWithAValidTokenStayOpen() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let socket = try user.connect("/ws/meal-logs")
      try Self.move(user.server, by: 60)
      try Self.move(user.server, by: -60)
      #expect(try socket.messagesBeforePong().isEmpty)
    }
  }

  @Test func everyTimeThatTheServerWritesIsFromIt() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let set = try user.server.client.request("PUT", "/dev/clock", ["now": "2031-05-06T07:08:00Z"])
      #expect(set.json?["now"]?.stringValue?.hasPrefix("2031-05-06T07:08:0") == true, "\(set.text)")
      #expect(set["Date"]?.contains("06 May 2031") == true)
      let admin = try user.server.signIn()
      let meal: JSONValue = ["raw_input": "2 eggs", "meal_type": "lunch"]
      let log = try admin.request("POST", "/api/v1/meal-logs/natural", meal)
      #expect(log.status == 201 && log.json?["data"]?["created_at"]?.stringValue?.hasPrefix("2031-05-06") == true)
    }
  }

  @Test(arguments: [
    #"{}"#, #"{"offset_s": 1, "now": "2026-01-15T12:00:00Z"}"#, #"{"offset_s": "1"}"#, #"{"offset_s": 1e300}"#,
    #"{"offset_s": 6311390400}"#, #"{"now": "tomorrow"}"#, #"{"now": "1999-12-31T23:59:59Z"}"#,
    #"{"now": "2200-01-01T00:00:00Z"}"#,
  ])
  func refusesTimesThatItCannotShow(_ body: String) async throws {
    try await withHearth { server in
      let answer = try server.client.request("PUT", "/dev/clock", try JSONValue(parsing: Array(body.utf8)))
      #expect(answer.status == 400 && answer.json?["error"]?["code"] == "VALIDATION_ERROR", "\(answer.text)")
    }
  }
}
