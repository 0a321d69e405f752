import JSONCodec
import TestSupport
import Testing

/// The addresses of further pages of a room's history, on the real program.
@Suite(.timeLimit(.minutes(2))) struct ChatHistoryPagesTests {
  @Test(arguments: ["", "/apps/hearth"])
  func theLinkIsAnAddressOfTheSameServer(basePath: String) async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: [
        "HEARTH_HTTP_BASE_PATH": basePath, "HEARTH_CORS_ALLOWED_ORIGINS": "https://a.example",
      ])
      let http = try HTTPTestClient(port: server.port)
      let login: JSONValue = ["username": "admin", "password": "admin123"]
      let signedIn = try http.request("POST", basePath + "/api/auth/login", json: login)
      let token = try #require(signedIn.json?["access_token"]?.stringValue)
      for number in 1...3 {
        let message: JSONValue = ["content": .string("\(number)")]
        _ = try http.request("POST", basePath + "/api/messages/general", token: token, json: message)
      }
      let origin = [("Origin", "https://a.example")]
      let first = try http.request("GET", basePath + "/api/messages/general?limit=2", fields: origin, token: token)
      #expect(first["X-Has-More"] == "true")
      #expect(first["Link"] == "<\(basePath)/api/messages/general?limit=2&before=2>; rel=\"next\"")
      let exposed = first["Access-Control-Expose-Headers"] ?? ""
      #expect(exposed.contains("Link") && exposed.contains("X-Has-More"))
      let rest = try http.request("GET", basePath + "/api/messages/general?limit=2&before=2", token: token)
      #expect(rest.json?.arrayValue?.map { $0["content"] } == ["1"])
      #expect(rest["X-Has-More"] == "false" && rest["Link"] == nil)
    }
  }
}
