import API
import HTTPServer
import Runtime
import TestSupport
import Testing
import WebSocketCodec

/// Flooding and slow peers over real sockets: each affects its own connection only.
@Suite struct WebSocketFloodTests {
  private static let echo = [SocketRoute("/echo", EchoEndpoint())]

  /// Checks that clients on both loops are answered.
  private static func othersAreServed(_ port: UInt16) throws {
    for _ in 0..<4 {
      let client = try WebSocketTestClient.connect(port: port, "/echo")
      try client.send(text: "hello")
      #expect(try client.receiveText() == "hello")
    }
  }

  @Test func aHundredThousandPingsAreAnsweredByTheLatest() async throws {
    try await withServer(sockets: Self.echo) { port in
      let client = try WebSocketTestClient.connect(port: port, "/echo", limit: .seconds(60))
      for hundred in 0..<1000 {
        var bytes: [UInt8] = []
        for number in 0..<100 { bytes += FrameEncoder.ping(Array("\(hundred * 100 + number)".utf8), mask: 7) }
        try client.send(raw: bytes)
        if hundred == 500 { try Self.othersAreServed(port) }
      }
      var last = -1
      while last < 99_999 {
        guard case .pong(let payload) = try client.receive(), let number = Int(String(decoding: payload, as: UTF8.self))
        else {
          Issue.record("no pong")
          return
        }
        #expect(number > last)
        last = number
      }
      try client.send(text: "still here")
      #expect(try client.receiveText() == "still here")
    }
  }

  @Test func aMillionEmptyFragmentsMakeOneMessage() async throws {
    try await withServer(sockets: Self.echo) { port in
      let client = try WebSocketTestClient.connect(port: port, "/echo", limit: .seconds(60))
      try client.send(raw: FrameEncoder.fragment(text: Array("a".utf8), isFirst: true, isFinal: false, mask: 1))
      let empty = FrameEncoder.fragment(text: [], isFirst: false, isFinal: false, mask: 2)
      let many = Array(repeatElement(empty, count: 10_000).joined())
      for round in 0..<100 {
        try client.send(raw: many)
        if round == 50 { try Self.othersAreServed(port) }
      }
      try client.send(raw: FrameEncoder.fragment(text: Array("b".utf8), isFirst: false, isFinal: true, mask: 3))
      #expect(try client.receiveText() == "ab")
    }
  }

  @Test func aSlowReaderAloneIsCut() async throws {
    let most = Locked(0)
    let flood = ScriptedEndpoint { session in
      let piece = [UInt8](repeating: 1, count: 10_000)
      for _ in 0..<10_000 {
        guard await session.next() != nil else { return }
        for _ in 0..<10 { await session.sendBinary(piece) }
        let queued = await session.queuedBytes
        most.withLock { $0 = max($0, queued) }
        session.wake()
      }
    }
    let routes = Self.echo + [SocketRoute("/flood", flood)]
    try await withServer(sockets: routes, webSocket: .with { $0.maxQueuedBytes = 500_000 }) { port in
      let slow = try WebSocketTestClient.connect(port: port, "/flood", receiveBuffer: 4096, limit: .seconds(60))
      try slow.send(text: "begin")
      try Self.othersAreServed(port)
      // What is in the kernel still comes, then the end, long before a GB.
      #expect(throws: WireError.self) { for _ in 0..<100_000 { _ = try slow.receive() } }
      #expect(most.withLock { $0 } <= 500_000)
      try Self.othersAreServed(port)
    }
  }

  @Test func appliesBackpressureForASlowEndpoint() async throws {
    let gate = Gate()
    let most = Locked(0)
    let slow = ScriptedEndpoint { session in
      await gate.passed()
      while case .message(let bytes, _) = await session.next() { most.withLock { $0 += bytes.count } }
    }
    let routes = Self.echo + [SocketRoute("/slow", slow)]
    let limits = WebSocketConfiguration.with {
      $0.maxPendingBytes = 10_000
      $0.pingInterval = .milliseconds(50)
    }
    try await withServer(sockets: routes, webSocket: limits) { port in
      let client = try WebSocketTestClient.connect(port: port, "/slow", limit: .seconds(60))
      for _ in 0..<200 { try client.send(binary: [UInt8](repeating: 2, count: 1000)) }
      // Its timers run while it waits for the endpoint, and its own waiting is no silence of the peer.
      for _ in 0..<6 { #expect(try client.receive() == .ping([])) }
      #expect(most.withLock { $0 } == 0)
      gate.open()
      try client.sendClose()
      #expect(try client.receiveClose().code == 1000)
      #expect(most.withLock { $0 } == 200_000)
    }
  }

  @Test func wakingATenThousandTimesCostsNoTenThousandEvents() async throws {
    let sessions = Locked<[WebSocketSession]>([])
    let gate = Gate()
    let counter = ScriptedEndpoint { session in
      sessions.withLock { $0.append(session) }
      await session.send(Array("ready".utf8))
      var count = 0
      while let event = await session.next() {
        if event == .woken {
          count += 1
          if count == 1 { await gate.passed() }
        } else {
          await session.send(Array("\(count)".utf8))
        }
      }
    }
    try await withServer(sockets: [SocketRoute("/count", counter)]) { port in
      let client = try WebSocketTestClient.connect(port: port, "/count")
      #expect(try client.receiveText() == "ready")
      let session = try #require(sessions.withLock { $0.first })
      for _ in 0..<10_000 { session.wake() }
      gate.open()
      // Messages come before a wake-up: the second answer is given when none is left.
      try client.send(text: "?")
      _ = try client.receiveText()
      try client.send(text: "?")
      let count = try #require(Int(try client.receiveText()))
      #expect((1...2).contains(count))
    }
  }
}
