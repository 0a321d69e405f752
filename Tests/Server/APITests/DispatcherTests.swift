import API
import HTTPCodec
import HTTPServer
import JSONCodec
import Logging
import Runtime
import TestSupport
import Testing

@Suite struct DispatcherTests {
  private struct Failure: Error {
    var secret = "password=hunter2"
  }

  private struct Refusing: WebSocketEndpoint {
    func refusal(of request: Request) async throws -> Response? {
      switch request.queryValue("how") {
      case "response": return Response(status: 418)
      case "problem": throw Problem.conflict("Taken.")
      case "failure": throw Failure()
      default: return nil
      }
    }

    func serve(_ session: WebSocketSession, _ request: consuming Request) async {}
  }

  private func dispatcher(
    origins: OriginPolicy = OriginPolicy(), apiKeys: [String] = [],
    explain: @escaping @Sendable (any Error) -> Problem? = { _ in nil }, logger: Logger = .silent
  ) throws -> Dispatcher {
    let routes = [
      Route("GET", "/open", authentication: .none) { request in
        .json(["user": .string(request.identity?.username ?? "-")])
      },
      Route("GET", "/share", authentication: .none) { _ in
        let share = ClientShare.current
        return .json(["share": .string("\(share)")])
      },
      Route("GET", "/mine", authentication: .bearer) { request in
        .json(["user": .string(try request.requireIdentity().username)])
      },
      Route("GET", "/fails", authentication: .none) { _ in throw Failure() },
      Route("GET", "/limits", authentication: .none) { _ in throw Problem.tooManyRequests(retryAfter: 7, "Slow down.")
      },
      Route("GET", "/details", authentication: .none) { _ in
        throw Problem.badRequest(code: "WEAK", "Too short.", details: ["password": "8 or more"])
      },
      Route("POST", "/json", authentication: .none) { request in .json(.object(try request.jsonObject())) },
    ]
    return Dispatcher(
      router: try Router(
        routes: routes, sockets: [SocketRoute("/socket", Refusing()), SocketRoute("/ws/consultation", Refusing())]),
      middleware: .standard(origins: origins, apiKeys: apiKeys, logger: logger), explain: explain, logger: logger)
  }

  private func answer(
    _ method: String, _ path: String, fields: [(String, String)] = [], query: [(name: String, value: String)] = [],
    body: String = "", by dispatcher: Dispatcher? = nil
  ) async throws -> (response: Response?, template: String) {
    var lines = HTTPFields()
    for (name, value) in fields { lines.append(name, value) }
    let request = Request(
      method: method, path: path, query: query, fields: lines, body: Array(body.utf8), id: "request-7")
    let segments = path.split(separator: "/").map(String.init)
    let (outcome, template) = try await (dispatcher ?? self.dispatcher()).dispatch(request, segments: segments)
    guard case .respond(let response) = outcome else { return (nil, template) }
    return (response, template)
  }

  @Test(
    arguments: [
      ("GET", "/nothing", "", 404, "NOT_FOUND"), ("PUT", "/open", "", 405, "METHOD_NOT_ALLOWED"),
      ("GET", "/mine", "", 401, "UNAUTHORIZED"), ("GET", "/fails", "", 500, "INTERNAL_ERROR"),
      ("GET", "/limits", "", 429, "RATE_LIMIT"), ("GET", "/details", "", 400, "WEAK"),
      ("POST", "/json", "[1]", 400, "INVALID_JSON"), ("POST", "/json", "{", 400, "INVALID_JSON"),
      ("POST", "/json", "", 400, "INVALID_JSON"), ("POST", "/socket", "", 405, "METHOD_NOT_ALLOWED"),
    ] as [(String, String, String, Int, String)])
  func putsEveryErrorIntoTheEnvelope(
    _ method: String, _ path: String, _ body: String, _ status: Int, _ code: String
  ) async throws {
    let response = try #require(try await answer(method, path, body: body).response)
    #expect(response.status == status)
    #expect(response.fields.contains { $0 == ("Content-Type", "application/json") })
    let json = try JSONValue(parsing: response.body)
    let message = json["message"]?.stringValue ?? ""
    #expect(!message.isEmpty)
    // Clients look for the message in three places (docs/api/README.md#errors).
    #expect(json["detail"] == .string(message))
    #expect(json["success"] == false && json["data"] == .null)
    #expect(json["error"]?["code"] == .string(code))
    #expect(json["error"]?["message"] == .string(message))
    #expect(json["error"]?["details"]?.objectValue != nil)
  }

