import API
import HTTPServer
import JSONCodec
import Runtime
import TestSupport
import Testing

@testable import Development

/// The recorded requests and frames, over real connections.
@Suite struct TrafficRecordingTests {
  private static let secret = "TOPSECRET"
  private static let routes = [
    Route("GET", "/hello", authentication: .none) { _ in .text("hello") },
    Route.constant("GET", "/constant", .text("constant")),
    Route("POST", "/echo", authentication: .none) { request in
      Response(status: 200, fields: [("Content-Type", "application/json")], body: request.body)
    },
  ]
  private static let sockets = [SocketRoute("/ws/echo", EchoEndpoint())]

  @Test func recordsARequestWithItsResponse() async throws {
    try await withDisturbedServer(routes: Self.routes) { server in
      #expect(try server.traffic().isEmpty)
      _ = try server.client.request("POST", "/echo?a=b%20c", ["text": "two eggs"], fields: [("X-Test", "1")])
      let item = try #require(try server.traffic().first)
      #expect(item["kind"] == "http" && item["method"] == "POST" && item["path"] == "/echo" && item["status"] == 200)
      #expect(item["url"]?.stringValue?.hasSuffix("/echo?a=b%20c") == true)
      #expect(item["request"]?["body"] == #"{"text":"two eggs"}"# && item["request"]?["bytes"] == 19)
      #expect(item["response"]?["body"] == #"{"text":"two eggs"}"# && item["bytes"] == 19)
      let headers = item["request"]?["headers"]?.arrayValue ?? []
      #expect(headers.contains(["name": "X-Test", "value": "1"]))
      #expect((item["duration_ms"]?.doubleValue ?? -1) >= 0)
    }
  }

  /// Responses that need no task are recorded too, from the first request of a developer on.
  @Test func recordsNothingBeforeTheFirstRequestOfADeveloper() async throws {
    try await withDisturbedServer(routes: Self.routes) { server in
      _ = try server.client.request("GET", "/constant")
      #expect(!server.inspector.isActive)
      #expect(try server.traffic().isEmpty)
      let http = try server.client.connect()
      for path in ["/constant", "/hello", "/none"] { _ = try http.request("GET", path) }
      _ = try http.request("GET", "/dev/faults")
      let items = try server.traffic()
      #expect(items.map { $0["path"] } == ["/constant", "/hello", "/none"])
      #expect(items.map { $0["status"] } == [200, 200, 404])
      #expect(Set(items.compactMap { $0["connection"]?.integerValue }).count == 1)
    }
  }

  @Test func recordsFramesInBothDirections() async throws {
    try await withDisturbedServer(routes: Self.routes, sockets: Self.sockets) { server in
      _ = try server.traffic()
      let client = try WebSocketTestClient.connect(port: server.port, "/ws/echo?token=\(Self.secret)")
      try client.send(json: ["type": "authenticate", "token": .string(Self.secret)])
      _ = try client.receiveJSON()
      try client.sendPing([1, 2])
      _ = try client.receive()
      try client.sendClose(4000, reason: "done")
      _ = try client.receiveClose()
      try client.receiveEnd()
      try server.wait { try server.traffic().last?["opcode"] == "end" }
      let items = try server.traffic()
      #expect(items.first?["status"] == 101)
      let frames = items.dropFirst().map { "\($0["direction"]?.stringValue ?? "") \($0["opcode"]?.stringValue ?? "")" }
      #expect(frames == ["in text", "out text", "in ping", "out pong", "in close", "out close", "in end"])
      #expect(items.dropFirst().allSatisfy { $0["connection"] == items[0]["connection"] && $0["path"] == "/ws/echo" })
      #expect(items[1]["message_type"] == "authenticate")
      #expect(items[1]["body"]?.stringValue == #"{"token":"[redacted]","type":"authenticate"}"#)
      #expect(items[5]["close_code"] == 4000 && items[5]["body"] == "done")
      #expect(!JSONValue.array(items).text.contains(Self.secret))
    }
  }

