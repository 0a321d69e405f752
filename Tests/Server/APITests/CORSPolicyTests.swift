import API
import HTTPCodec
import HTTPServer
import Logging
import TestSupport
import Testing

@Suite struct CORSPolicyTests {
  private func answer(
    _ method: String, _ path: String, _ fields: [(String, String)], allowed: [String]
  ) async throws -> Response {
    try await answer(method, path, fields, by: CORSPolicy(allowedOrigins: allowed))
  }

  private func answer(
    _ method: String, _ path: String, _ fields: [(String, String)], by cors: CORSPolicy
  ) async throws -> Response {
    let routes = [
      Route("GET", "/x", authentication: .none) { _ in .noContent },
      Route("GET", "/mine", authentication: .bearer) { _ in .noContent },
    ]
    let dispatcher = Dispatcher(
      router: try Router(routes: routes, sockets: []), middleware: .standard(cors: cors), logger: .silent)
    var lines = HTTPFields()
    for (name, value) in fields { lines.append(name, value) }
    let request = Request(method: method, path: path, fields: lines)
    let segments = path.split(separator: "/").map(String.init)
    guard case .respond(let response) = await dispatcher.dispatch(request, segments: segments).outcome else {
      throw WireError.malformed("not answered")
    }
    return response
  }

  private func value(_ name: String, _ response: Response) -> String? {
    response.fields.first { $0.name == name }?.value
  }

  @Test(
    arguments: [
      (["https://a.example"], "https://a.example", "https://a.example", "Origin"),
      (["https://A.example"], "https://a.EXAMPLE", "https://a.EXAMPLE", "Origin"),
      (["https://a.example"], "https://b.example", nil, "Origin"),
      (["https://a.example"], "http://a.example", nil, "Origin"),
      (["https://a.example"], "https://a.example:444", nil, "Origin"),
      (["https://a.example"], "https://a.example:443", "https://a.example:443", "Origin"),
      (["https://a.example:443"], "https://a.example", "https://a.example", "Origin"),
      (["https://a.example"], "null", nil, "Origin"),
      (["*"], "https://b.example", "*", nil),
      ([], "https://a.example", nil, nil),
    ] as [([String], String, String?, String?)])
  func allowsOnlyConfiguredOrigins(_ allowed: [String], _ origin: String, _ reader: String?, _ vary: String?)
    async throws
  {
    for path in ["/x", "/mine", "/nothing"] {
      let response = try await answer("GET", path, [("Origin", origin)], allowed: allowed)
      #expect(value("Access-Control-Allow-Origin", response) == reader)
      #expect(value("Vary", response) == vary)
      #expect(value("Access-Control-Allow-Credentials", response) == nil)
    }
  }

  @Test func sendsNoCORSFieldsWithoutAnOrigin() async throws {
    let response = try await answer("GET", "/x", [], allowed: ["https://a.example"])
    #expect(value("Access-Control-Allow-Origin", response) == nil)
    // A cache must still not give this answer to another origin.
    #expect(value("Vary", response) == "Origin")
  }

  @Test func letsScriptsReadThePagingFields() async throws {
    let response = try await answer("GET", "/x", [("Origin", "https://a.example")], allowed: ["https://a.example"])
    let exposed = value("Access-Control-Expose-Headers", response)?.split(separator: ", ") ?? []
    for name in ["Link", "X-Has-More", "Retry-After", "X-Request-ID"] {
      #expect(exposed.contains(Substring(name)), "\(name)")
    }
  }

  @Test func answersAPreflightWithoutAToken() async throws {
    let fields = [("Origin", "https://a.example"), ("Access-Control-Request-Method", "GET")]
    let response = try await answer("OPTIONS", "/mine", fields, allowed: ["https://a.example"])
    #expect(response.status == 204)
    #expect(value("Access-Control-Allow-Origin", response) == "https://a.example")
    #expect(value("Access-Control-Allow-Methods", response)?.contains("DELETE") == true)
    #expect(value("Access-Control-Allow-Headers", response)?.contains("Authorization") == true)
    #expect(value("Access-Control-Max-Age", response) != nil)
  }

  @Test func letsPagesOfThisMachineReadInDevelopment() async throws {
    let development = CORSPolicy(AllowedOrigins(["https://a.example"], allowsLoopback: true))
    for origin in ["http://localhost:5173", "http://127.0.0.1:3000", "https://a.example"] {
      let response = try await answer("GET", "/x", [("Origin", origin)], by: development)
      #expect(value("Access-Control-Allow-Origin", response) == origin)
      let preflight = [("Origin", origin), ("Access-Control-Request-Method", "POST")]
      #expect(try await answer("OPTIONS", "/mine", preflight, by: development).status == 204)
    }
    let other = try await answer("GET", "/x", [("Origin", "https://b.example")], by: development)
    #expect(value("Access-Control-Allow-Origin", other) == nil)
    let alone = CORSPolicy(AllowedOrigins(allowsLoopback: true))
    #expect(value("Vary", try await answer("GET", "/x", [], by: alone)) == nil)
    #expect(value("Vary", try await answer("GET", "/x", [("Origin", "http://localhost")], by: alone)) == "Origin")
  }

  @Test func answersAPreflightOfAForeignOriginWithoutCORSFields() async throws {
    let fields = [("Origin", "https://b.example"), ("Access-Control-Request-Method", "GET")]
    for allowed in [["https://a.example"], []] {
      let response = try await answer("OPTIONS", "/x", fields, allowed: allowed)
      #expect(value("Access-Control-Allow-Origin", response) == nil)
      #expect(value("Access-Control-Allow-Methods", response) == nil)
    }
  }
}
