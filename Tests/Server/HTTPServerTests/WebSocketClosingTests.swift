import API
import HTTPServer
import Runtime
import TestSupport
import Testing
import WebSocketCodec

/// The closing of connections over real sockets (RFC 6455 §7).
@Suite struct WebSocketClosingTests {
  private static let echo = [SocketRoute("/echo", EchoEndpoint())]

  @Test func repliesToACloseAfterAnsweringEarlierMessages() async throws {
    try await withServer(sockets: Self.echo) { port in
      let client = try WebSocketTestClient.connect(port: port, "/echo")
      var bytes: [UInt8] = []
      for text in ["a", "b", "c"] { bytes += FrameEncoder.text(Array(text.utf8), mask: 1) }
      bytes += FrameEncoder.close(code: 3001, reason: "done", mask: 1)
      // Behind a close nothing counts.
      bytes += FrameEncoder.text(Array("late".utf8), mask: 1)
      try client.send(raw: bytes)
      for text in ["a", "b", "c"] { #expect(try client.receive() == .text(Array(text.utf8))) }
      #expect(try client.receive() == .close(code: 3001, reason: ""))
      try client.receiveEnd()
    }
  }

  /// Closing with unread input would make the kernel reset the connection, and the client could not read why.
  @Test func unreadInputDoesNotResetTheConnection() async throws {
    try await withServer(
      sockets: Self.echo, webSocket: .with { $0.maxMessageBytes = 1000 }
    ) { port in
      let client = try WebSocketTestClient.connect(port: port, "/echo")
      try client.send(raw: FrameEncoder.binary([UInt8](repeating: 0, count: 150_000), mask: 1))
      #expect(try client.receiveClose().code == 1009)
      // A reset connection takes nothing more.
      for _ in 0..<3 { try client.send(raw: [UInt8](repeating: 0, count: 10_000)) }
      try client.receiveEnd()
    }
  }

  /// Many clients send a whole message before they read. If the connection is reset, they see 1006 and send it again.
  @Test(arguments: [false, true])
  func aClientThatSendsBeforeItReadsReceivesTheCloseCode(isEncrypted: Bool) async throws {
    let http = isEncrypted ? try TLSFixture.configuration() : HTTPConfiguration()
    try await withServer(sockets: Self.echo, http: http) { port in
      let client =
        isEncrypted
        ? try WebSocketTestClient.connect(TLSFixture.client(port), "/echo")
        : try WebSocketTestClient.connect(port: port, "/echo")
      try client.send(raw: FrameEncoder.binary([UInt8](repeating: 7, count: 3 << 20), mask: 1))
      #expect(try client.receiveClose().code == 1009)
      try client.sendClose(1009)
      try client.receiveEnd()
    }
  }

  @Test func theRestOfAnInvalidMessageDoesNotResetTheConnection() async throws {
    try await withServer(sockets: Self.echo, webSocket: .with { $0.maxMessageBytes = 4 << 20 }) { port in
      let client = try WebSocketTestClient.connect(port: port, "/echo")
      try client.send(raw: FrameEncoder.text([UInt8](repeating: 0xFF, count: 3 << 20), mask: 1))
      #expect(try client.receiveClose().code == 1007)
      try client.sendClose(1007)
      try client.receiveEnd()
    }
  }

  @Test func aClientThatSendsWithoutEndIsCut() async throws {
    try await withServer(
      sockets: Self.echo, webSocket: .with { $0.closeTimeout = .milliseconds(500) }
    ) { port in
      let client = try WebSocketTestClient.connect(port: port, "/echo")
      // A frame of 1 TiB.
      try client.send(raw: [0x82, 0xFF, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
      var failure: WireError?
      for _ in 0..<1000 where failure == nil {
        do throws(WireError) { try client.send(raw: [UInt8](repeating: 0, count: 1 << 20)) } catch { failure = error }
      }
      guard case .ended = failure else {
        Issue.record("not cut: \(String(describing: failure))")
        return
      }
    }
  }

  @Test func disconnectsPeersThatKeepSendingAfterAProtocolError() async throws {
    try await withServer(sockets: Self.echo) { port in
      let client = try WebSocketTestClient.connect(port: port, "/echo")
      try client.send(raw: [0x83, 0x80, 0, 0, 0, 0])
      var failure: WireError?
      for _ in 0..<100_000 where failure == nil {
        do throws(WireError) { try client.send(raw: [UInt8](repeating: 0, count: 4096)) } catch { failure = error }
      }
      guard case .ended = failure else {
        Issue.record("not cut: \(String(describing: failure))")
        return
      }
    }
  }

  @Test func waitsForTheAnswerToItsCloseNoLongerThanItsTimeout() async throws {
    let routes = [SocketRoute("/leave", ScriptedEndpoint { await $0.close(4000, "enough") })]
    try await withServer(sockets: routes, webSocket: .with { $0.closeTimeout = .milliseconds(100) }) { port in
      let client = try WebSocketTestClient.connect(port: port, "/leave")
      #expect(try client.receiveClose() == (4000, "enough"))
      try client.receiveEnd()
    }
  }

  @Test func ignoresFramesReceivedAfterItsClose() async throws {
    let routes = [SocketRoute("/leave", ScriptedEndpoint { await $0.close(4000, "") })]
    try await withServer(sockets: routes) { port in
      let client = try WebSocketTestClient.connect(port: port, "/leave")
      #expect(try client.receiveClose().code == 4000)
      for _ in 0..<200 { try client.send(text: "still here") }
      try client.sendPing([1])
      try client.sendClose(4000)
      // Neither a pong nor anything else.
      #expect(throws: WireError.self) { try client.receive() }
    }
  }

  @Test func anEndpointThatTakesTooLongDoesNotHoldTheClose() async throws {
    let gate = Gate()
    let routes = [
      SocketRoute(
        "/slow",
        ScriptedEndpoint { session in
          await gate.passed()
          await session.send(Array("too late".utf8))
        })
    ]
    try await withServer(sockets: routes, webSocket: .with { $0.closeTimeout = .milliseconds(100) }) { port in
      defer { gate.open() }
      let client = try WebSocketTestClient.connect(port: port, "/slow")
      try client.send(text: "x")
      try client.sendClose(1000)
      #expect(try client.receive() == .close(code: 1000, reason: ""))
      try client.receiveEnd()
    }
  }

  @Test func aPeerThatOnlyEndsItsSideIsStillAnswered() async throws {
    try await withServer(sockets: Self.echo) { port in
      let client = try WebSocketTestClient.connect(port: port, "/echo")
      try client.send(text: "last words")
      client.socket.finishSending()
      #expect(try client.receiveText() == "last words")
      try client.receiveEnd()
    }
  }

  @Test func theEndpointIsNotifiedOfEveryKindOfClose() async throws {
    let ended = Locked(0)
    let gate = Gate()
    let routes = [
      SocketRoute(
        "/watch",
        ScriptedEndpoint { session in
          while await session.next() != nil {}
          if ended.withLock({
            $0 += 1
            return $0
          }) == 3 {
            gate.open()
          }
        })
    ]
    try await withFixture(try await TestServer(sockets: routes)) { server in
      let port = server.port
      try await runBlocking {
        let reset = try WebSocketTestClient.connect(port: port, "/watch")
        reset.socket.resetWhenClosed()
        _ = try WebSocketTestClient.connect(port: port, "/watch")
        let polite = try WebSocketTestClient.connect(port: port, "/watch")
        try polite.sendClose()
        _ = try polite.receiveClose()
      }
      await gate.passed()
      #expect(ended.withLock { $0 } == 3)
    }
  }
}
