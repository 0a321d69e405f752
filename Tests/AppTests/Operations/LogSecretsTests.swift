import Glibc
import JSONCodec
import TestSupport
import Testing

/// The log names requests and never what is secret in them.
@Suite struct LogSecretsTests {
  @Test(arguments: ["text", "json"])
  func neitherTokensNorKeysNorPasswordsNorBodiesAreLogged(format: String) async throws {
    try await runBlocking {
      let apiKey = "key-5f2d90c1"
      let signingKey = "signing-0123456789abcdef0123456789abcdef"
      let server = try ServerProcess(environment: [
        "HEARTH_LOG_LEVEL": "trace", "HEARTH_LOG_FORMAT": format, "HEARTH_AUTH_API_KEYS": apiKey,
        "HEARTH_AUTH_SIGNING_KEY": signingKey,
      ])
      let http = try HTTPTestClient(port: server.port)
      let password = "Sup3rSecretWord"
      let email = "ann.secret@example.org"
      let signup = try http.request(
        "POST", "/api/auth/signup", json: ["username": "ann", "email": .string(email), "password": .string(password)])
      #expect(signup.status < 300, "\(signup.text)")
      let tokens = try JSONValue(parsing: signup.body)
      let access = try #require(tokens["access_token"]?.stringValue)
      let refresh = try #require(tokens["refresh_token"]?.stringValue)
      let wrong = try http.request("POST", "/api/auth/login", json: ["username": "ann", "password": "WrongSecret99"])
      #expect(wrong.status == 401)
      _ = try http.request("POST", "/api/auth/refresh", json: ["refresh_token": .string(refresh)])
      let meal: JSONValue = ["raw_input": "2 eggs and my secret sauce", "meal_type": "lunch"]
      let keyed = [("X-API-Key", apiKey)]
      let posted = try http.request("POST", "/api/v1/meal-logs/natural", fields: keyed, token: access, json: meal)
      #expect(posted.status == 201, "\(posted.text)")
      _ = try http.request(
        "POST", "/api/v1/meal-logs/natural", fields: keyed, token: access, body: Array("{broken-body".utf8))
      _ = try http.request(
        "GET", "/api/v1/meal-logs?token=\(access)", fields: [("X-API-Key", "wrong-key-77")], token: access)
      for path in ["/ws?token=\(access)", "/ws/meal-logs?token=garbage-token-42"] {
        let socket = try WebSocketTestClient.connect(port: server.port, path)
        try socket.send(json: ["type": "authenticate", "token": "another-garbage-token"])
        _ = try? socket.receiveJSON()
        try? socket.send(text: "not json, secret text")
        _ = try? socket.receiveJSON()
      }
      for path in [
        "/ws/chat/room%3Ftoken=\(access)", "/ws/chat/room%3Fa=b&access_token=opaque-token-1", "/ws/chat/\(access)",
        "/nothing%3Frefresh_token=opaque-token-2", "/nothing?api_key=opaque-key-3", "/x%253Ftoken%253Dopaque-token-4",
      ] {
        _ = try HTTPTestClient(port: server.port).request("GET", path)
      }
      let malformed = try HTTPTestClient(port: server.port)
      try malformed.send(raw: "GARBAGE-LINE secret\r\n\r\n")
      #expect(try malformed.readResponse().status == 400)
      server.send(signal: SIGTERM)
      _ = try server.waitForExit()
      let log = server.log
      #expect(log.contains("request_id") && log.contains("duration_ms"))
      #expect(log.contains("/api/v1/meal-logs/natural") && log.contains("[redacted]"))
      let refused = log.split(separator: "\n").first { line in
        format == "json"
          ? line.contains(#""method":"-","path":"-""#) : line.contains(" info request ") && line.contains(" path=- ")
      }
      #expect(refused?.contains("400") == true && refused?.contains("127.0.0.1") == true)
      for secret in [
        access, refresh, password, email, "WrongSecret99", apiKey, "wrong-key-77", signingKey, "secret sauce",
        "broken-body", "garbage-token-42", "another-garbage-token", "secret text", "GARBAGE-LINE", "opaque-token",
        "opaque-key",
      ] {
        #expect(!log.contains(secret), "\(secret) is in the log")
      }
    }
  }
}
