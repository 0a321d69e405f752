import JSONCodec
import TestSupport
import Testing

/// Floods of password hashes on the real program. Behind a trusted proxy each test client has the address it wants.
@Suite(.timeLimit(.minutes(2))) struct SignUpFloodTests {
  private static func from(_ address: String) -> [(String, String)] {
    [("Content-Type", "application/json"), ("X-Forwarded-For", address)]
  }

  private static func logIn(_ server: ServerProcess, _ password: String, from address: String) throws -> WireResponse {
    try HTTPTestClient(port: server.port).request(
      "POST", "/api/auth/login", fields: from(address),
      body: (["username": "admin", "password": .string(password)] as JSONValue).encoded)
  }

  /// Addresses of one IPv4 client, and of one IPv6 client that takes another address for each request.
  @Test(arguments: ["192.0.2.1", "2001:db8::"]) func signUpsOfOneClientDoNotStopALogin(address: String) async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: [
        "HEARTH_PROXY_TRUSTED": "127.0.0.1", "HEARTH_AUTH_HASH_THREADS": "1",
      ])
      let flood = try (1...100).map { number in
        let client = try HTTPTestClient(port: server.port, limit: .seconds(30))
        let source = address.hasSuffix(":") ? address + String(number, radix: 16) : address
        let body: JSONValue = ["username": .string("flood\(number)"), "password": "Secret12"]
        try client.send("POST", "/api/auth/signup", fields: Self.from(source), body: body.encoded)
        return client
      }
      #expect(try Self.logIn(server, "admin123", from: "198.51.100.7").status == 200)
      let answers = try flood.map { try $0.readResponse() }
      let refused = answers.filter { $0.status != 200 }
      #expect(refused.count >= 40 && refused.count < 100)
      for answer in refused {
        #expect(answer.status == 503 && answer.json?["error"]?["code"] == "BUSY")
        #expect(answer["Retry-After"].flatMap { Int($0) } != nil)
      }
    }
  }

  @Test func strangersDoNotLockTheOwnerOut() async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: ["HEARTH_PROXY_TRUSTED": "127.0.0.1"])
      #expect(try Self.logIn(server, "admin123", from: "198.51.100.7").status == 200)
      let guesses = try (0..<12).map { _ in try Self.logIn(server, "wrong", from: "192.0.2.1").status }
      #expect(guesses == Array(repeating: 401, count: 10) + [429, 429])
      // Not even the right password helps there.
      #expect(try Self.logIn(server, "admin123", from: "192.0.2.1").status == 429)
      // An address of an earlier login is not concerned.
      #expect(try Self.logIn(server, "admin123", from: "198.51.100.7").status == 200)
      // Another one waits for a second or two.
      let first = try Self.logIn(server, "admin123", from: "203.0.113.9")
      if first.status != 200 {
        #expect(first.status == 429 && first["Retry-After"].flatMap { Int($0) }.map { (1...2).contains($0) } == true)
        try SignedIn.until("the end of the delay") {
          try Self.logIn(server, "admin123", from: "203.0.113.9").status == 200
        }
      }
    }
  }
}
