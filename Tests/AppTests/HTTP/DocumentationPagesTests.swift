import TestSupport
import Testing

/// The documentation pages of the real program: docs/api/operations.md#pages.
@Suite struct DocumentationPagesTests {
  private static let paths = [
    "/", "/swagger", "/swagger/", "/swagger/index.html", "/docs", "/docs/", "/docs/sockets", "/docs/style.css",
    "/docs/reference.js", "/docs/home.js", "/openapi.json", "/asyncapi.json",
  ]

  @Test func noneOfThemExistsIfTheSettingIsOff() async throws {
    try await withHearth(["HEARTH_DOCS_ENABLED": "false"]) { server in
      let http = try HTTPTestClient(port: server.port)
      for path in Self.paths { #expect(try http.request("GET", path).status == 404, "\(path)") }
      #expect(try http.request("GET", "/health").status == 200)
    }
  }

  @Test func allOfThemExistBelowTheBasePathOnly() async throws {
    try await withHearth(["HEARTH_HTTP_BASE_PATH": "/hearth"]) { server in
      let http = try HTTPTestClient(port: server.port)
      for path in Self.paths {
        let response = try http.request("GET", "/hearth" + path)
        #expect(response.status == 200 || response.status == 302, "\(path)")
        if let target = response["Location"] { #expect(try http.request("GET", target).status == 200, "\(path)") }
        #expect(try http.request("GET", path).status == 404, "\(path)")
      }
    }
  }
}
