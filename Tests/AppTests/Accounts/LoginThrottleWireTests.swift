import JSONCodec
import TestSupport
import Testing

/// Guessing passwords on the real program.
@Suite(.timeLimit(.minutes(2))) struct LoginThrottleWireTests {
  private static let routes = ["/api/auth/login", "/api/auth/token/", "/api/auth/token", "/api/v1/auth/login"]

  private static func logIn(_ server: ServerProcess, _ route: String, _ name: String, _ password: String) throws
    -> WireResponse
  {
    return try HTTPTestClient(port: server.port).request(
      "POST", route, json: ["username": .string(name), "password": .string(password)])
  }

  @Test(arguments: ["admin", "nobody"]) func tooManyWrongPasswordsAreAnswered429OnEveryRoute(name: String) async throws
  {
    try await runBlocking {
      let server = try ServerProcess(environment: ["HEARTH_AUTH_LOGIN_ATTEMPTS": "4"])
      for route in Self.routes {
        let wrong = try Self.logIn(server, route, name, "wrong")
        #expect(wrong.status == 401 && wrong.json?["error"]?["code"] == "INVALID_CREDENTIALS", "\(route)")
      }
      for route in Self.routes {
        // Not even the right one now.
        let answer = try Self.logIn(server, route, name, "admin123")
        #expect(answer.status == 429, "\(route)")
        #expect((1...300).contains(answer["Retry-After"].flatMap { Int($0) } ?? 0))
        #expect(answer["Content-Type"] == "application/json")
        let body = answer.json
        #expect(body?["success"] == false && body?["data"]?.isNull == true)
        #expect(body?["error"]?["code"] == "RATE_LIMIT")
        #expect(body?["error"]?["details"] == ["setting": "auth.login_attempts"])
        let message = body?["error"]?["message"]
        #expect(message?.stringValue?.isEmpty == false && body?["message"] == message && body?["detail"] == message)
      }
      #expect(try Self.logIn(server, "/api/auth/login", "testuser2", "password").status == 200)
    }
  }

  @Test func anAddressIsCountedAcrossAccountsUntilTheWindowEnds() async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: [
        "HEARTH_AUTH_ADDRESS_ATTEMPTS": "3", "HEARTH_AUTH_LOGIN_WINDOW": "3s",
      ])
      for name in ["a", "b", "c"] { #expect(try Self.logIn(server, "/api/auth/login", name, "wrong").status == 401) }
      let refused = try Self.logIn(server, "/api/auth/login", "admin", "admin123")
      #expect(refused.status == 429)
      #expect(refused.json?["error"]?["details"] == ["setting": "auth.address_attempts"])
      #expect((1...3).contains(refused["Retry-After"].flatMap { Int($0) } ?? 0))
      try SignedIn.until("the end of the window") {
        try Self.logIn(server, "/api/auth/login", "admin", "admin123").status == 200
      }
    }
  }
}
