import JSONCodec
import TestSupport
import Testing

/// Fields that protect every response.
@Suite struct ResponseFieldsTests {
  @Test func everyResponseForbidsGuessingAndStoring() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let port = user.server.port
      var answers: [(String, WireResponse)] = []
      func ask(_ method: String, _ path: String, _ fields: [(String, String)] = [], body: [UInt8]? = nil) throws {
        answers.append(
          ("\(method) \(path)", try HTTPTestClient(port: port).request(method, path, fields: fields, body: body)))
      }
      for path in ["/health", "/ready", "/metrics", "/nothing", "/ws/echo", "/ws/nothing", "/api/v1/meal-logs"] {
        try ask("GET", path)
      }
      try ask("HEAD", "/health")
      try ask("OPTIONS", "*")
      try ask("DELETE", "/health")
      try ask("GET", "/api/v1/meal-logs", [("Authorization", "Bearer \(user.token)")])
      try ask("GET", "/api/v1/users/me", [("Authorization", "Bearer \(user.token)")])
      try ask("POST", "/api/auth/login", body: Array(#"{"username":"admin","password":"admin123"}"#.utf8))
      try ask("POST", "/api/auth/login", body: Array(#"{"username":"admin","password":"wrong"}"#.utf8))
      try ask("POST", "/api/auth/login", [("Content-Length", "100000000")])
      let opening = [
        ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", WebSocketTestClient.sampleKey),
      ]
      try ask("GET", "/ws/echo", opening + [("Origin", "https://elsewhere.example")])
      try ask("GET", "/ws/echo", opening, body: Array("content".utf8))
      #expect(answers.last?.1.status == 400)
      let malformed = try HTTPTestClient(port: port)
      try malformed.send(raw: "nonsense\r\n\r\n")
      answers.append(("malformed", try malformed.readResponse()))
      #expect(Set(answers.map(\.1.status)).isSuperset(of: [200, 204, 400, 401, 403, 404, 405, 413, 426]))
      for (request, answer) in answers {
        #expect(answer["X-Content-Type-Options"] == "nosniff", "\(request)")
        #expect(answer["Cache-Control"] == "no-store", "\(request)")
      }
    }
  }
}
