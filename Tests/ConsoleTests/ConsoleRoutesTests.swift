import API
import Foundation
import HTTPCodec
import HTTPServer
import Testing

@testable import Console

/// The console as a browser loads it.
@Suite struct ConsoleRoutesTests {
  private let router: Router

  init() throws {
    let routes = ConsoleRoutes(version: "1.2.3", isDevelopment: true, requiresAPIKey: false, basePath: "/hearth").routes
    router = try Router(routes: routes, sockets: [])
  }

  private func get(_ path: String, _ fields: [(String, String)] = []) async throws -> Response {
    guard case .route(let route, let parameters) = router.match(method: "GET", path: path) else {
      throw Problem.notFound()
    }
    var request = Request(method: "GET", path: path)
    for (name, value) in fields { request.fields.append(name, value) }
    request.parameters = parameters
    return try await route.handler(request)
  }

  private func text(_ path: String) async throws -> String { String(decoding: try await get(path).body, as: UTF8.self) }

  private func field(_ name: String, of response: Response) -> String? {
    response.fields.first { $0.name == name }?.value
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Console/Resources").standardizedFileURL

  private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  @Test(arguments: names)
  func containsEachFileOfTheFolderAsItIs(_ name: String) async throws {
    guard name != "console.html" else { return }
    let expected = try Data(contentsOf: Self.folder.appending(path: name))
    #expect(try await get("/console/" + name).body == Array(expected), "\(name) is not in files.c, or was not embedded")
  }

  @Test(arguments: ["/console", "/console/"])
  func refersToFilesBelowTheBasePath(_ path: String) async throws {
    let page = try await text(path)
    let files = page.matches(of: /(?:src|href)="([a-z\/]+\.[a-z]+)"/).map { String($0.output.1) }
    #expect(files.count >= 3 && files.allSatisfy { $0.hasPrefix("/hearth/console/") })
    for file in files { #expect(try await get(String(file.dropFirst("/hearth".count))).status == 200) }
    #expect(!page.contains("{{") && page.contains("data-version=\"1.2.3\" data-development=\"true\""))
  }

  @Test(arguments: names.filter { $0.hasSuffix(".js") })
  func importsModulesThatExist(_ name: String) async throws {
    let script = try await text("/console/" + name)
    for found in script.matches(of: /"\.\/([a-z-]+\.js)"/) {
      #expect(Self.names.contains(String(found.output.1)), "\(name) imports \(found.output.1)")
    }
  }

  @Test(arguments: names)
  func hasNoInlineScriptsStylesOrMarkupFromData(_ name: String) throws {
    let content = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    for pattern in [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "setAttribute(\"style\"", "<style",
    ] {
      #expect(!content.contains(pattern), "\(name) contains \(pattern)")
    }
  }

  @Test func allowsNothingFromOtherHosts() async throws {
    let policy = try #require(field("Content-Security-Policy", of: try await get("/console")))
    #expect(policy.hasPrefix("default-src 'none';") && policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe") && !policy.contains("http"))
  }

  @Test func answers304IfTheClientHasTheFile() async throws {
    for path in ["/console", "/console/app.js"] {
      let tag = try #require(field("ETag", of: try await get(path)))
      #expect(try await get(path, [("If-None-Match", tag)]).status == 304)
      #expect(try await get(path, [("If-None-Match", "\"other\"")]).status == 200)
    }
  }

  @Test func hasLessThan300KB() throws {
    let sizes = try Self.names.map { try Data(contentsOf: Self.folder.appending(path: $0)).count }
    #expect(sizes.reduce(0, +) < 300_000)
  }

  @Test(arguments: ["other.js", "console.html", "..%2fapp.js"])
  func knowsNoOtherFiles(_ name: String) async throws {
    await #expect(throws: Problem.notFound()) { try await get("/console/" + name) }
  }
}
