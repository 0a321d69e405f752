import API
import HTTPCodec
import HTTPServer
import JSONCodec
import Runtime
import TestSupport
import Testing

@Suite struct MiddlewareChainTests {
  private typealias Steps = Locked<[String]>

  private struct Unlimited: WriteLimiter {
    func take(userID: String) -> RateLimit { RateLimit(limit: 9, remaining: 8, resetSeconds: 1, isExceeded: false) }
  }

  /// Takes part in each phase, and records it.
  private struct Recorder: RoutingMiddleware, RequestMiddleware, ResponseMiddleware {
    var name: String
    var steps: Steps
    var examinesConstantResponses = true

    func answer(_ request: Request) -> (response: Response, template: String)? {
      record("routing")
      return request.queryValue("answers") == name ? (Response(status: 299), "early") : nil
    }

    func handle(_ request: Request, _ context: inout RequestContext) throws {
      record("request")
      context.responseFields.append(("X-\(name)", "1"))
      if request.queryValue("refuses") == name { throw Problem.conflict("Refused.") }
    }

    func decorate(_ response: inout Response, for request: Request, _ context: RequestContext) { record("response") }

    private func record(_ phase: String) { steps.withLock { $0.append("\(name) \(phase)") } }
  }

  /// A member that waits for requests with the query parameter `waits`.
  private struct Waiting: AsyncRequestMiddleware {
    var steps: Steps

    func isNeeded(for request: borrowing Request, _ context: RequestContext) -> Bool {
      request.queryValue("waits") != nil
    }

    func handle(_ request: inout Request, _ context: inout RequestContext) async throws {
      steps.withLock { $0.append("W request") }
    }
  }

  private func dispatcher(_ members: [any Middleware], _ steps: Steps = Steps([])) throws -> Dispatcher {
    let answer: @Sendable (Request) -> Response = { _ in
      steps.withLock { $0.append("handler") }
      return .noContent
    }
    let routes = [
      Route("GET", "/route", authentication: .none) { answer($0) },
      Route("POST", "/api/v1/meal-logs", authentication: .bearer) { answer($0) },
      Route.synchronous("GET", "/now", handler: answer),
    ]
    let sockets = [SocketRoute("/ws/consultation", ClosingEndpoint()), SocketRoute("/ws", ClosingEndpoint())]
    return Dispatcher(router: try Router(routes: routes, sockets: sockets), middleware: members, logger: .silent)
  }

  private func send(
    _ method: String, _ path: String, query: [(name: String, value: String)] = [], fields: [(String, String)] = [],
    by dispatcher: Dispatcher
  ) async -> (response: Response?, template: String) {
    var lines = HTTPFields()
    for (name, value) in fields { lines.append(name, value) }
    let request = Request(method: method, path: path, query: query, fields: lines)
    let (outcome, template) = await dispatcher.dispatch(request, segments: nil)
    guard case .respond(let response) = outcome else { return (nil, template) }
    return (response, template)
  }

  @Test(
    arguments: [
      ([], false, ["CORS", "SocketOrigin", "BearerAuthentication"]),
      (["key"], false, ["CORS", "APIKey", "SocketOrigin", "BearerAuthentication"]),
      (["key"], true, ["CORS", "APIKey", "SocketOrigin", "BearerAuthentication", "WriteLimiting"]),
    ] as [([String], Bool, [String])])
  func hasTheMembersThatAreConfiguredInOrder(_ keys: [String], _ limitsWrites: Bool, _ names: [String]) {
    let members = [any Middleware].standard(apiKeys: keys, writes: limitsWrites ? Unlimited() : nil)
    #expect(members.map { "\(type(of: $0))" } == names)
  }

