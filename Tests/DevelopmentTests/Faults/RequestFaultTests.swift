import API
import HTTPServer
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import Development

/// Faults of requests and responses, over real connections.
@Suite struct RequestFaultTests {
  /// Counts the requests that reached a handler.
  private final class Counter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }

    var route: Route {
      Route("POST", "/count", authentication: .none) { _ in
        .text("\(self.value.add(1, ordering: .relaxed).newValue)")
      }
    }
  }

  private static let hello = Route("GET", "/hello", authentication: .none) { _ in .text("hello") }

  struct StatusRow: Sendable {
    var status: Int64
    var code: String
    var retryAfter: String?
  }

  @Test(arguments: [
    StatusRow(status: 401, code: "UNAUTHORIZED"), StatusRow(status: 409, code: "CONFLICT"),
    StatusRow(status: 429, code: "RATE_LIMIT", retryAfter: "1"),
    StatusRow(status: 503, code: "SHUTTING_DOWN", retryAfter: "1"), StatusRow(status: 500, code: "INTERNAL_ERROR"),
  ])
  func answersTheNextMatchesWithAStatus(_ row: StatusRow) async throws {
    try await withDisturbedServer(routes: [Self.hello]) { server in
      try server.fault(["kind": "status", "status": .integer(row.status), "count": 2, "match": ["path": "/hel*"]])
      let http = try server.client.connect()
      for _ in 0..<2 {
        let response = try http.request("GET", "/hello")
        #expect(response.status == Int(row.status) && response.json?["error"]?["code"] == .string(row.code))
        #expect(response["Retry-After"] == row.retryAfter)
        #expect((response["WWW-Authenticate"] != nil) == (row.status == 401))
      }
      #expect(try http.request("GET", "/hello").text == "hello")
    }
  }

  @Test func aStatusIsSentBeforeOrAfterTheEffect() async throws {
    let counter = Counter()
    try await withDisturbedServer(routes: [counter.route]) { server in
      try server.fault(["kind": "status", "status": 503, "count": 1])
      #expect(try server.client.request("POST", "/count").status == 503)
      #expect(counter.count == 0)
      try server.fault(["kind": "status", "status": 503, "count": 1, "on": "response"])
      #expect(try server.client.request("POST", "/count").status == 503)
      #expect(counter.count == 1)
      #expect(try server.client.request("POST", "/count").text == "2")
    }
  }

  @Test(arguments: ["request", "response"])
  func resetsTheConnection(_ point: String) async throws {
    let counter = Counter()
    try await withDisturbedServer(routes: [counter.route]) { server in
      try server.fault(["kind": "reset", "count": 1, "on": .string(point)])
      let http = try server.client.connect()
      #expect(throws: WireError.self) { try http.request("POST", "/count") }
      #expect(http.socket.wasReset)
      #expect(counter.count == (point == "request" ? 0 : 1))
      #expect(try server.client.request("POST", "/count").status == 200)
    }
  }

  @Test func aHalfOpenConnectionIsSilentAndContinues() async throws {
    try await withDisturbedServer(routes: [Self.hello]) { server in
      let id = try server.fault(["kind": "half_open", "count": 1])
      let http = try server.client.connect(limit: .milliseconds(300))
      try http.send("GET", "/hello")
      // Neither an answer nor the end of the connection.
      do {
        _ = try http.readResponse()
        Issue.record("the connection was not silent")
      } catch WireError.timedOut {}
      #expect(try server.client.request("GET", "/dev/faults").json?["items"]?.arrayValue?.first?["held"] == 1)
      let released = try server.client.request("DELETE", "/dev/faults/\(id)")
      #expect(released.json == ["deleted": 1, "released": 1])
      #expect(try http.readResponse().text == "hello")
    }
  }

  @Test func delaysForItsTime() async throws {
    try await withDisturbedServer(routes: [Self.hello]) { server in
      try server.fault(["kind": "delay", "ms": 120, "on": "response"])
      let started = ContinuousClock.now
      #expect(try server.client.request("GET", "/hello").text == "hello")
      #expect(started.duration(to: .now) >= .milliseconds(120))
    }
  }

  @Test(arguments: ["DELETE /dev/faults", "DELETE /dev/faults/1", "POST /dev/faults/1/release"])
  func aLongDelayEndsWithItsFault(_ request: String) async throws {
    try await withDisturbedServer(routes: [Self.hello]) { server in
      try server.fault(["kind": "delay", "ms": 300_000])
      let http = try server.client.connect()
      try http.send("GET", "/hello")
      try server.wait { server.inspector.faults.list().faults.first?.held == 1 }
      let parts = request.split(separator: " ").map(String.init)
      #expect(try server.client.request(parts[0], parts[1]).json?["released"] == 1)
      #expect(try http.readResponse().text == "hello")
    }
  }

  /// The length of the response stays known.
  @Test func sendsTheContentSlowly() async throws {
    let body = String(repeating: "x", count: 3000)
    let route = Route("GET", "/body", authentication: .none) { _ in .text(body) }
    try await withDisturbedServer(routes: [route]) { server in
      try server.fault(["kind": "slow_body", "bytes_per_s": 10_000])
      let http = try server.client.connect()
      let started = ContinuousClock.now
      let response = try http.request("GET", "/body")
      #expect(response.text == body && response["Content-Length"] == "3000" && response.keepsAlive)
      // Three pieces of a tenth of a second, the first one at once.
      #expect(started.duration(to: .now) >= .milliseconds(200))
      #expect(try http.request("GET", "/body").text == body)
    }
  }

  @Test func refusesTheOpeningOfASocket() async throws {
    try await withDisturbedServer(sockets: [SocketRoute("/ws/echo", EchoEndpoint())]) { server in
      try server.fault(["kind": "status", "status": 429, "retry_after_s": 7, "count": 1, "match": ["path": "/ws/*"]])
      guard case .refused(let response) = try WebSocketTestClient.open(port: server.port, "/ws/echo") else {
        Issue.record("the socket was opened")
        return
      }
      #expect(response.status == 429 && response["Retry-After"] == "7")
      _ = try WebSocketTestClient.connect(port: server.port, "/ws/echo")
    }
  }

  @Test func toolsOfDevelopersAreNeverDisturbed() async throws {
    try await withDisturbedServer(routes: [Self.hello]) { server in
      try server.fault(["kind": "reset"])
      #expect(try server.client.request("GET", "/dev/faults").status == 200)
      #expect(try server.client.request("GET", "/console/none").status == 404)
      #expect(try server.client.request("DELETE", "/dev/faults").json == ["deleted": 1, "released": 0])
      #expect(try server.client.request("GET", "/hello").status == 200)
    }
  }

  @Test func anUnknownFaultIsNotFound() async throws {
    try await withDisturbedServer { server in
      for (method, path) in [
        ("DELETE", "/dev/faults/9"), ("POST", "/dev/faults/9/release"), ("DELETE", "/dev/faults/x"),
      ] {
        let response = try server.client.request(method, path)
        #expect(response.status == 404)
      }
    }
  }

  /// The stop of a server does not wait for a delay of five minutes.
  @Test func aStopEndsAllWaits() async throws {
    let started = ContinuousClock.now
    try await withDisturbedServer(routes: [Self.hello]) { server in
      try server.fault(["kind": "delay", "ms": 300_000])
      let http = try server.client.connect()
      try http.send("GET", "/hello")
      try server.wait { server.inspector.faults.list().faults.first?.held == 1 }
    }
    #expect(started.duration(to: .now) < .seconds(5))
  }
}
