import API
import TestSupport
import Testing
import WebSocketCodec

/// WebSocket over TLS on real sockets.
@Suite struct TLSWebSocketTests {
  private static let sockets = [SocketRoute("/socket", EchoEndpoint())]

  private static func withEcho(_ body: @escaping @Sendable (UInt16) throws -> Void) async throws {
    try await withServer(sockets: sockets, http: try TLSFixture.configuration(), body)
  }

  @Test func echoesAndCloses() async throws {
    try await Self.withEcho { port in
      let socket = try WebSocketTestClient.connect(TLSFixture.client(port), "/socket")
      for text in ["a", String(repeating: "ü", count: 30_000), ""] {
        try socket.send(text: text)
        #expect(try socket.receive() == .text(Array(text.utf8)))
      }
      try socket.sendPing([1])
      #expect(try socket.receive() == .pong([1]))
      try socket.sendClose(4001, reason: "enough")
      #expect(try socket.receiveClose().code == 4001)
      try socket.receiveEnd()
      #expect(socket.socket.receivedCloseNotify)
    }
  }

  @Test func takesFramesThatCameWithTheHandshakeOfBoth() async throws {
    try await Self.withEcho { port in
      let client = try TLSFixture.client(port)
      try client.send(
        "GET", "/socket",
        fields: [
          ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
          ("Sec-WebSocket-Key", WebSocketTestClient.sampleKey),
        ])
      try client.send(raw: [0x81, 0x81, 0, 0, 0, 0, 0x61])
      #expect(try client.readResponse().status == 101)
      var frame: [UInt8] = client.takeRemainder()
      while frame.count < 3 { frame += try client.socket.receive(until: .now + .seconds(5)) }
      #expect(frame == [0x81, 1, 0x61])
    }
  }

  @Test func sendsACloseFrameAtShutdown() async throws {
    let server = try await TestServer(sockets: Self.sockets, http: try TLSFixture.configuration())
    let port = server.port
    let (opened, announce) = AsyncStream.makeStream(of: Void.self)
    async let heard = runBlocking { () -> UInt16? in
      defer { announce.finish() }
      let socket = try WebSocketTestClient.connect(TLSFixture.client(port), "/socket")
      try socket.send(text: "x")
      #expect(try socket.receive() == .text([0x78]))
      announce.finish()
      let code = try socket.receiveClose().code
      try socket.sendClose(1001)
      try socket.receiveEnd()
      #expect(socket.socket.receivedCloseNotify)
      return code
    }
    try await withFixture(server) { _ in for await _ in opened {} }
    #expect(try await heard == 1001)
  }
}