  /// Every way in which a client can send a secret.
  @Test func noSecretIsRecorded() async throws {
    try await withDisturbedServer(routes: Self.routes, sockets: Self.sockets) { server in
      _ = try server.traffic()
      let secret = Self.secret
      let fields = [
        "Authorization: Bearer \(secret)", "Cookie: session=\(secret)", "X-API-Key: \(secret)",
        "Sec-WebSocket-Protocol: bearer, \(secret)", "Referer: http://localhost/?token=\(secret)",
      ].map { field in
        let parts = field.split(separator: ": ", maxSplits: 1).map(String.init)
        return (parts[0], parts[1])
      }
      for field in fields { _ = try server.client.request("GET", "/hello", fields: [field]) }
      for target in ["/hello?token=\(secret)", "/hello?access_token=\(secret)", "/ws/echo%3Ftoken=\(secret)"] {
        _ = try server.client.request("GET", target)
      }
      for member in ["password", "token", "refresh_token", "accessToken", "api_key", "new_password", "id_token"] {
        _ = try server.client.request("POST", "/echo", [member: .string(secret), "data": [member: .string(secret)]])
      }
      let http = try server.client.connect()
      _ = try http.request("POST", "/echo", body: Array("username=a&password=\(secret)".utf8))
      let socket = try WebSocketTestClient.connect(
        port: server.port, "/ws/echo?token=\(secret)", fields: [fields[0], fields[3]])
      try socket.send(binary: Array(#"{"type":"authenticate","token":"\#(secret)"}"#.utf8))
      _ = try socket.receive()
      try server.wait { try server.traffic().contains { $0["kind"] == "frame" && $0["direction"] == "out" } }
      let items = try server.traffic()
      #expect(items.count >= 19)
      #expect(!JSONValue.array(items).text.contains(secret))
    }
  }

  @Test func aFiringIsRecordedWithItsFrameOrRequest() async throws {
    try await withDisturbedServer(routes: Self.routes, sockets: Self.sockets) { server in
      let status = try server.fault(["kind": "status", "status": 503, "match": ["path": "/hello"]])
      let drop = try server.fault(["kind": "drop", "match": ["message_type": "note"]])
      let reset = try server.fault(["kind": "reset", "match": ["path": "/constant"]])
      _ = try server.client.request("GET", "/hello")
      let socket = try WebSocketTestClient.connect(port: server.port, "/ws/echo")
      try socket.send(json: ["type": "note"])
      try socket.send(json: ["type": "other"])
      #expect(try socket.receiveJSON() == ["type": "other"])
      #expect(throws: WireError.self) { try server.client.request("GET", "/constant") }
      let items = try server.traffic()
      let firings = items.filter { $0["kind"] == "fault" }
      #expect(firings.map { $0["fault_id"]?.integerValue } == [status, drop, reset].map(Int64.init))
      #expect(firings.map { $0["summary"] } == ["answered with 503 SHUTTING_DOWN", "dropped", "connection reset"])
      #expect(items.contains { $0["path"] == "/hello" && $0["status"] == 503 && $0["fault_ids"] == [1] })
      #expect(items.contains { $0["opcode"] == "text" && $0["direction"] == "out" && $0["fault_ids"] == [2] })
      #expect(items.contains { $0["path"] == "/constant" && $0["status"] == .null && $0["response"] == .null })
    }
  }

  @Test func aLongPollReturnsWithTheNextItem() async throws {
    try await withDisturbedServer(routes: Self.routes) { server in
      _ = try server.traffic()
      let poll = try server.client.connect()
      try poll.send("GET", "/dev/traffic?after=0&wait_s=25&kind=http")
      try server.wait { server.inspector.log.hasWaiters }
      _ = try server.client.request("GET", "/hello")
      let response = try poll.readResponse()
      #expect(response.json?["items"]?.arrayValue?.map { $0["path"] } == ["/hello"])
      #expect(response.json?["last_id"] == 1)
    }
  }

  /// The stop of a server does not wait for a poll of 25 seconds.
  @Test func aStopEndsALongPoll() async throws {
    let started = ContinuousClock.now
    try await withDisturbedServer(routes: Self.routes) { server in
      let poll = try server.client.connect()
      try poll.send("GET", "/dev/traffic?after=0&wait_s=25")
      try server.wait { server.inspector.log.hasWaiters }
    }
    #expect(started.duration(to: .now) < .seconds(5))
  }

  @Test func theRecordingCanBeStoppedAndCleared() async throws {
    try await withDisturbedServer(routes: Self.routes) { server in
      _ = try server.traffic()
      _ = try server.client.request("GET", "/hello")
      #expect(try server.client.request("PUT", "/dev/traffic", ["is_recording": false]).json?["last_id"] == 1)
      _ = try server.client.request("GET", "/hello")
      #expect(try server.traffic().count == 1)
      #expect(try server.client.request("DELETE", "/dev/traffic").status == 204)
      #expect(try server.traffic().isEmpty)
      _ = try server.client.request("PUT", "/dev/traffic", ["is_recording": true])
      _ = try server.client.request("GET", "/hello")
      #expect(try server.traffic().map { $0["id"] } == [2])
    }
  }

  @Test(arguments: ["after=-1", "limit=0", "limit=501", "wait_s=26", "kind=x", "connection=a"])
  func refusesInvalidParameters(_ query: String) async throws {
    try await withDisturbedServer { server in
      let response = try server.client.request("GET", "/dev/traffic?" + query)
      #expect(response.status == 400)
    }
  }

  /// Long content is cut, and content that is not text is left out.
  @Test func recordsTheBeginningOfContent() async throws {
    try await withDisturbedServer(routes: Self.routes) { server in
      _ = try server.traffic()
      let http = try server.client.connect()
      _ = try http.request("POST", "/echo", body: Array(repeating: 0x61, count: 100_000))
      _ = try http.request("POST", "/echo", body: [0xFF, 0x00])
      let items = try server.traffic()
      #expect(items[0]["request"]?["body"]?.stringValue?.utf8.count == 16384)
      #expect(items[0]["request"]?["is_truncated"] == true && items[0]["bytes"] == 100_000)
      #expect(items[1]["request"]?["body"] == .null && items[1]["bytes"] == 2)
    }
  }
}
