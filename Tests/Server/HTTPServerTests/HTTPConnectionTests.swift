import API
import HTTPCodec
import HTTPServer
import JSONCodec
import TestSupport
import Testing

/// Deadlines, waits for content, slow readers and persistence of a connection.
@Suite struct HTTPConnectionTests {
  private static let routes = [
    Route("GET", "/", authentication: .none) { _ in .text("hello") },
    Route("POST", "/", authentication: .none) { request in Response(status: 200, body: request.body) },
    Route("GET", "/large", authentication: .none) { _ in
      Response(status: 200, body: Array(repeating: 97, count: 8 << 20))
    },
    Route("GET", "/path/{name}", authentication: .none) { request in
      .text(request.path + "|" + request.parameter("name") + "|" + (request.queryValue("q") ?? "-"))
    },
  ]

  private func configuration(_ change: (inout HTTPConfiguration) -> Void) -> HTTPConfiguration {
    var configuration = HTTPConfiguration()
    change(&configuration)
    return configuration
  }

  // MARK: - Expect

  @Test func asksForContentAndThenAnswers() async throws {
    try await withServer(routes: Self.routes) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      #expect(try client.readResponse(skipsInterim: false).status == 100)
      try client.send(raw: "ab")
      let answer = try client.readResponse(skipsInterim: false)
      #expect(answer.status == 200 && answer.text == "ab" && answer.keepsAlive)
      #expect(try client.request("GET", "/").status == 200)
    }
  }

  @Test func doesNotAskForContentThatIsThere() async throws {
    try await withServer(routes: Self.routes) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab")
      #expect(try client.readResponse(skipsInterim: false).status == 200)
    }
  }

  // MARK: - Limits

  @Test(arguments: ["Content-Length: 11\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\nb\r\n"])
  func refusesLargeContentBeforeItArrives(_ rest: String) async throws {
    try await withServer(routes: Self.routes, http: configuration { $0.limits.maxBodyBytes = 10 }) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n" + rest)
      let first = try client.readResponse(skipsInterim: true)
      #expect(first.status == 413 && !first.keepsAlive)
      #expect(first.json?["error"]?["details"] == ["setting": "http.max_body"])
      #expect(try client.readToEnd().isEmpty)
      let exact = try HTTPTestClient(port: port)
      #expect(try exact.request("POST", "/", body: Array("0123456789".utf8)).status == 200)
    }
  }

  @Test(arguments: [
    ("GET /" + String(repeating: "x", count: 100) + " HTTP/1.1\r\n", 414, "http.max_request_line"),
    ("GET / HTTP/1.1\r\nHost: x\r\nA: b\r\nC: d\r\n\r\n", 431, "http.max_headers"),
    (
      "GET / HTTP/1.1\r\nHost: x\r\nA: " + String(repeating: "b", count: 300) + "\r\n\r\n", 431, "http.max_header_bytes"
    ),
  ])
  func namesTheSettingOfTheLimit(_ request: String, _ status: Int, _ setting: String) async throws {
    let http = configuration {
      $0.limits.maxRequestLineBytes = 50
      $0.limits.maxHeaderCount = 2
      $0.limits.maxHeaderBytes = 200
    }
    try await withServer(routes: Self.routes, http: http) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: request)
      let answer = try client.readResponse()
      #expect(answer.status == status && answer.json?["error"]?["details"] == ["setting": .string(setting)])
      #expect(answer.json?["message"]?.stringValue?.hasSuffix(" Setting: \(setting).") == true)
    }
  }

  @Test func readsTheAnswerDespiteContentThatIsStillSent() async throws {
    try await withServer(routes: Self.routes, http: configuration { $0.limits.maxBodyBytes = 10 }) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n")
      try client.send(raw: Array(repeating: 97, count: 500_000))
      #expect(try client.readResponse().status == 413)
    }
  }

  // MARK: - Deadlines

  @Test(
    arguments: [
      ("", nil), ("GET / HT", 408), ("GET / HTTP/1.1\r\nHost: x\r\n", 408), ("\r\n", nil),
    ] as [(String, Int?)])
  func waitsForHeadersOnlySoLong(_ text: String, _ status: Int?) async throws {
    let http = configuration { $0.headerTimeout = .milliseconds(60) }
    try await withServer(routes: Self.routes, http: http) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: text)
      if let status {
        let answer = try client.readResponse()
        #expect(answer.status == status)
        #expect(answer.json?["error"]?["details"] == ["setting": "http.header_timeout"])
      }
      #expect(try client.readToEnd().isEmpty)
    }
  }

  /// One empty line before a request is skipped (RFC 9112 §2.2); the deadline stays where it was.
  @Test func waitsNoLongerForHeadersAfterAnEmptyLine() async throws {
    let http = configuration {
      $0.headerTimeout = .milliseconds(200)
      $0.idleTimeout = .seconds(60)
    }
    try await withServer(routes: Self.routes, http: http) { port in
      let client = try HTTPTestClient(port: port)
      // Until the server waits: what is there already when it looks first is read another way.
      #expect(throws: WireError.self) { try client.socket.receive(until: .now + .milliseconds(20)) }
      try client.send(raw: "\r\n")
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test(arguments: ["Content-Length: 5\r\n\r\nab", "Transfer-Encoding: chunked\r\n\r\n5\r\nab"])
  func waitsForContentOnlySoLong(_ rest: String) async throws {
    try await withServer(routes: Self.routes, http: configuration { $0.bodyTimeout = .milliseconds(60) }) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: "POST / HTTP/1.1\r\nHost: x\r\n" + rest)
      let answer = try client.readResponse()
      #expect(answer.status == 408 && !answer.keepsAlive)
      #expect(answer.json?["error"]?["details"] == ["setting": "http.body_timeout"])
      #expect(try client.readToEnd().isEmpty)
    }
  }

  /// Bytes that never stop must not move the deadline.
  @Test func isNotHeldUpByATrickle() async throws {
    let http = configuration { $0.bodyTimeout = .milliseconds(100) }
    try await withServer(routes: Self.routes, http: http) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
      var received: [UInt8] = []
      for _ in 0..<5000 where received.isEmpty {
        try client.send(raw: "a")
        received = (try? client.socket.receive(until: .now + .milliseconds(1))) ?? []
      }
      #expect(String(decoding: received, as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test func endsAnIdleConnectionWithoutAWord() async throws {
    try await withServer(routes: Self.routes, http: configuration { $0.idleTimeout = .milliseconds(60) }) { port in
      let client = try HTTPTestClient(port: port)
      #expect(try client.request("GET", "/").keepsAlive)
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test func givesANewRequestTheWholeTimeForItsHeaders() async throws {
    let http = configuration {
      $0.idleTimeout = .seconds(1)
      $0.headerTimeout = .seconds(20)
    }
    try await withServer(routes: Self.routes, http: http) { port in
      let client = try HTTPTestClient(port: port)
      #expect(try client.request("GET", "/").keepsAlive)
      try client.send(raw: "GET / HTTP/1.1\r\n")
      // Longer than a connection may be idle; nothing arrives and nothing ends.
      #expect(throws: WireError.self) { try client.socket.receive(until: .now + .milliseconds(1500)) }
      try client.send(raw: "Host: x\r\n\r\n")
      #expect(try client.readResponse().status == 200)
    }
  }

  @Test func disconnectsAClientThatReadsNothing() async throws {
    let http = configuration {
      $0.idleTimeout = .milliseconds(200)
      $0.maxConnections = 1
    }
    try await withServer(routes: Self.routes, http: http) { port in
      let client = try HTTPTestClient(port: port, receiveBuffer: 4096)
      try client.send("GET", "/large")
      // There is room for another connection only when this one is gone.
      let deadline = ContinuousClock.now + .seconds(10)
      var isServed = false
      while !isServed, .now < deadline {
        isServed = (try? HTTPTestClient(port: port).request("GET", "/"))?.status == 200
      }
      #expect(isServed)
      #expect(throws: WireError.self) { try client.readResponse() }
    }
  }

  // MARK: - Persistence

  @Test func answersALongPipelineInOrder() async throws {
    try await withServer(routes: Self.routes) { port in
      let client = try HTTPTestClient(port: port)
      for number in 0..<300 {
        try client.send(raw: "GET /path/\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
      }
      for number in 0..<300 {
        #expect(try client.readResponse().text == "/path/\(number)|\(number)|-")
      }
    }
  }

  @Test func sendsLargeAnswersWholeAndInOrder() async throws {
    try await withServer(routes: Self.routes) { port in
      let client = try HTTPTestClient(port: port)
      for _ in 0..<3 { try client.send("GET", "/large") }
      try client.send("GET", "/")
      for _ in 0..<3 { #expect(try client.readResponse().body.count == 8 << 20) }
      #expect(try client.readResponse().text == "hello")
    }
  }

  @Test func takesNoMoreConnectionsThanConfigured() async throws {
    try await withServer(routes: Self.routes, http: configuration { $0.maxConnections = 2 }) { port in
      let first = try HTTPTestClient(port: port)
      let second = try HTTPTestClient(port: port)
      #expect(try first.request("GET", "/").status == 200)
      #expect(try second.request("GET", "/").status == 200)
      let third = try HTTPTestClient(port: port)
      #expect(try third.readToEnd().isEmpty)
      #expect(try first.request("GET", "/", fields: [("Connection", "close")]).status == 200)
      #expect(try first.readToEnd().isEmpty)
    }
  }

  @Test func continuesAfterAHandlerFails() async throws {
    struct Failure: Error {}
    let routes = Self.routes + [Route("GET", "/fails", authentication: .none) { _ in throw Failure() }]
    try await withServer(routes: routes) { port in
      let client = try HTTPTestClient(port: port)
      let answer = try client.request("GET", "/fails")
      #expect(answer.status == 500 && answer.keepsAlive)
      #expect(answer.json?["error"]?["details"]?["request_id"]?.stringValue == answer["X-Request-ID"])
      #expect(try client.request("GET", "/").status == 200)
    }
  }

  @Test(arguments: [("/", 200, "5"), ("/nothing", 404, nil), ("/large", 200, "8388608")] as [(String, Int, String?)])
  func answersHEADWithoutContent(_ target: String, _ status: Int, _ length: String?) async throws {
    try await withServer(routes: Self.routes) { port in
      let client = try HTTPTestClient(port: port)
      let head = try client.request("HEAD", target)
      #expect(head.status == status && head.body.isEmpty && head.keepsAlive)
      if let length { #expect(head["Content-Length"] == length) }
      // Content that was sent all the same would stand before the next answer.
      #expect(try client.request("GET", "/").text == "hello")
    }
  }

  @Test func numbersItsAnswers() async throws {
    try await withServer(routes: Self.routes) { port in
      let client = try HTTPTestClient(port: port)
      var seen: Set<String> = []
      for target in ["/", "/", "/nothing", "/path/x"] {
        let answer = try client.request("GET", target)
        seen.insert(answer["X-Request-ID"] ?? "")
      }
      #expect(seen.count == 4 && !seen.contains(""))
    }
  }

  // MARK: - Paths

  @Test(
    arguments: [
      ("/path/a", "/path/a|a|-"), ("/path/a/", "/path/a|a|-"), ("/path/a%2Fb", "/path/a/b|a/b|-"),
      ("/path/%C3%A9?q=%C3%A9+x", "/path/é|é|é x"), ("/path/a+b?q", "/path/a+b|a+b|"), ("/p%61th/a", "/path/a|a|-"),
      ("http://other/path/a?q=1&q=2", "/path/a|a|1"),
    ])
  func decodesPaths(_ target: String, _ text: String) async throws {
    try await withServer(routes: Self.routes) { port in
      let answer = try HTTPTestClient(port: port).request("GET", target)
      #expect(answer.status == 200)
      #expect(answer.text == text)
    }
  }

  @Test(arguments: [("/host", "x:1"), ("http://y:2/host", "y:2"), ("http://y/host?a", "y")])
  func takesTheHostOfTheTargetBeforeThatOfTheField(_ target: String, _ host: String) async throws {
    let route = Route("GET", "/host", authentication: .none) { request in
      .text(request.fields.all("Host").joined(separator: "|"))
    }
    try await withServer(routes: [route]) { port in
      let answer = try HTTPTestClient(port: port).request("GET", target, fields: [("Host", "x:1")])
      #expect(answer.text == host)
    }
  }

  @Test(arguments: ["/path", "/path//a", "/path/a//", "/PATH/a", "/path/a/b", "/path/"])
  func doesNotGuessAtPaths(_ target: String) async throws {
    try await withServer(routes: Self.routes) { port in
      let answer = try HTTPTestClient(port: port).request("GET", target)
      #expect(answer.status == 404)
    }
  }
}
