import JSONCodec
import Net
import TestSupport
import Testing

@testable import API
@testable import HTTPServer

/// Limits of the connections of one client.
@Suite struct ConnectionLimitTests {
  private static let routes = [Route("GET", "/", authentication: .none) { _ in .text("ok") }]
  private static let sockets = [SocketRoute("/echo", EchoEndpoint())]

  /// Counts clients of this machine, too, as if they came from elsewhere.
  private static func limit(_ limit: Int, _ change: (inout HTTPConfiguration) -> Void = { _ in }) -> HTTPConfiguration {
    var http = HTTPConfiguration()
    http.maxConnectionsPerAddress = limit
    http.exemptsLocalPeers = false
    change(&http)
    return http
  }

  private static func client(_ port: UInt16, from source: String) throws -> HTTPTestClient {
    HTTPTestClient(try WireSocket(host: "127.0.0.1", port: port, from: source))
  }

  /// Whether a connection from `source` is served. The server closes one that is not without an answer.
  private static func isServed(_ port: UInt16, from source: String) -> Bool {
    (try? client(port, from: source).request("GET", "/"))?.status == 200
  }

  /// Waits until the server has noticed that connections ended.
  private static func becomesServed(_ port: UInt16, from source: String) -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while .now < deadline { if isServed(port, from: source) { return true } }
    return false
  }

  @Test func refusesAClientWithTooManyConnectionsAndNoOther() async throws {
    try await withServer(routes: Self.routes, sockets: Self.sockets, http: Self.limit(3)) { port in
      let socket = try WebSocketTestClient.connect(Self.client(port, from: "127.0.0.2"), "/echo")
      let others = try (0..<2).map { _ in try Self.client(port, from: "127.0.0.2") }
      for client in others { #expect(try client.request("GET", "/").status == 200) }
      #expect(!Self.isServed(port, from: "127.0.0.2"))
      #expect(Self.isServed(port, from: "127.0.0.3"))
      try socket.send(text: "still open")
      #expect(try socket.receiveText() == "still open")
      try socket.sendClose()
      _ = try socket.receiveClose()
      #expect(Self.becomesServed(port, from: "127.0.0.2"))
      for client in others { #expect(try client.request("GET", "/").status == 200) }
    }
  }

  @Test func countsNoPeerOnTheSameMachine() async throws {
    var http = HTTPConfiguration()
    http.maxConnectionsPerAddress = 2
    try await withServer(routes: Self.routes, http: http) { port in
      let clients = try (0..<20).map { _ in try Self.client(port, from: "127.0.0.2") }
      for client in clients { #expect(try client.request("GET", "/").status == 200) }
    }
  }

  @Test func countsNoClientsWithoutALimit() async throws {
    try await withServer(routes: Self.routes, http: Self.limit(0)) { port in
      let clients = try (0..<20).map { _ in try Self.client(port, from: "127.0.0.2") }
      for client in clients { #expect(try client.request("GET", "/").status == 200) }
    }
  }

  @Test func limitsAClientToHalfOfAllConnections() async throws {
    try await withServer(routes: Self.routes, http: Self.limit(1000) { $0.maxConnections = 4 }) { port in
      let clients = try (0..<2).map { _ in try Self.client(port, from: "127.0.0.2") }
      for client in clients { #expect(try client.request("GET", "/").status == 200) }
      #expect(!Self.isServed(port, from: "127.0.0.2"))
      #expect(Self.isServed(port, from: "127.0.0.3"))
    }
  }

  @Test func countsSocketsThroughAProxyByTheForwardedAddress() async throws {
    let http = Self.limit(2) { $0.proxies.trusted = [IPNetwork("127.0.0.0/8")].compactMap(\.self) }
    try await withServer(routes: Self.routes, sockets: Self.sockets, http: http) { port in
      func open(_ client: String?) throws -> WebSocketTestClient.Opening {
        try WebSocketTestClient.open(port: port, "/echo", fields: client.map { [("X-Forwarded-For", $0)] } ?? [])
      }
      func refusal(_ client: String) throws -> WireResponse? {
        guard case .refused(let answer) = try open(client) else { return nil }
        return answer
      }
      // Two addresses of one network.
      let first = try WebSocketTestClient.connect(
        port: port, "/echo", fields: [("X-Forwarded-For", "2001:db8:0:1::1")])
      let second = try open("2001:db8:0:1::2")
      let answer = try #require(try refusal("2001:db8:0:1::3"))
      #expect(answer.status == 429 && answer["Retry-After"] != nil)
      #expect(answer.json?["error"]?["code"] == "CONNECTION_LIMIT", "\(answer.text)")
      // Requests of this client, other clients, and a proxy that forwards no client address.
      let clients = try (0..<5).map { _ in try HTTPTestClient(port: port) }
      for client in clients {
        #expect(try client.request("GET", "/", fields: [("X-Forwarded-For", "2001:db8:0:1::4")]).status == 200)
      }
      var kept = [second, try open("2001:db8:0:2::1")]
      for _ in 0..<4 { kept.append(try open(nil)) }
      for opening in kept {
        guard case .open = opening else {
          Issue.record("refused: \(opening)")
          continue
        }
      }
      try first.sendClose()
      _ = try first.receiveClose()
      let deadline = ContinuousClock.now + .seconds(30)
      while try refusal("2001:db8:0:1::3") != nil, .now < deadline {}
      #expect(.now < deadline, "a place was not given back")
    }
  }

  /// Every way in which a connection ends.
  @Test(arguments: [false, true])
  func countsNoClientsAfterAllConnectionsClose(isEncrypted: Bool) async throws {
    let http = Self.limit(1000) { http in
      if isEncrypted { http.tls = (try? TLSFixture.configuration())?.tls }
      http.proxies.trusted = [IPNetwork("127.0.0.9")].compactMap(\.self)
    }
    try await withFixture(
      try await TestServer(
        routes: Self.routes, sockets: Self.sockets, http: http,
        webSocket: .with { $0.closeTimeout = .milliseconds(200) })
    ) { server in
      let port = server.port
      try await runBlocking {
        for round in 0..<40 {
          let source = round % 2 == 0 ? "127.0.0.9" : "127.0.0.\(10 + round % 5)"
          try Self.end(round / 2 % 10, try WireSocket(host: "127.0.0.1", port: port, from: source), isEncrypted)
        }
        let deadline = ContinuousClock.now + .seconds(30)
        while server.connectionCount > 0 || server.countedClients > 0, .now < deadline {}
      }
      #expect(server.connectionCount == 0)
      #expect(server.countedClients == 0)
    }
  }

  private static func end(_ way: Int, _ socket: WireSocket, _ isEncrypted: Bool) throws {
    if way == 0 { return }
    if way == 1 { return socket.resetWhenClosed() }
    // No TLS, and no HTTP either.
    if way == 2 { return try socket.sendPlainly(Array("nonsense\r\n\r\n".utf8)) }
    if isEncrypted { try socket.startTLS() }
    let client = HTTPTestClient(socket)
    let fields = [("X-Forwarded-For", "192.0.2.\(way)")]
    switch way {
    case 3: _ = try client.request("GET", "/", fields: fields)
    case 4: _ = try client.request("GET", "/", fields: [("Connection", "close")])
    case 5: try client.send(raw: "GET / HT")
    case 6: #expect(try client.request("GET", "/echo", fields: fields).status == 426)
    default:
      let webSocket = try WebSocketTestClient.connect(client, "/echo", fields: fields)
      if way == 7 { socket.resetWhenClosed() }
      if way == 8 { try webSocket.sendClose() }
      if way == 9 { try webSocket.send(raw: [0x83, 0x80, 0, 0, 0, 0]) }
    }
  }

  // MARK: - Counts

  @Test func forgetsAClientWithItsLastConnection() throws {
    let counts = ConnectionCounts(maxTotal: 10, maxPerClient: 2)
    let client = ClientNetwork(clientAddress: "192.0.2.1")
    var slots = [try counts.open(client), try counts.assign(to: client)]
    #expect(throws: ConnectionRefusal.address(limit: 2)) { try counts.open(client) }
    #expect(counts.total == 1 && counts.clients == 1)
    slots[0].release()
    slots[0].release()
    #expect(counts.total == 0 && counts.clients == 1)
    // A slot that is forgotten gives its place back.
    slots.removeAll()
    #expect(counts.total == 0 && counts.clients == 0)
  }

  @Test func boundsAllConnectionsTogether() throws {
    let counts = ConnectionCounts(maxTotal: 2, maxPerClient: 0)
    let slots = [try counts.open(nil), try counts.open(ClientNetwork(clientAddress: "192.0.2.1"))]
    #expect(throws: ConnectionRefusal.total(limit: 2)) { try counts.open(nil) }
    slots[1].release()
    #expect(throws: Never.self) { try counts.open(nil) }
    slots[0].release()
  }
}
