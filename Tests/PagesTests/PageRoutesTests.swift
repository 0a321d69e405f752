import API
import HTTPCodec
import HTTPServer
import JSONCodec
import Testing

@testable import Pages

/// The pages as a browser loads them.
@Suite struct PageRoutesTests {
  private let router: Router

  init() throws {
    router = try Router(routes: PageRoutes(version: "1.2.3", basePath: "/hearth").routes, sockets: [])
  }

  private func get(_ path: String, _ fields: [(String, String)] = []) async throws -> Response {
    guard case .route(let route, let parameters) = router.match(method: "GET", path: path) else {
      throw Problem.notFound()
    }
    var request = Request(method: "GET", path: path)
    for (name, value) in fields { request.fields.append(name, value) }
    request.parameters = parameters
    let response = try await route.handler(request)
    let mediaType = response.fields.first { $0.name == "Content-Type" }?.value.prefix { $0 != ";" }
    let body = response.status == 304 ? [] : response.body
    #expect(
      route.operation.violations(status: response.status, mediaType: mediaType.map(String.init), body: body) == [])
    return response
  }

  private func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

  private func field(_ name: String, of response: Response) -> String? {
    response.fields.first { $0.name == name }?.value
  }

  @Test(arguments: ["/", "/swagger/index.html", "/docs/sockets"])
  func servesPagesWithLinksRelativeToTheRootOfTheServer(_ path: String) async throws {
    let page = try await get(path)
    #expect(page.status == 200 && field("Content-Type", of: page) == "text/html; charset=utf-8")
    #expect(text(page).contains("<base href=\"/hearth/\">") && !text(page).contains("{{"))
  }

  @Test(arguments: ["/", "/swagger/index.html", "/docs/sockets"])
  func servesEveryFileThatAPageLoads(_ path: String) async throws {
    let page = text(try await get(path))
    let files = page.matches(of: /(?:src|href)="(docs\/[a-z]+\.[a-z]+)"/).map { String($0.output.1) }
    #expect(files.count >= 2)
    for file in files { #expect(try await get("/" + file).status == 200) }
  }

  @Test func allowsNothingFromOtherHosts() async throws {
    let page = try await get("/")
    let policy = try #require(field("Content-Security-Policy", of: page))
    #expect(policy.hasPrefix("default-src 'none';") && !policy.contains("unsafe") && !policy.contains("http"))
    #expect(!text(page).contains("<script>") && !text(page).contains("style="))
  }

  @Test(arguments: [
    ("/swagger", "/hearth/swagger/index.html"), ("/swagger/", "/hearth/swagger/index.html"), ("/docs", "/hearth/"),
    ("/docs/", "/hearth/"),
  ])
  func redirectsAddressesThatPeopleType(_ path: String, to target: String) async throws {
    let response = try await get(path)
    #expect(response.status == 302 && field("Location", of: response) == target)
    #expect(response.body.isEmpty)
  }

  @Test func answers304IfTheClientHasTheFile() async throws {
    let tag = try #require(field("ETag", of: try await get("/docs/style.css")))
    for known in [tag, "W/" + tag, "\"other\", " + tag, "*"] {
      #expect(try await get("/docs/style.css", [("If-None-Match", known)]).status == 304, "\(known)")
    }
    #expect(try await get("/docs/style.css", [("If-None-Match", "\"other\"")]).status == 200)
  }

  @Test func describesItselfToProgramsInJSON() async throws {
    let answer = try await get("/", [("Accept", "application/json")])
    let value = try JSONValue(parsing: answer.body)
    #expect(value["version"] == "1.2.3" && value["links"]?["openapi"] == "/hearth/openapi.json")
    let browser = try await get("/", [("Accept", "text/html,application/json;q=0.9")])
    #expect(text(browser).hasPrefix("<!doctype html>"))
  }

  @Test func linksToTheConsoleIfThereIsOne() async throws {
    #expect(!text(try await get("/")).contains("href=\"console\""))
    let routes = PageRoutes(version: "1.2.3", basePath: "", hasConsole: true).routes
    let home = try #require(routes.first { $0.operation.path == "/" })
    #expect(text(try await home.handler(Request(method: "GET", path: "/"))).contains("<a href=\"console\">"))
  }

  @Test func knowsNoOtherFiles() async throws {
    await #expect(throws: Problem.notFound()) { try await get("/docs/other.js") }
  }
}