  @Test func reportsTheAllowedMethods() async throws {
    let response = try #require(try await answer("PUT", "/open").response)
    #expect(response.fields.contains { $0 == ("Allow", "GET, HEAD, OPTIONS") })
    let options = try #require(try await answer("OPTIONS", "/open").response)
    #expect(options.status == 204 && options.fields.contains { $0 == ("Allow", "GET, HEAD, OPTIONS") })
    #expect(try await answer("OPTIONS", "/*").response?.status == 204)
  }

  @Test func hidesTheDetailsOfUnexpectedErrors() async throws {
    for (path, token) in [("/fails", "good"), ("/mine", "broken")] {
      let response = try #require(
        try await answer("GET", path, fields: [("Authorization", "Bearer \(token)")]).response)
      #expect(response.status == 500)
      let text = String(decoding: response.body, as: UTF8.self)
      #expect(!text.contains("hunter2") && !text.contains("Failure") && !text.contains("Broken"))
      #expect(try JSONValue(parsing: response.body)["error"]?["details"]?["request_id"] == "request-7")
    }
  }

  @Test(arguments: [true, false])
  func answersAnErrorThatIsExplained(_ isKnown: Bool) async throws {
    let explaining = try dispatcher(explain: { error in
      isKnown && error is Failure ? Problem(status: 503, code: "BUSY", message: "Later.") : nil
    })
    #expect(try await answer("GET", "/fails", by: explaining).response?.status == (isKnown ? 503 : 500))
    let query = [(name: "how", value: "failure")]
    #expect(try await answer("GET", "/socket", query: query, by: explaining).response?.status == (isKnown ? 503 : 500))
  }

  @Test func addsTheFieldsOfAProblem() async throws {
    #expect(try await answer("GET", "/limits").response?.fields.contains { $0 == ("Retry-After", "7") } == true)
    #expect(try await answer("GET", "/mine").response?.fields.contains { $0 == ("WWW-Authenticate", "Bearer") } == true)
    let details = try #require(try await answer("GET", "/details").response)
    #expect(try JSONValue(parsing: details.body)["error"]?["details"]?["password"] == "8 or more")
  }

  @Test(
    arguments: [
      ("Bearer good", 200), ("bearer good", 200), ("BEARER   good ", 200), ("Bearer bad", 401), ("Bearer", 401),
      ("Bearer ", 401), ("good", 401), ("Basic good", 401), ("Bearer good good", 401), ("Bearergood", 401), ("", 401),
    ])
  func acceptsOnlyAValidBearerToken(_ value: String, _ status: Int) async throws {
    let response = try await answer("GET", "/mine", fields: [("Authorization", value)]).response
    #expect(response?.status == status)
  }

  @Test func handlersWorkInTheShareOfTheirUserOrAddress() async throws {
    for (fields, share) in [([("Authorization", "Bearer good")], #"client("1")"#), ([], #"client("127.0.0.1")"#)] {
      let response = try #require(try await answer("GET", "/share", fields: fields).response)
      #expect(try JSONValue(parsing: response.body)["share"] == .string(share))
    }
    #expect(ClientShare.current == .server)
  }

  @Test func identifiesTheUserOfAPublicRouteIfATokenIsSent() async throws {
    let known = try #require(try await answer("GET", "/open", fields: [("Authorization", "Bearer good")]).response)
    #expect(try JSONValue(parsing: known.body)["user"] == "ann")
    let unknown = try #require(try await answer("GET", "/open").response)
    #expect(unknown.status == 200)
    #expect(try JSONValue(parsing: unknown.body)["user"] == "-")
  }

  @Test(
    arguments: [("response", 418), ("problem", 409), ("failure", 500), ("", nil)] as [(String, Int?)])
  func letsTheEndpointRefuse(_ how: String, _ status: Int?) async throws {
    #expect(try await answer("GET", "/socket", query: [("how", how)]).response?.status == status)
  }

  @Test(
    arguments: [
      ([], [], true), (["https://x.example"], [], true), (["http://X.example:8080"], [], true),
      (["https://y.example"], [], false), (["null"], [], false), ([""], [], false), (["x.example"], [], false),
      (["https://x.example.evil"], [], false), (["https://evil-x.example"], [], false),
      (["https://x.example", "https://x.example"], [], false),
      (["https://Y.example"], ["https://y.Example"], true), (["http://y.example"], ["https://y.example"], false),
      (["https://y.example:8443"], ["https://y.example"], false), (["null"], ["*"], true),
      (["https://y.example:443"], ["https://y.example"], true),
      (["https://y.example"], ["https://y.example:443"], true),
      (["wss://y.example"], ["https://y.example"], true), (["ws://y.example"], ["https://y.example"], false),
      // Clients that derive their origin from the address, whose port a proxy dropped.
      (["ws://x.example:9000"], [], true), (["wss://x.example"], [], true), (["https://x.example:9443"], [], true),
    ] as [([String], [String], Bool)])
  func letsOnlyKnownOriginsOpenASocket(_ origins: [String], _ allowed: [String], _ isAllowed: Bool) async throws {
    let dispatcher = try dispatcher(origins: OriginPolicy(allowedOrigins: allowed))
    let fields = [("Host", "x.example:8080")] + origins.map { ("Origin", $0) }
    let response = try await answer("GET", "/socket", fields: fields, by: dispatcher).response
    #expect(response?.status == (isAllowed ? nil : 403))
  }

  @Test func namesTheSettingThatAllowsAnOrigin() async throws {
    let origin = [("Host", "x.example"), ("Origin", "https://y.example")]
    let socket = try #require(try await answer("GET", "/socket", fields: origin).response)
    let preflight = try #require(
      try await answer("OPTIONS", "/open", fields: origin + [("Access-Control-Request-Method", "GET")]).response)
    for (response, setting) in [(socket, "websocket.allowed_origins"), (preflight, "cors.allowed_origins")] {
      #expect(response.status == 403)
      let json = try JSONValue(parsing: response.body)
      #expect(json["message"]?.stringValue?.contains(setting) == true)
      #expect(json["error"]?["details"]?["setting"] == .string(setting))
    }
    // A page of the server itself needs no permission to read.
    let own = [("Host", "x.example"), ("Origin", "https://x.example"), ("Access-Control-Request-Method", "GET")]
    #expect(try await answer("OPTIONS", "/open", fields: own).response?.status == 204)
  }

  @Test func logsRefusedOriginsWithinBounds() async throws {
    let lines = Locked<[String]>([])
    let dispatcher = try dispatcher(logger: Logger(label: "test") { _ in LineCollector(lines: lines) })
    let long = "https://" + String(repeating: "y", count: 5000)
    // The socket is asked by its own origin as well, which is allowed there.
    for origin in [long, "https://z.example", "https://x.example", "https://z.example"] {
      let fields = [("Host", "x.example"), ("Origin", origin)]
      for path in ["/socket", "/open", "/nothing"] { _ = try await answer("GET", path, fields: fields, by: dispatcher) }
    }
    let logged = lines.withLock { $0 }
    for setting in ["websocket.allowed_origins", "cors.allowed_origins"] {
      let ofSetting = logged.filter { $0.contains(setting) }
      #expect(ofSetting.first?.contains("https://yyy") == true && ofSetting.allSatisfy { $0.count < 500 })
      #expect(ofSetting.count { $0.contains("https://z.example") } == 1)
    }
  }

  @Test func logsAFewOfManyRefusedOrigins() async throws {
    let lines = Locked<[String]>([])
    let dispatcher = try dispatcher(logger: Logger(label: "test") { _ in LineCollector(lines: lines) })
    for index in 0..<100 {
      let fields = [("Host", "x.example"), ("Origin", "https://\(index).example")]
      _ = try await answer("GET", "/socket", fields: fields, by: dispatcher)
    }
    #expect(lines.withLock { $0.count } == 8)
  }

  @Test func comparesOriginsInBrackets() async throws {
    let fields = [("Host", "[::1]:80"), ("Origin", "http://[::1]:3000")]
    #expect(try await answer("GET", "/socket", fields: fields).response == nil)
    #expect(
      try await answer("GET", "/socket", fields: [("Host", "[::1]"), ("Origin", "http://[::2]")]).response != nil)
  }

  @Test func namesTheRouteByItsTemplateOnly() async throws {
    #expect(try await answer("GET", "/nothing/at/all").template == "unmatched")
    #expect(try await answer("PUT", "/open").template == "/open")
    #expect(try await answer("GET", "/socket").template == "/socket")
  }
}
