import API
import HTTPCodec
import HTTPServer
import Runtime
import TestSupport
import Testing

/// Content that reaches its handler while it arrives, over real sockets.
@Suite struct StreamedRequestTests {
  /// The content that a handler has taken.
  private struct Taken: Equatable {
    var bytes = 0
    var pieces = 0
    var largestPiece = 0
    var end: String?
  }

  private static let limit = 64 << 20

  private static func operation(_ path: String) -> Operation {
    Operation("", "POST", path, authentication: .none, tag: "", "", responses: [])
  }

  /// `/count` takes everything, `/first` one piece and then waits for the gate, `/none` nothing.
  private static func routes(_ taken: Locked<Taken> = Locked(Taken()), gate: Gate = Gate()) -> [Route] {
    [
      Route.streaming(operation("/count"), maxBytes: limit) { _, stream in
        var sum = 0
        do throws(RequestRefusal) {
          while let piece = try await stream.next() {
            sum += piece.reduce(0) { $0 + Int($1) }
            taken.withLock {
              $0.bytes += piece.count
              $0.pieces += 1
              $0.largestPiece = max($0.largestPiece, piece.count)
            }
          }
        } catch {
          taken.withLock { $0.end = error.message }
          throw error
        }
        return .text("\(taken.withLock { $0.bytes }) \(sum)")
      },
      Route.streaming(operation("/first"), maxBytes: limit) { _, stream in
        let first = try await stream.next() ?? []
        await gate.passed()
        return .text("\(first.count)")
      },
      Route.streaming(operation("/none"), maxBytes: limit) { _, _ in .text("none") },
      Route("POST", "/collected", authentication: .none) { .text("\($0.body.count) \($0.stream == nil)") },
      Route("GET", "/taken", authentication: .none) { _ in .text("\(taken.withLock { $0.bytes })") },
    ]
  }

  private static func head(_ path: String, _ fields: String) -> String {
    "POST \(path) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n"
  }

  @Test(
    arguments: [
      ("Content-Length: 6", "aabbcc"), ("Transfer-Encoding: chunked", "4\r\naabb\r\n2;x=y\r\ncc\r\n0\r\nA: b\r\n\r\n"),
    ])
  func handsOverContentOfEachFramingInOrderOfItsArrival(_ framing: String, _ content: String) async throws {
    let taken = Locked(Taken())
    try await withServer(routes: Self.routes(taken)) { port in
      let client = try HTTPTestClient(port: port)
      // Often enough for bytes to arrive while a wait begins.
      for _ in 0..<300 {
        taken.withLock { $0 = Taken() }
        try client.send(raw: Self.head("/count", framing))
        for byte in content.utf8 { try client.send(raw: [byte]) }
        let response = try client.readResponse()
        #expect(response.text == "6 588" && response.keepsAlive)
      }
    }
  }

  @Test func theHandlerTakesContentBeforeItIsComplete() async throws {
    try await withServer(routes: Self.routes()) { port in
      let client = try HTTPTestClient(port: port)
      let observer = try HTTPTestClient(port: port)
      try client.send(raw: Self.head("/count", "Content-Length: 4") + "ab")
      var seen = ""
      for _ in 0..<100_000 where seen != "2" { seen = try observer.request("GET", "/taken").text }
      #expect(seen == "2")
      try client.send(raw: "cd")
      #expect(try client.readResponse().status == 200)
    }
  }

  @Test func requestsWithoutContentHaveAnEmptyStream() async throws {
    try await withServer(routes: Self.routes()) { port in
      let client = try HTTPTestClient(port: port)
      #expect(try client.request("POST", "/count").text == "0 0")
      #expect(try client.request("POST", "/count", body: []).text == "0 0")
    }
  }

  @Test func otherRoutesReceiveCompleteContent() async throws {
    try await withServer(routes: Self.routes()) { port in
      let client = try HTTPTestClient(port: port)
      #expect(try client.request("POST", "/collected", body: Array("abc".utf8)).text == "3 true")
      #expect(try client.request("POST", "/count", body: Array("a".utf8)).text == "1 97")
      #expect(try client.request("POST", "/%63ount/", body: Array("a".utf8)).text == "2 97")
    }
  }

  // MARK: - Expect

