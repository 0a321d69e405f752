import API
import HTTPServer
import Runtime
import TestSupport
import Testing
import WebSocketCodec

/// Sessions over real sockets.
@Suite struct WebSocketSessionTests {
  private static let echo = [SocketRoute("/echo", EchoEndpoint())]

  @Test func echoesTheSameMessagesForAnyFragmentation() async throws {
    try await withServer(sockets: Self.echo) { port in
      for seed in 0..<20 as Range<UInt64> {
        var generator = SeededGenerator(seed: seed)
        var bytes: [UInt8] = []
        var expected: [WebSocketMessageEvent] = []
        for _ in 0..<30 {
          let size = [0, 1, 125, 126, 300, 20_000].randomElement(using: &generator) ?? 0
          let payload = (0..<size).map { _ in UInt8.random(in: 0x20...0x7E, using: &generator) }
          let mask = UInt32.random(in: 0...UInt32.max, using: &generator)
          switch Int.random(in: 0..<4, using: &generator) {
          case 0:
            bytes += FrameEncoder.text(payload, mask: mask)
            expected.append(.text(payload))
          case 1:
            bytes += FrameEncoder.binary(payload, mask: mask)
            expected.append(.binary(payload))
          case 2:
            let cut = Int.random(in: 0...payload.count, using: &generator)
            bytes += FrameEncoder.fragment(text: Array(payload[..<cut]), isFirst: true, isFinal: false, mask: mask)
            bytes += FrameEncoder.fragment(text: Array(payload[cut...]), isFirst: false, isFinal: true, mask: mask)
            expected.append(.text(payload))
          default: bytes += FrameEncoder.pong(payload, mask: mask)
          }
        }
        let client = try WebSocketTestClient.connect(port: port, "/echo")
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = min(rest.count, Int.random(in: 1...5000, using: &generator))
          try client.send(raw: Array(rest.prefix(count)))
          rest = rest.dropFirst(count)
        }
        for event in expected { #expect(try client.receive() == event, "seed \(seed)") }
        #expect(try client.messagesBeforePong().isEmpty)
      }
    }
  }

  @Test func rejectsMessagesOverTheLimitInAnyForm() async throws {
    let fragments = (0..<11).flatMap { index in
      FrameEncoder.fragment(
        binary: [UInt8](repeating: 0, count: 100), isFirst: index == 0, isFinal: index == 10, mask: 5)
    }
    let rows = [
      FrameEncoder.binary([UInt8](repeating: 0, count: 1001), mask: 5),
      [0x82, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], fragments,
    ]
    try await withServer(sockets: Self.echo, webSocket: .with { $0.maxMessageBytes = 1000 }) { port in
      for bytes in rows {
        let client = try WebSocketTestClient.connect(port: port, "/echo")
        try client.send(raw: bytes)
        #expect(try client.receiveClose().code == 1009)
        try client.receiveEnd()
      }
      let client = try WebSocketTestClient.connect(port: port, "/echo")
      try client.send(binary: [UInt8](repeating: 0, count: 1000))
      #expect(try client.receive() == .binary([UInt8](repeating: 0, count: 1000)))
    }
  }

  @Test func keepsConnectionsThatAnswerPings() async throws {
    try await withServer(sockets: Self.echo, webSocket: .with { $0.pingInterval = .milliseconds(300) }) { port in
      let client = try WebSocketTestClient.connect(port: port, "/echo")
      for _ in 0..<5 {
        #expect(try client.receive() == .ping([]))
        try client.sendPong([])
      }
      try client.send(text: "alive")
      #expect(try client.receiveText() == "alive")
    }
  }

  @Test func closesWhomThreePingsDoNotWake() async throws {
    try await withServer(sockets: Self.echo, webSocket: .with { $0.pingInterval = .milliseconds(40) }) { port in
      let client = try WebSocketTestClient.connect(port: port, "/echo")
      for _ in 0..<3 { #expect(try client.receive() == .ping([])) }
      #expect(throws: WireError.self) { while true { _ = try client.receive() } }
    }
  }

  @Test func reportsIdlenessAndDeadlines() async throws {
    let endpoint = ScriptedEndpoint { session in
      await session.setDeadline(after: .milliseconds(20))
      while let event = await session.next() {
        switch event {
        case .deadline:
          await session.send(Array("deadline".utf8))
          await session.setIdleTimeout(.milliseconds(20), countingPongs: false)
        case .idle: await session.close(4408, "idle")
        default: await session.send(Array("?".utf8))
        }
      }
    }
    try await withServer(sockets: [SocketRoute("/idle", endpoint)]) { port in
      let client = try WebSocketTestClient.connect(port: port, "/idle")
      #expect(try client.receiveText() == "deadline")
      #expect(try client.receiveClose() == (4408, "idle"))
    }
  }

  @Test func deliversNotificationsFromOutside() async throws {
    let sessions = Locked<[WebSocketSession]>([])
    let endpoint = ScriptedEndpoint { session in
      sessions.withLock { $0.append(session) }
      await session.send(Array("ready".utf8))
      while let event = await session.next() {
        if event == .notification(.replaced) { await session.close(4000, "replaced") }
      }
    }
    try await withServer(sockets: [SocketRoute("/told", endpoint)]) { port in
      let client = try WebSocketTestClient.connect(port: port, "/told")
      #expect(try client.receiveText() == "ready")
      try #require(sessions.withLock { $0.first }).notify(.replaced)
      #expect(try client.receiveClose() == (4000, "replaced"))
    }
  }

  @Test func compressesIfBothPeersNegotiateIt() async throws {
    try await withServer(sockets: Self.echo, webSocket: .with { $0.permessageDeflate = true }) { port in
      let offer = ("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits")
      let client = try WebSocketTestClient.connect(port: port, "/echo", fields: [offer])
      #expect(client.handshake["Sec-WebSocket-Extensions"] == "permessage-deflate; client_max_window_bits=12")
      // "Hello" of RFC 7692 §7.2.3.1, and again by reference to the first (§7.2.3.2).
      try client.send(raw: [0xC1, 0x87, 0, 0, 0, 0, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
      #expect(try client.receiveText() == "Hello")
      try client.send(raw: [0xC1, 0x85, 0, 0, 0, 0, 0xF2, 0x00, 0x11, 0x00, 0x00])
      #expect(try client.receiveText() == "Hello")
      let plain = try WebSocketTestClient.connect(port: port, "/echo")
      #expect(plain.handshake["Sec-WebSocket-Extensions"] == nil)
      let broken = [("Sec-WebSocket-Extensions", "permessage-deflate; =")]
      guard case .refused(let answer) = try WebSocketTestClient.open(port: port, "/echo", fields: broken) else {
        Issue.record("taken")
        return
      }
      #expect(answer.status == 400)
    }
  }
}
