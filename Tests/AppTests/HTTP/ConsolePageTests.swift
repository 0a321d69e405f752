import TestSupport
import Testing

/// The console of the real program.
@Suite struct ConsolePageTests {
  @Test(
    arguments: [("true", [], 200), ("false", ["--dev"], 404), ("", ["--dev"], 200), ("", [], 404)]
      as [(String, [String], Int)])
  func existsIfTheSettingOrDevelopmentModeSaysSo(_ setting: String, _ arguments: [String], _ status: Int) async throws {
    try await withHearth(setting.isEmpty ? [:] : ["HEARTH_CONSOLE_ENABLED": setting], arguments: arguments) { server in
      let http = try HTTPTestClient(port: server.port)
      for path in ["/console", "/console/", "/console/app.js"] {
        #expect(try http.request("GET", path).status == status, "\(path)")
      }
    }
  }

  @Test func saysWhetherTheServerNeedsAnAPIKey() async throws {
    try await withHearth(["HEARTH_AUTH_API_KEYS": "key-of-the-console"]) { server in
      let http = try HTTPTestClient(port: server.port)
      let page = try http.request("GET", "/console").text
      #expect(page.contains("data-api-keys=\"true\"") && !page.contains("key-of-the-console"))
    }
  }

  @Test func isBelowTheBasePath() async throws {
    try await withHearth(["HEARTH_HTTP_BASE_PATH": "/hearth"]) { server in
      let http = try HTTPTestClient(port: server.port)
      for path in ["/hearth/console", "/hearth/console/"] {
        #expect(try http.request("GET", path).text.contains("src=\"/hearth/console/app.js\""))
      }
      #expect(try http.request("GET", "/hearth/console/app.js").status == 200)
    }
  }
}
