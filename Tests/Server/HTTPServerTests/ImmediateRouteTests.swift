import API
import HTTPCodec
import HTTPServer
import JSONCodec
import Synchronization
import TestSupport
import Testing

/// Routes that are answered without a task, between others on the same connection.
@Suite struct ImmediateRouteTests {
  private static let routes = [
    Route.synchronous("GET", "/now", handler: { .text("now " + ($0.queryValue("n") ?? "-")) }),
    Route.synchronous("POST", "/now", handler: { Response(status: 200, body: $0.body) }),
    Route.synchronous("GET", "/refused", handler: { _ in throw Problem.forbidden("Not now.") }),
    Route("GET", "/later", authentication: .none) { request in
      await Task.yield()
      return .text("later " + (request.queryValue("n") ?? "-"))
    },
  ]

  @Test func keepsTheOrderAmongRoutesOfBothKinds() async throws {
    try await withServer(routes: Self.routes) { port in
      let client = try HTTPTestClient(port: port)
      let paths = ["now", "later", "now", "now", "later", "later", "now"]
      // Once before anything was read, and once while the connection waits.
      for _ in 0..<2 {
        let text = paths.enumerated().map { "GET /\($1)?n=\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined()
        try client.send(raw: text)
        for (index, path) in paths.enumerated() {
          let answer = try client.readResponse()
          #expect(answer.text == "\(path) \(index)")
        }
      }
    }
  }

  @Test func acceptsSplitContentAndClosesOnRequest() async throws {
    try await withServer(routes: Self.routes) { port in
      let client = try HTTPTestClient(port: port)
      #expect(try client.request("GET", "/now").text == "now -")
      for piece in ["POST /now HTTP/1.1\r\nHo", "st: x\r\nContent-Length: 4\r\n\r\na", "b", "cd"] {
        try client.send(raw: piece)
      }
      #expect(try client.readResponse().text == "abcd")
      #expect(try client.request("HEAD", "/now").status == 200)
      #expect(try client.request("GET", "/refused").status == 403)
      #expect(try client.request("PUT", "/now").status == 405)
      let last = try client.request("GET", "/now", fields: [("Connection", "close")])
      #expect(last.text == "now -" && !last.keepsAlive)
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test func rejectsAnInvalidRequestAfterAResponse() async throws {
    try await withServer(routes: Self.routes) { port in
      let client = try HTTPTestClient(port: port)
      #expect(try client.request("GET", "/now").status == 200)
      try client.send(raw: "GET /now HTTP/1.1\r\nHost: x\r\n\r\nNONSENSE\r\n\r\n")
      #expect(try client.readResponse().status == 200)
      #expect(try client.readResponse().status == 400)
      #expect(try client.readToEnd().isEmpty)
    }
  }

  private struct RefusingBadFields: RequestMiddleware {
    func handle(_ request: Request, _ context: inout RequestContext) throws {
      if request.field("X-Bad") != nil { throw Problem.unauthorized() }
    }
  }

  @Test func appliesMiddlewareAndTimeoutsLikeOtherRoutes() async throws {
    var http = HTTPConfiguration()
    http.idleTimeout = .milliseconds(300)
    try await withFixture(
      try await TestServer(
        routes: Self.routes, http: http,
        middleware: [RefusingBadFields()])
    ) { server in
      let port = server.port
      try await runBlocking {
        let client = try HTTPTestClient(port: port)
        #expect(try client.request("GET", "/now").status == 200)
        #expect(try client.request("GET", "/now", fields: [("X-Bad", "1")]).status == 401)
        let start = ContinuousClock.now
        #expect(try client.readToEnd().isEmpty)
        #expect(start.duration(to: .now) > .milliseconds(200))
      }
    }
  }

  /// The wait for the first request is longer; its answer ends that wait.
  @Test func appliesTheIdleTimeoutAfterADelayedFirstRequest() async throws {
    var http = HTTPConfiguration()
    http.headerTimeout = .seconds(120)
    http.idleTimeout = .milliseconds(600)
    try await withFixture(try await TestServer(routes: Self.routes, http: http)) { server in
      let port = server.port
      try await runBlocking {
        let client = try HTTPTestClient(port: port)
        // Once others that came later are answered, by all loops, the server waits for the first one's request.
        for _ in 0..<8 { #expect(try HTTPTestClient(port: port).request("GET", "/now").status == 200) }
        for _ in 0..<2 { #expect(try client.request("GET", "/now").status == 200) }
        #expect(try client.readToEnd().isEmpty)
      }
    }
  }

  /// One response has 8 KiB and the client does not read: the number of responses must be bounded.
  @Test func stopsAnsweringAPeerThatDoesNotRead() async throws {
    let answered = Counter()
    let large = Route.synchronous(
      "GET", "/large",
      handler: { _ in
        answered.add()
        return Response(status: 200, body: Array(repeating: 97, count: 8192))
      })
    try await withServer(routes: [large]) { port in
      let client = try HTTPTestClient(port: port, receiveBuffer: 4096)
      let some = String(repeating: "GET /large HTTP/1.1\r\nHost: x\r\n\r\n", count: 100)
      do throws(WireError) {
        for _ in 0..<2000 { try client.socket.send(Array(some.utf8), within: .milliseconds(500)) }
        Issue.record("200,000 requests were taken")
      } catch {
        // The kernels' buffers are full, on both sides.
      }
      #expect(answered.value < 20_000)
    }
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add() { count.wrappingAdd(1, ordering: .relaxed) }
  }
}
