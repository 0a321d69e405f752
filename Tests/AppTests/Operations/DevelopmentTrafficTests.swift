import JSONCodec
import TestSupport
import Testing

/// Faults and traffic of the real program: sign-in, meal logs and chat.
@Suite struct DevelopmentTrafficTests {
  private static func dev(
    _ server: ServerProcess, _ method: String, _ path: String, _ body: JSONValue = [:]
  ) throws -> JSONValue {
    let client = TestClient(port: server.port)
    let response =
      try method == "GET" ? client.request("GET", "/dev" + path) : client.request(method, "/dev" + path, body)
    #expect((200...201).contains(response.status), "\(response.text)")
    return response.json ?? .null
  }

  /// Neither passwords nor tokens of a sign-in and of a socket are recorded.
  @Test func aSignInLeavesNoSecrets() async throws {
    try await withHearth { server in
      _ = try Self.dev(server, "GET", "")
      let admin = try server.signIn()
      let token = try #require(admin.token)
      _ = try admin.request("GET", "/api/v1/users/me")
      let socket = try WebSocketTestClient.connect(port: server.port, "/ws/meal-logs?token=\(token)")
      _ = try socket.receiveJSON()
      let text = try Self.dev(server, "GET", "/traffic?after=0&limit=500").text
      #expect(text.contains("[redacted]") && text.contains("/ws/meal-logs"))
      #expect(!text.contains(token) && !text.contains("eyJ"))
    }
  }

  @Test func aDroppedResultIsSentAfterAReconnect() async throws {
    try await withHearth { server in
      let admin = try server.signIn()
      let token = try #require(admin.token)
      let target = "/ws/meal-logs?token=\(token)"
      let socket = try WebSocketTestClient.connect(port: server.port, target)
      _ = try socket.receiveJSON()
      let fault = try Self.dev(
        server, "POST", "/faults", ["kind": "drop", "match": ["message_type": "meal_log.completed"]])
      #expect(fault["fired"] == 0)
      let created = try admin.request(
        "POST", "/api/v1/meal-logs/natural", ["raw_input": "two eggs", "meal_type": "lunch"])
      #expect(created.status == 201)
      let end = ContinuousClock.now + .seconds(20)
      while try Self.dev(server, "GET", "/faults")["items"]?.arrayValue?.first?["fired"] == 0 {
        guard ContinuousClock.now < end else { throw WireError.timedOut(what: "firing", received: "") }
      }
      #expect(try Self.dev(server, "DELETE", "/faults") == ["deleted": 1, "released": 0])
      let again = try WebSocketTestClient.connect(port: server.port, target + "&since=0")
      #expect(try again.receiveJSON(type: "meal_log.completed")["type"] == "meal_log.completed")
    }
  }

  /// With `--dev` only.
  @Test func neitherExistsWithoutDevelopment() async throws {
    try await withHearth(arguments: []) { server in
      let client = TestClient(port: server.port)
      for path in ["/dev/faults", "/dev/traffic"] {
        let response = try client.request("GET", path)
        #expect(response.status == 404)
      }
    }
  }
}