  @Test(
    arguments: [
      ("/route", [:], 204, "A routing|B routing|A request|B request|handler|B response|A response"),
      (
        "/route", ["waits": "1"], 204, "A routing|B routing|A request|W request|B request|handler|B response|A response"
      ),
      ("/route", ["refuses": "A"], 409, "A routing|B routing|A request|B response|A response"),
      ("/route", ["refuses": "B"], 409, "A routing|B routing|A request|B request|B response|A response"),
      ("/route", ["answers": "A"], 299, "A routing"),
      ("/route", ["answers": "B"], 299, "A routing|B routing|A response"),
      ("/nothing", [:], 404, "A routing|B routing|B response|A response"),
      ("/ws", [:], nil, "A routing|B routing|A request|B request"),
      ("/ws", ["refuses": "A"], 409, "A routing|B routing|A request|B response|A response"),
    ] as [(String, [String: String], Int?, String)])
  func passesRequestsForwardAndResponsesBackward(
    _ path: String, _ query: [String: String], _ status: Int?, _ expected: String
  ) async throws {
    let steps = Steps([])
    let members: [any Middleware] = [
      Recorder(name: "A", steps: steps), Waiting(steps: steps), Recorder(name: "B", steps: steps),
    ]
    let dispatcher = try dispatcher(members, steps)
    let (response, template) = await send(
      "GET", path, query: query.map { (name: $0.key, value: $0.value) }, by: dispatcher)
    #expect(response?.status == status)
    #expect((template == "early") == (status == 299))
    #expect(steps.withLock { $0.joined(separator: "|") } == expected)
  }

  @Test func aRefusalHasTheFieldsOfEarlierMembers() async throws {
    let steps = Steps([])
    let dispatcher = try dispatcher(["A", "B", "C"].map { Recorder(name: $0, steps: steps) }, steps)
    let response = await send("GET", "/route", query: [("refuses", "B")], by: dispatcher).response
    #expect(response?.fields.map(\.name).filter { $0.hasPrefix("X-") } == ["X-A", "X-B"])
  }

  /// Each row breaks the rules of several members. The first one decides.
  @Test(
    arguments: [
      ("POST", "/api/v1/meal-logs", ["X-API-Key": "wrong", "Authorization": "Bearer bad"], "INVALID_API_KEY"),
      ("POST", "/api/v1/meal-logs", ["X-API-Key": "key", "Authorization": "Bearer bad"], "UNAUTHORIZED"),
      ("POST", "/api/v1/meal-logs", ["X-API-Key": "key", "Authorization": "Bearer good"], "RATE_LIMIT"),
      ("GET", "/ws/consultation", ["X-API-Key": "wrong", "Origin": "https://x.example"], "INVALID_API_KEY"),
      ("GET", "/ws/consultation", ["X-API-Key": "key", "Origin": "https://x.example"], "FORBIDDEN"),
      ("GET", "/ws", ["Origin": "https://x.example"], "FORBIDDEN"),
      ("GET", "/api/v1/nothing", ["X-API-Key": "wrong"], "NOT_FOUND"),
      ("PUT", "/api/v1/meal-logs", ["X-API-Key": "wrong"], "METHOD_NOT_ALLOWED"),
    ] as [(String, String, [String: String], String)])
  func theFirstRefusalIsSent(_ method: String, _ path: String, _ fields: [String: String], _ code: String) async throws
  {
    struct Exceeded: WriteLimiter {
      func take(userID: String) -> RateLimit { RateLimit(limit: 1, remaining: 0, resetSeconds: 1, isExceeded: true) }
    }
    let dispatcher = try dispatcher(.standard(apiKeys: ["key"], writes: Exceeded()))
    let response = await send(method, path, fields: fields.map { ($0.key, $0.value) }, by: dispatcher).response
    #expect(try JSONValue(parsing: response?.body ?? [])["error"]?["code"] == .string(code))
  }

  @Test(
    arguments: [
      ([], [], true), ([], ["key"], false), (["https://a.example"], [], false), (["*"], [], false),
    ] as [([String], [String], Bool)])
  func constantResponsesPassIfNoMemberExaminesThem(
    _ readers: [String], _ keys: [String], _ isSent: Bool
  ) throws {
    let members = [any Middleware].standard(
      cors: CORSPolicy(allowedOrigins: readers), apiKeys: keys, writes: Unlimited())
    #expect(try dispatcher(members).sendsConstantResponses == isSent)
    let steps = Steps([])
    #expect(
      try dispatcher(members + [Recorder(name: "A", steps: steps, examinesConstantResponses: false)])
        .sendsConstantResponses == isSent)
    #expect(try !dispatcher(members + [Waiting(steps: steps)]).sendsConstantResponses)
  }

  @Test func constantResponsesFollowReplacedOrigins() throws {
    let rules = OriginRules(cors: CORSPolicy(), sockets: OriginPolicy(), logger: .silent)
    let dispatcher = try dispatcher([CORS(rules)])
    #expect(dispatcher.sendsConstantResponses)
    rules.replace(cors: CORSPolicy(allowedOrigins: ["*"]), sockets: OriginPolicy())
    #expect(!dispatcher.sendsConstantResponses)
  }
}