  @Test func asksForContentWhenTheHandlerTakesIt() async throws {
    try await withServer(routes: Self.routes()) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: Self.head("/count", "Expect: 100-continue\r\nContent-Length: 1"))
      #expect(try client.readResponse(skipsInterim: false).status == 100)
      try client.send(raw: "a")
      #expect(try client.readResponse(skipsInterim: false).text == "1 97")
      try client.send(raw: Self.head("/none", "Expect: 100-continue\r\nContent-Length: 1"))
      let refused = try client.readResponse(skipsInterim: false)
      #expect(refused.text == "none" && !refused.keepsAlive)
    }
  }

  // MARK: - Back-pressure

  @Test func readsNothingWhileTheHandlerTakesNothing() async throws {
    let gate = Gate()
    try await withServer(routes: Self.routes(gate: gate)) { port in
      defer { gate.open() }
      let client = try HTTPTestClient(port: port)
      try client.send(raw: Self.head("/first", "Content-Length: \(Self.limit)"))
      // The kernel's buffers take some MiB.
      #expect(throws: WireError.self) {
        try client.socket.send([UInt8](repeating: 97, count: Self.limit), within: .milliseconds(500))
      }
      gate.open()
      let response = try client.readResponse()
      let taken = try #require(Int(response.text))
      #expect(taken <= 16 << 10 && !response.keepsAlive)
    }
  }

  @Test func largeContentArrivesInSmallPieces() async throws {
    let taken = Locked(Taken())
    var http = HTTPConfiguration()
    // The content is larger than complete content may be.
    http.limits.maxBodyBytes = 1 << 20
    try await withServer(routes: Self.routes(taken), http: http) { port in
      let client = try HTTPTestClient(port: port)
      let response = try client.request("POST", "/count", body: [UInt8](repeating: 1, count: 4 << 20))
      #expect(response.text == "\(4 << 20) \(4 << 20)")
    }
    #expect(taken.withLock { $0.largestPiece } <= 16 << 10)
  }

  // MARK: - Refusals

  @Test(
    arguments: [
      ("Content-Length: 67108865", ""), ("Transfer-Encoding: chunked", "1\r\na\r\n4000001\r\n"),
    ])
  func refusesContentOverTheLimitOfTheRoute(_ framing: String, _ content: String) async throws {
    try await withServer(routes: Self.routes()) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: Self.head("/count", framing) + content)
      let response = try client.readResponse()
      #expect(response.status == 413 && !response.keepsAlive)
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test func refusesMalformedContent() async throws {
    try await withServer(routes: Self.routes()) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: Self.head("/count", "Transfer-Encoding: chunked") + "1\r\nab\r\n")
      let response = try client.readResponse()
      #expect(response.status == 400 && !response.keepsAlive)
    }
  }

  @Test(arguments: [("Content-Length: 5", "ab"), ("Transfer-Encoding: chunked", "5\r\nab")])
  func refusesContentThatIsTooSlow(_ framing: String, _ content: String) async throws {
    var http = HTTPConfiguration()
    http.bodyTimeout = .milliseconds(60)
    try await withServer(routes: Self.routes(), http: http) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: Self.head("/count", framing) + content)
      let response = try client.readResponse()
      #expect(response.status == 408 && !response.keepsAlive)
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test func aTrickleDoesNotHoldTheConnection() async throws {
    var http = HTTPConfiguration()
    http.bodyTimeout = .milliseconds(100)
    try await withServer(routes: Self.routes(), http: http) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: Self.head("/count", "Content-Length: 1000000"))
      var received: [UInt8] = []
      for _ in 0..<5000 where received.isEmpty {
        try client.send(raw: "a")
        received = (try? client.socket.receive(until: .now + .milliseconds(1))) ?? []
      }
      #expect(String(decoding: received, as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test func theHandlerOfTruncatedContentFails() async throws {
    let taken = Locked(Taken())
    try await withServer(routes: Self.routes(taken)) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: Self.head("/count", "Content-Length: 5") + "ab")
      client.socket.finishSending()
      #expect(try client.readResponse().status == 400)
    }
    #expect(taken.withLock { $0.end } == "The request content is truncated.")
  }

  // MARK: - The connection

  /// Closing with unread input would make the kernel reset the connection, and the response may be lost.
  @Test func anEarlyResponseReachesAClientThatStillSends() async throws {
    try await withServer(routes: Self.routes()) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: Self.head("/none", "Content-Length: 500000"))
      try client.send(raw: [UInt8](repeating: 97, count: 500_000))
      let response = try client.readResponse()
      #expect(response.text == "none" && !response.keepsAlive)
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test func contentThatArrivedIsSkippedAndTheNextRequestAnswered() async throws {
    try await withServer(routes: Self.routes()) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(
        raw: Self.head("/none", "Content-Length: 2") + "ab" + Self.head("/count", "Content-Length: 2") + "ab"
          + "GET /taken HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.readResponse().text == "none")
      #expect(try client.readResponse().text == "2 195")
      #expect(try client.readResponse().text == "2")
    }
  }

  @Test func aDrainLetsARequestFinish() async throws {
    // With one loop the drain begins for both connections at once.
    let server = try await TestServer(routes: Self.routes(), loops: 1)
    let port = server.port
    let ready = Gate()
    async let stop: Void = {
      await ready.passed()
      await server.stop()
    }()
    try await runBlocking {
      defer { ready.open() }
      let client = try HTTPTestClient(port: port)
      try client.send(raw: Self.head("/count", "Content-Length: 4") + "ab")
      let observer = try HTTPTestClient(port: port)
      var seen = ""
      for _ in 0..<100_000 where seen != "2" { seen = try observer.request("GET", "/taken").text }
      ready.open()
      // The drain has begun when idle connections end.
      #expect(try observer.readToEnd().isEmpty)
      try client.send(raw: "cd")
      let response = try client.readResponse()
      #expect(response.status == 200 && !response.keepsAlive)
    }
    await stop
  }

  @Test func aDrainClosesConnectionsThatRemain() async throws {
    let (ready, answered) = (Gate(), Gate())
    let server = try await TestServer(routes: Self.routes(gate: answered))
    let port = server.port
    async let stop: Void = {
      await ready.passed()
      await server.stop(within: .milliseconds(50))
    }()
    try await runBlocking {
      defer {
        ready.open()
        answered.open()
      }
      let client = try HTTPTestClient(port: port)
      try client.send(raw: Self.head("/first", "Content-Length: 4") + "ab")
      let silent = try HTTPTestClient(port: port)
      try silent.send(raw: "GET /")
      ready.open()
      #expect(try client.readToEnd().isEmpty)
      #expect(try silent.readToEnd().isEmpty)
    }
    await stop
  }
}
