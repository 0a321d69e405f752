import JSONCodec
import TestSupport
import Testing

/// Expired tokens and revoked sessions on the real program (docs/api/development.md#tokens).
@Suite struct ExpiredTokenTests {
  private static let me = "/api/v1/users/me"

  /// A response without the values that differ from request to request.
  private static func essence(_ response: WireResponse) -> [String] {
    ["\(response.status)", response["WWW-Authenticate"] ?? "", response["Content-Type"] ?? "", response.text]
  }

  private static func logIn(_ server: ServerProcess) throws -> (access: String, refresh: String) {
    let body: JSONValue = ["username": "testuser2", "password": "password"]
    let answer = try server.client.request("POST", "/api/auth/login", body).json
    return (
      try #require(answer?["access_token"]?.stringValue), try #require(answer?["refresh_token"]?.stringValue)
    )
  }

  private static func refresh(_ server: ServerProcess, _ token: String) throws -> WireResponse {
    try server.client.request("POST", "/api/auth/refresh", ["refresh_token": .string(token)])
  }

  @Test func theResponseIsThatOfATokenWhoseTimeIsOver() async throws {
    try await withHearth { server in
      let first = try server.signIn()
      let second = try server.signIn()
      let path = "/dev/tokens/expire"
      #expect(try server.client.request("POST", path, ["token": .string(first.token ?? "")]).json?["expired"] == 1)
      let expired = try first.request("GET", Self.me)
      #expect(try second.request("GET", Self.me).status == 200)
      #expect(try server.client.request("POST", path, ["token": .string(first.token ?? "")]).json?["expired"] == 0)
      #expect(try server.client.request("PUT", "/dev/clock", ["offset_s": 90_000]).status == 200)
      #expect(Self.essence(expired) == Self.essence(try second.request("GET", Self.me)))
    }
  }

  @Test func allTokensOfAUserExpireAndARefreshGivesAValidOne() async throws {
    try await withHearth { server in
      let tokens = try Self.logIn(server)
      let client = server.client.with(token: tokens.access)
      let socket = try client.open("/ws/meal-logs")
      #expect(try socket.receiveJSON()["type"] == "connected")
      let admin = try server.signIn()
      let answer = try server.client.request("POST", "/dev/tokens/expire", ["user": "testuser2"])
      #expect(answer.status == 200 && answer.json?["expired"] == 1, "\(answer.text)")
      #expect(try client.request("GET", Self.me).status == 401)
      #expect(try socket.receiveJSON()["error_code"] == "AUTH_FAILED")
      #expect(try socket.receiveClose().code == 4401)
      #expect(try admin.request("GET", Self.me).status == 200)
      let refreshed = try Self.refresh(server, tokens.refresh)
      let token = try #require(refreshed.json?["access_token"]?.stringValue, "\(refreshed.text)")
      #expect(try server.client.with(token: token).request("GET", Self.me).status == 200)
    }
  }

  @Test(arguments: ["token", "refresh", "user"])
  func aRevokedSessionEndsWithItsTokensAndSockets(_ by: String) async throws {
    try await withHearth { server in
      let tokens = try Self.logIn(server)
      let client = server.client.with(token: tokens.access)
      let socket = try client.open("/ws/meal-logs")
      #expect(try socket.receiveJSON()["type"] == "connected")
      let body: JSONValue =
        switch by {
        case "token": ["token": .string(tokens.access)]
        case "refresh": ["token": .string(tokens.refresh)]
        default: ["user": "testuser2"]
        }
      let answer = try server.client.request("POST", "/dev/tokens/revoke", body)
      #expect(answer.status == 200 && answer.json?["revoked"] == 1, "\(answer.text)")
      #expect(try client.request("GET", Self.me).status == 401)
      #expect(try socket.receiveJSON()["error_code"] == "AUTH_FAILED")
      #expect(try socket.receiveClose().code == 1000)
      #expect(try Self.refresh(server, tokens.refresh).json?["error"]?["code"] == "TOKEN_REVOKED")
    }
  }

  @Test func refusesUnknownUsersAndBodiesWithoutASubject() async throws {
    try await withHearth { server in
      for path in ["/dev/tokens/expire", "/dev/tokens/revoke"] {
        let unknown = try server.client.request("POST", path, ["user": "no one"])
        #expect(unknown.status == 404 && unknown.json?["error"]?["code"] == "USER_NOT_FOUND")
        #expect(try server.client.request("POST", path, [:]).status == 400)
        #expect(try server.client.request("POST", path, ["user": "admin", "token": "x"]).status == 400)
        #expect(try server.client.request("POST", path, ["token": "garbage"]).status == 200)
      }
    }
  }
}
