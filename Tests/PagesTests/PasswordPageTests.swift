import API
import HTTPServer
import Testing

@testable import Pages

/// The page that asks for a new password, as a browser loads it.
@Suite struct PasswordPageTests {
  private let router: Router

  init() throws { router = try Router(routes: PasswordPage(basePath: "/hearth").routes, sockets: []) }

  private func get(_ path: String) async throws -> Response {
    guard case .route(let route, let parameters) = router.match(method: "GET", path: path) else {
      throw Problem.notFound()
    }
    var request = Request(method: "GET", path: path)
    request.parameters = parameters
    return try await route.handler(request)
  }

  @Test func loadsOnlyFilesOfThisServer() async throws {
    let page = try await get("/password")
    let text = String(decoding: page.body, as: UTF8.self)
    #expect(text.contains("<base href=\"/hearth/\">") && !text.contains("{{"))
    let policy = try #require(page.fields.first { $0.name == "Content-Security-Policy" }?.value)
    #expect(policy.hasPrefix("default-src 'none';") && !policy.contains("unsafe"))
    #expect(!text.contains("<script>") && !text.contains("style="))
    let files = text.matches(of: /(?:src|href)="(password\/[a-z]+\.[a-z]+)"/).map { String($0.output.1) }
    #expect(files.count == 2)
    for file in files { #expect(try await get("/" + file).status == 200) }
  }

  @Test func hasNoOtherFiles() async throws {
    await #expect(throws: Problem.notFound()) { try await get("/password/page") }
    await #expect(throws: Problem.notFound()) { try await get("/password/home.js") }
  }
}
