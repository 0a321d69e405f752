import API
import HTTPCodec
import HTTPServer
import JSONCodec
import Realtime
import Testing

@testable import Documentation

/// The documents as clients read them.
@Suite struct DocumentRoutesTests {
  private let router: Router

  init() throws {
    let documents = APIDocuments(routes: [], sockets: [], server: DescribedServer(version: "1.2.3"))
    router = try Router(routes: DocumentRoutes(documents).routes, sockets: [])
  }

  private func read(_ path: String, host: String? = nil, isSecure: Bool = false) async throws -> JSONValue {
    guard case .route(let route, _) = router.match(method: "GET", path: path) else { throw Problem.notFound() }
    var request = Request(method: "GET", path: path)
    if let host { request.fields.append("Host", host) }
    request.isSecure = isSecure
    return try JSONValue(parsing: try await route.handler(request).body)
  }

  @Test(arguments: ["localhost:8000", "[::1]:8000", "a\"b\\c"]) func namesTheHostOfTheRequest(_ host: String)
    async throws
  {
    let server = try await read("/asyncapi.json", host: host)["servers"]?["this"]
    #expect(server?["host"] == .string(host) && server?["protocol"] == "ws")
  }

  @Test func namesTheProtocolOfTheRequest() async throws {
    let server = try await read("/asyncapi.json", host: "x", isSecure: true)["servers"]?["this"]
    #expect(server?["host"] == "x" && server?["protocol"] == "wss")
  }

  @Test func describesItsOwnRoutes() async throws {
    let paths = try await read("/openapi.json")["paths"]?.objectValue
    #expect(paths?.keys.sorted() == ["/asyncapi.json", "/openapi.json"])
  }
}
