import API
import HTTPServer
import Runtime
import TestSupport
import Testing
import WebSocketCodec

/// Endpoints that are silent without a task.
@Suite struct WebSocketConversationTests {
  private struct Talk: ConversationalEndpoint {
    let sessions = Locked<[WebSocketSession]>([])
    let over = Gate()

    func refusal(of request: Request) async throws -> Response? { nil }

    func open(_ session: WebSocketSession, _ request: consuming Request) async -> (any WebSocketConversation)? {
      if request.queryValue("refuse") != nil {
        await session.close(4403, "no")
        return nil
      }
      sessions.withLock { $0.append(session) }
      await session.send(Array("hello".utf8))
      return Conversation(session, over)
    }
  }

  /// Counts the messages and answers with the count.
  private final class Conversation: WebSocketConversation {
    private let session: WebSocketSession
    private let over: Gate
    private var heard = 0

    init(_ session: WebSocketSession, _ over: Gate) {
      self.session = session
      self.over = over
    }

    /// "quick" is answered without a task.
    func handleSync(_ event: SessionEvent) -> Bool {
      guard event == .message(Array("quick".utf8), isBinary: false) else { return false }
      return session.sendSync(Array("at once".utf8), isBinary: false)
    }

    func handle(_ event: SessionEvent) async {
      heard += 1
      switch event {
      case .message(let bytes, _):
        // What comes meanwhile waits its turn.
        await Task.yield()
        await session.send(bytes + Array(" \(heard)".utf8))
      case .woken: await session.send(Array("woken \(heard)".utf8))
      case .notification: await session.close(4000, "told \(heard)")
      case .idle, .deadline: break
      }
    }

    func closed() async { over.open() }
  }

  @Test func receivesEventsInOrderAcrossPauses() async throws {
    let talk = Talk()
    let limits = WebSocketConfiguration.with { $0.pingInterval = .milliseconds(300) }
    try await withServer(sockets: [SocketRoute("/talk", talk)], webSocket: limits) { port in
      let client = try WebSocketTestClient.connect(port: port, "/talk")
      #expect(try client.receiveText() == "hello")
      for number in 1...30 {
        // Here its task ends: nothing was said for a ping interval or two.
        if number == 15 {
          for _ in 0..<3 {
            #expect(try client.receive() == .ping([]))
            try client.sendPong([])
          }
        }
        try client.send(text: "m")
        #expect(try client.receiveText() == "m \(number)")
      }
      let session = try #require(talk.sessions.withLock { $0.first })
      session.wake()
      #expect(try client.receiveText() == "woken 31")
      session.notify(.replaced)
      #expect(try client.receiveClose() == (4000, "told 32"))
      try client.sendClose(4000)
      try client.receiveEnd()
    }
    await talk.over.passed()
  }

  @Test func preservesOrderBetweenSyncAndAsyncMessages() async throws {
    let talk = Talk()
    try await withServer(sockets: [SocketRoute("/talk", talk)]) { port in
      let client = try WebSocketTestClient.connect(port: port, "/talk")
      #expect(try client.receiveText() == "hello")
      var bytes: [UInt8] = []
      var expected: [String] = []
      for number in 0..<300 {
        let isQuick = number % 7 < 3
        bytes += FrameEncoder.text(Array((isQuick ? "quick" : "m").utf8), mask: 3)
        expected.append(isQuick ? "quick" : "m")
      }
      for chunk in stride(from: 0, to: bytes.count, by: 500) {
        try client.send(raw: Array(bytes[chunk..<min(chunk + 500, bytes.count)]))
      }
      for word in expected {
        let answer = try client.receiveText()
        // A message that waited behind another was handled in the task, too.
        #expect(answer == "at once" && word == "quick" || answer.hasPrefix(word + " "))
      }
    }
    await talk.over.passed()
  }

  @Test func answersMessagesReceivedBeforeTheClose() async throws {
    let talk = Talk()
    try await withServer(sockets: [SocketRoute("/talk", talk)]) { port in
      let client = try WebSocketTestClient.connect(port: port, "/talk")
      var bytes: [UInt8] = []
      for _ in 0..<100 { bytes += FrameEncoder.text(Array("m".utf8), mask: 3) }
      try client.send(raw: bytes + FrameEncoder.close(code: 1000, reason: "", mask: 3))
      #expect(try client.receiveText() == "hello")
      for number in 1...100 { #expect(try client.receiveText() == "m \(number)") }
      #expect(try client.receiveClose().code == 1000)
      try client.receiveEnd()
    }
    await talk.over.passed()
  }

  @Test func endsWithTheConnection() async throws {
    let talk = Talk()
    try await withServer(sockets: [SocketRoute("/talk", talk)]) { port in
      let client = try WebSocketTestClient.connect(port: port, "/talk")
      #expect(try client.receiveText() == "hello")
      client.socket.resetWhenClosed()
    }
    await talk.over.passed()
  }

  @Test func endsAtADrain() async throws {
    let talk = Talk()
    let closed = Locked<UInt16?>(nil)
    let server = try await TestServer(sockets: [SocketRoute("/talk", talk)])
    async let client: Void = runBlocking {
      let client = try server.client.open("/talk")
      #expect(try client.receiveText() == "hello")
      talk.over.open()
      let code = try client.receiveClose().code
      closed.withLock { $0 = code }
      try client.sendClose(code)
    }
    try await withFixture(server) { _ in await talk.over.passed() }
    try await client
    #expect(closed.withLock { $0 } == 1001)
  }

  @Test func mayRefuseToTalk() async throws {
    try await withServer(sockets: [SocketRoute("/talk", Talk())]) { port in
      let client = try WebSocketTestClient.connect(port: port, "/talk?refuse=1")
      #expect(try client.receiveClose() == (4403, "no"))
      try client.sendClose(4403)
      try client.receiveEnd()
    }
  }
}
