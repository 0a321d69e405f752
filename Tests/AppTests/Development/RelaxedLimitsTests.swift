import JSONCodec
import TestSupport
import Testing

/// Limits in development, and their switch, on the real program (docs/api/development.md#limits).
@Suite(.timeLimit(.minutes(2))) struct RelaxedLimitsTests {
  private static func relax(_ server: ServerProcess, _ isRelaxed: Bool) throws {
    let answer = try server.client.request("PUT", "/dev/limits", ["relaxed": .bool(isRelaxed)])
    #expect(answer.status == 200 && answer.json?["relaxed"] == .bool(isRelaxed))
  }

  /// The reason of the close frame, after the error frame.
  private static func closeReason(_ socket: WebSocketTestClient, _ code: JSONValue) throws -> String {
    let error = try socket.receiveJSON { $0["type"] == "error" }
    #expect(error["error_code"] == code, "\(error.text)")
    return try socket.receiveClose().reason
  }

  @Test func aSecondTabReplacesTheFirstUntilLimitsAreRelaxed() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let first = try user.connect("/ws/meal-logs")
      let second = try user.connect("/ws/meal-logs")
      let reason = try Self.closeReason(first, "CONNECTION_LIMIT")
      #expect(reason.contains("websocket.max_connections_per_user"), "\(reason)")
      try Self.relax(user.server, true)
      let others = try (0..<20).map { _ in try user.connect("/ws/meal-logs") }
      for socket in [second] + others { #expect(try socket.messagesBeforePong().isEmpty) }
      try Self.relax(user.server, false)
      _ = try user.connect("/ws/meal-logs")
      #expect(try Self.closeReason(second, "CONNECTION_LIMIT").contains("websocket.max_connections_per_user"))
    }
  }

  @Test func tooManyConnectionsNameTheirSetting() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_WEBSOCKET_CONNECTIONS_PER_MINUTE": "1"])
      _ = try user.connect("/ws/meal-logs")
      let reason = try Self.closeReason(try user.open("/ws/meal-logs"), "RATE_LIMIT")
      #expect(reason.contains("websocket.connections_per_minute"), "\(reason)")
      try Self.relax(user.server, true)
      _ = try user.connect("/ws/meal-logs")
    }
  }

  @Test func writesAndLoginsAreNotLimitedWhileRelaxed() async throws {
    try await runBlocking {
      let settings = ["HEARTH_LIMITS_WRITES_PER_MINUTE": "1", "HEARTH_AUTH_LOGIN_ATTEMPTS": "1"]
      let user = try SignedIn(settings)
      let profile: JSONValue = ["name": "A"]
      func write() throws -> WireResponse { try user.request("PUT", "/api/v1/users/me", profile) }
      func guess() throws -> WireResponse {
        try user.server.client.request("POST", "/api/auth/login", ["username": "testuser2", "password": "x"])
      }
      _ = try write()
      let tooMany = try write()
      #expect(tooMany.status == 429 && tooMany.text.contains("limits.writes_per_minute"), "\(tooMany.text)")
      #expect(tooMany.json?["error"]?["details"]?["setting"] == "limits.writes_per_minute")
      #expect(try guess().status == 401)
      let locked = try guess()
      #expect(locked.status == 429 && locked.text.contains("auth.login_attempts"), "\(locked.text)")
      try Self.relax(user.server, true)
      for _ in 0..<3 {
        #expect(try write().status != 429)
        #expect(try guess().status == 401)
      }
      try Self.relax(user.server, false)
      #expect(try write().status == 429)
    }
  }

  @Test func theFlagRelaxesFromTheStart() async throws {
    try await withHearth(arguments: ["--dev", "--relaxed"]) { server in
      #expect(try server.client.request("GET", "/dev/limits").json?["relaxed"] == true)
      let user = try server.signIn()
      let sockets = try (0..<12).map { _ in try user.open("/ws/meal-logs") }
      for socket in sockets { #expect(try socket.receiveJSON()["type"] == "connected") }
    }
  }
}
