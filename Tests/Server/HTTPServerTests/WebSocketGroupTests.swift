import API
import HTTPServer
import Runtime
import TestSupport
import Testing
import WebSocketCodec

@Suite struct WebSocketGroupTests {
  private struct Member: WebSocketEndpoint {
    let group: WebSocketGroup

    func refusal(of request: Request) async throws -> Response? { nil }

    func serve(_ session: WebSocketSession, _ request: consuming Request) async {
      group.join(session)
      await session.send(Array("in".utf8))
      while case .message(let bytes, let isBinary) = await session.next() {
        group.send(isBinary ? .binary(bytes) : .text(bytes))
      }
      group.leave(session)
    }
  }

  private static func join(_ port: UInt16, receiveBuffer: Int? = nil) throws -> WebSocketTestClient {
    let client = try WebSocketTestClient.connect(
      port: port, "/group", receiveBuffer: receiveBuffer, limit: .seconds(60))
    #expect(try client.receiveText() == "in")
    return client
  }

  @Test func deliversToAllMembersOnAllLoopsInOrder() async throws {
    try await withServer(sockets: [SocketRoute("/group", Member(group: WebSocketGroup()))]) { port in
      var clients: [WebSocketTestClient] = []
      for _ in 0..<20 { clients.append(try Self.join(port)) }
      for number in 0..<50 { try clients[0].send(text: "\(number)") }
      try clients[0].send(binary: [1, 2, 3])
      for client in clients {
        for number in 0..<50 { #expect(try client.receive() == .text(Array("\(number)".utf8))) }
        #expect(try client.receive() == .binary([1, 2, 3]))
      }
      try clients[1].sendClose()
      _ = try clients[1].receiveClose()
      try clients[2].send(text: "without you")
      #expect(try clients[19].receiveText() == "without you")
    }
  }

  @Test func cutsOnlyTheMemberThatDoesNotRead() async throws {
    let limits = WebSocketConfiguration.with { $0.maxQueuedBytes = 300_000 }
    try await withServer(
      sockets: [SocketRoute("/group", Member(group: WebSocketGroup()))], webSocket: limits
    ) { port in
      let slow = try Self.join(port, receiveBuffer: 4096)
      let reader = try Self.join(port)
      let message = [UInt8](repeating: 9, count: 50_000)
      for _ in 0..<400 {
        try reader.send(binary: message)
        #expect(try reader.receive() == .binary(message))
      }
      #expect(throws: WireError.self) { for _ in 0..<400 { _ = try slow.receive() } }
    }
  }

  @Test func rejectsMessagesOverTheQueueLimitOfALoop() async throws {
    let group = WebSocketGroup(maxQueuedBytes: 1000)
    let gate = Gate()
    let results = Locked<[Bool]>([])
    let endpoint = ScriptedEndpoint { session in
      group.join(session)
      // Nothing is delivered before this loop's next turn.
      results.withLock { list in
        for _ in 0..<3 { list.append(group.send(.binary([UInt8](repeating: 1, count: 400)))) }
      }
      await session.send(Array("in".utf8))
      while await session.next() != nil {}
      group.leave(session)
      gate.open()
    }
    try await withServer(sockets: [SocketRoute("/group", endpoint)]) { port in
      let client = try Self.join(port)
      for _ in 0..<2 { #expect(try client.receive() == .binary([UInt8](repeating: 1, count: 400))) }
      #expect(try client.messagesBeforePong().isEmpty)
    }
    await gate.passed()
    #expect(results.withLock { $0 } == [true, true, false])
  }
}
