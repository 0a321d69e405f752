import HTTPCodec
import HTTPServer
import Runtime
import TLS
import TestSupport
import Testing

/// HTTP over TLS on real sockets.
@Suite struct TLSServerTests {
  private static func withTLSServer(
    _ http: HTTPConfiguration? = nil, _ body: @escaping @Sendable (UInt16) throws -> Void
  ) async throws {
    try await withServer(routes: TLSFixture.routes, http: try http ?? TLSFixture.configuration(), body)
  }

  @Test(arguments: [TLSContext.Version.tls12, .tls13])
  func answersRequestsOneAfterAnother(version: TLSContext.Version) async throws {
    try await Self.withTLSServer { port in
      let client = try TLSFixture.client(port, upTo: version)
      #expect(client.socket.tlsVersion == (version == .tls12 ? "TLSv1.2" : "TLSv1.3"))
      #expect(client.socket.tlsProtocol == "http/1.1")
      for _ in 0..<3 { #expect(try client.request("GET", "/").text == "secure") }
      #expect(try client.request("POST", "/", body: Array("abc".utf8)).text == "abc")
      for number in 0..<200 { try client.send("POST", "/", body: Array("\(number)".utf8)) }
      for number in 0..<200 { #expect(try client.readResponse().text == "\(number)") }
    }
  }

  @Test(arguments: [TLSContext.Version.tls12, .tls13])
  func readsByteByByte(version: TLSContext.Version) async throws {
    try await Self.withTLSServer { port in
      let client = try TLSFixture.client(port, upTo: version, chunk: 1)
      let request = Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello".utf8)
      // Each byte a record, each byte of the record a segment.
      for byte in request { try client.socket.send([byte], chunk: 1) }
      #expect(try client.readResponse().text == "hello")
    }
  }

  @Test(arguments: [TLSContext.Version.tls12, .tls13])
  func carriesBigBodiesBothWays(version: TLSContext.Version) async throws {
    try await Self.withTLSServer(TLSFixture.patient()) { port in
      let client = try TLSFixture.client(port, upTo: version)
      #expect(try client.request("POST", "/", body: TLSFixture.large).body == TLSFixture.large)
      for _ in 0..<2 { try client.send("GET", "/large") }
      for _ in 0..<2 { #expect(try client.readResponse().body == TLSFixture.large) }
      #expect(try client.request("GET", "/").status == 200)
    }
  }

  // MARK: - Ends

  @Test func sendsCloseNotifyAfterTheLastResponse() async throws {
    try await Self.withTLSServer { port in
      let client = try TLSFixture.client(port)
      #expect(try client.request("GET", "/", fields: [("Connection", "close")]).status == 200)
      #expect(try client.readToEnd().isEmpty)
      #expect(client.socket.receivedCloseNotify)
    }
  }

  @Test func sendsCloseNotifyToIdleConnections() async throws {
    try await Self.withTLSServer(TLSFixture.configuration { $0.idleTimeout = .milliseconds(50) }) { port in
      let client = try TLSFixture.client(port)
      #expect(try client.request("GET", "/").status == 200)
      #expect(try client.readToEnd().isEmpty)
      #expect(client.socket.receivedCloseNotify)
    }
  }

  /// RFC 8446 §6.1: `close_notify` ends one direction only.
  @Test(arguments: [TLSContext.Version.tls12, .tls13], [true, false])
  func respondsToPeersThatHaveSentCloseNotify(version: TLSContext.Version, closesSocket: Bool) async throws {
    try await Self.withTLSServer { port in
      let client = try TLSFixture.client(port, upTo: version)
      try client.send("GET", "/large")
      if closesSocket { client.socket.finishSending() } else { try client.socket.sendCloseNotify() }
      #expect(try client.readResponse().body == TLSFixture.large)
      #expect(try client.readToEnd().isEmpty)
      #expect(client.socket.receivedCloseNotify)
    }
  }

  @Test func servesNoRequestThatWasCutOff() async throws {
    try await Self.withTLSServer { port in
      let client = try TLSFixture.client(port)
      try client.send(raw: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab")
      client.socket.finishSending()
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test func survivesResetsAtEveryMoment() async throws {
    try await Self.withTLSServer { port in
      for chunk in [1, 100, 400] {
        let socket = try WireSocket(host: "127.0.0.1", port: port)
        try socket.sendPlainly([UInt8](repeating: 0x16, count: chunk))
        socket.resetWhenClosed()
      }
      for _ in 0..<3 {
        let client = try TLSFixture.client(port)
        try client.send("GET", "/huge")
        client.socket.resetWhenClosed()
      }
      #expect(try TLSFixture.client(port).request("GET", "/").status == 200)
    }
  }

  // MARK: - What is no TLS

  @Test func sendsAnErrorToPlainHTTPClients() async throws {
    try await Self.withTLSServer { port in
      let client = try HTTPTestClient(port: port)
      let answer = try client.request("GET", "/")
      #expect(answer.status == 400 && answer.text == "This port speaks HTTPS.\n")
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test(arguments: [
    "SSH-2.0-x\r\n\r\n", String(repeating: "\u{0}", count: 5000), "\u{16}\u{03}\u{01}\u{00}\u{05}aaaaa",
  ])
  func endsConnectionsThatSendGarbage(text: String) async throws {
    try await Self.withTLSServer { port in
      let socket = try WireSocket(host: "127.0.0.1", port: port)
      try socket.send(Array(text.utf8))
      var answer: [UInt8] = []
      while case let bytes = try socket.receive(until: .now + .seconds(60)), !bytes.isEmpty { answer += bytes }
      // An alert record or nothing; never HTTP.
      #expect(answer.isEmpty || answer.first == 0x15)
    }
  }

  /// Also in the middle of a request.
  @Test(arguments: ["", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"])
  func endsConnectionsWhoseRecordsAreBroken(beginning: String) async throws {
    try await Self.withTLSServer { port in
      let socket = try TLSFixture.socket(port)
      try socket.send(Array(beginning.utf8))
      try socket.sendPlainly([0x17, 3, 3, 0, 32] + [UInt8](repeating: 7, count: 32))
      let error = #expect(throws: WireError.self) { try socket.receive(until: .now + .seconds(60)) }
      #expect("\(String(describing: error))".contains("bad record mac"), "an alert says why")
      #expect(try TLSFixture.client(port).request("GET", "/").status == 200)
    }
  }

  @Test(arguments: [[UInt8](), [0x16], [0x16, 3, 1, 2, 0, 1]])
  func endsHandshakesThatTakeTooLong(beginning: [UInt8]) async throws {
    try await Self.withTLSServer(TLSFixture.configuration { $0.handshakeTimeout = .milliseconds(100) }) { port in
      let slow = try WireSocket(host: "127.0.0.1", port: port)
      try slow.send(beginning)
      #expect(try slow.receive(until: .now + .seconds(60)).isEmpty)
    }
  }

  /// Bytes that never stop must not move the deadline.
  @Test func endsHandshakesThatTrickle() async throws {
    try await Self.withTLSServer(TLSFixture.configuration { $0.handshakeTimeout = .milliseconds(100) }) { port in
      let slow = try WireSocket(host: "127.0.0.1", port: port)
      try slow.send([0x16, 3, 1, 0x3F, 0xFF, 1, 0, 0x3F, 0xFB])
      let end = ContinuousClock.now + .seconds(60)
      var hasEnded = false
      while !hasEnded, .now < end {
        try? slow.send([0])
        hasEnded = (try? slow.receive(until: .now + .milliseconds(1)).isEmpty) ?? false
      }
      #expect(hasEnded)
    }
  }

  /// Bytes of a record that is never complete are no sign of a request.
  @Test func endsIdleConnectionsThatTrickle() async throws {
    let http = try TLSFixture.configuration { $0.idleTimeout = .seconds(1) }
    try await Self.withTLSServer(http) { port in
      let client = try TLSFixture.client(port)
      #expect(try client.request("GET", "/").status == 200)
      try client.socket.sendPlainly([0x17, 3, 3, 0x40, 0])
      let end = ContinuousClock.now + .seconds(20)
      var hasEnded = false
      // Fewer than make a whole record.
      for _ in 0..<10_000 where !hasEnded && .now < end {
        hasEnded = (try? client.socket.sendPlainly([0])) == nil
        if !hasEnded {
          hasEnded = (try? client.socket.receive(until: .now + .milliseconds(1)).isEmpty) ?? false
        }
      }
      #expect(hasEnded)
    }
  }

  // MARK: - Bounds

  @Test func disconnectsClientsThatReadNothing() async throws {
    let http = try TLSFixture.configuration {
      $0.idleTimeout = .milliseconds(200)
      $0.maxConnections = 1
    }
    try await Self.withTLSServer(http) { port in
      let slow = HTTPTestClient(try TLSFixture.socket(port, receiveBuffer: 4096))
      try slow.send("GET", "/huge")
      let deadline = ContinuousClock.now + .seconds(60)
      var isServed = false
      while !isServed, .now < deadline {
        isServed = (try? TLSFixture.client(port).request("GET", "/"))?.status == 200
      }
      #expect(isServed)
    }
  }

  /// One that waited for the handshake would take the hour that the server has for its stop.
  @Test(.timeLimit(.minutes(5))) func endsHandshakesAtOnceWhenItStops() async throws {
    let server = try await TestServer(routes: TLSFixture.routes, http: try TLSFixture.configuration())
    let port = server.port
    let waiting = try await runBlocking {
      let socket = try WireSocket(host: "127.0.0.1", port: port)
      try socket.send([0x16, 3, 1])
      // The server has accepted in order, so it has accepted the first one.
      #expect(try TLSFixture.client(port).request("GET", "/").status == 200)
      return Held(socket)
    }
    await server.stop(within: .seconds(3600))
    #expect(try waiting.socket.receive(until: .now + .seconds(60)).isEmpty)
  }

  @Test func showsNewConnectionsTheNewCertificate() async throws {
    let http = try TLSFixture.configuration()
    let identity = try #require(http.tls)
    let other = try TestCertificate(name: "Renewed")
    try await withServer(routes: TLSFixture.routes, http: http) { port in
      func subject() throws -> String {
        let run = try ProgramRun([
          "/bin/sh", "-c", "openssl s_client -connect 127.0.0.1:\(port) </dev/null 2>/dev/null",
        ])
        return run.output.first { $0.hasPrefix("subject=") } ?? "none"
      }
      let old = try TLSFixture.client(port)
      #expect(try subject().contains("Hearth"))
      identity.replace(by: try .server(certificate: other.certificate, key: other.key))
      #expect(try subject().contains("Renewed"))
      #expect(try old.request("GET", "/").status == 200)
    }
  }

  /// `@unchecked Sendable`: passed on, never used by two threads.
  private struct Held: @unchecked Sendable {
    let socket: WireSocket
    init(_ socket: WireSocket) { self.socket = socket }
  }
}
