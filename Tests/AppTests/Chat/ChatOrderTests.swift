import Glibc
import JSONCodec
import Runtime
import TestSupport
import Testing

/// One order for all members of a room, whatever happens: the real program, real sockets.
@Suite(.timeLimit(.minutes(3))) struct ChatOrderTests {
  private static let unlimited = [
    "HEARTH_CHAT_MESSAGES_PER_MINUTE": "0", "HEARTH_LIMITS_WRITES_PER_MINUTE": "0",
    "HEARTH_CHAT_CONNECTIONS_PER_MINUTE": "1000",
  ]

  /// A message as a member receives it.
  private struct ReceivedMessage: Equatable, Sendable {
    var id: Int64
    var content: String
    var sender: String

    init?(_ frame: JSONValue) {
      guard frame["type"] == "message", let id = frame["message_id"]?.integerValue,
        let content = frame["content"]?.stringValue, let sender = frame["sender"]?.stringValue
      else { return nil }
      (self.id, self.content, self.sender) = (id, content, sender)
    }
  }

  private static func receive(_ socket: WebSocketTestClient, _ count: Int) throws -> [ReceivedMessage] {
    var received: [ReceivedMessage] = []
    while received.count < count {
      if let message = ReceivedMessage(try socket.receiveJSON()) { received.append(message) }
    }
    return received
  }

  /// Runs each on a thread of its own, and waits for all. - Throws: the first failure.
  private static func together(_ bodies: [@Sendable () throws -> Void]) throws {
    let failures = Locked<[any Error]>([])
    let threads = try bodies.map { body in
      try Thread(name: "member") {
        do { try body() } catch { failures.withLock { $0.append(error) } }
      }
    }
    for thread in threads { thread.join() }
    if let failure = failures.withLock({ $0.first }) { throw failure }
  }

  @Test func deliversConcurrentMessagesToAllInTheSameOrder() async throws {
    try await runBlocking {
      let names = (0..<6).map { "user\($0)" }
      let chat = try ChatUsers(names, Self.unlimited)
      let each = 60
      let total = names.count * each
      let streams = Locked<[[ReceivedMessage]]>([])
      let sockets = try (0..<12).map { LockedSocket(try chat.connect($0 % names.count)) }
      // Each user sends on one socket and receives on two.
      try Self.together(
        sockets.enumerated().map { index, socket in
          {
            if index < names.count {
              for number in 0..<each {
                try socket.client.send(json: ["type": "message", "content": .string("\(number)")])
              }
            }
            let received = try Self.receive(socket.client, total)
            streams.withLock { $0.append(received) }
          }
        })
      let all = streams.withLock { $0 }
      #expect(all.count == 12 && all.allSatisfy { $0 == all[0] })
      #expect(all[0].map(\.id) == Array(1...Int64(total)))
      // The messages of one sender keep their order.
      for name in names { #expect(all[0].filter { $0.sender == name }.map(\.content) == (0..<each).map { "\($0)" }) }
    }
  }

  /// Members connect and disconnect while others send, and resume by position: each receives every message once.
  @Test func reconnectingClientsReceiveEachMessageOnceUnderLoad() async throws {
    try await runBlocking {
      let names = (0..<4).map { "user\($0)" }
      let users = try ChatUsers(names, Self.unlimited)
      let chat = users.access
      let each = 150
      let total = Int64(3 * each)
      let sender: @Sendable (Int) throws -> Void = { user in
        let socket = try chat.connect(user)
        for number in 0..<each {
          try socket.send(json: ["type": "message", "content": .string("\(user) \(number)")])
          // A message that is sent right before the end of a connection may be lost.
          while try Self.receive(socket, 1)[0].content != "\(user) \(number)" {}
        }
      }
      let streams = Locked<[[Int64]]>([])
      let visitor: @Sendable (Int) throws -> Void = { stay in
        var received: [Int64] = []
        while received.last ?? 0 < total {
          let socket = try chat.connect(3, since: received.last ?? 0)
          for _ in 0..<min(stay, Int(total - (received.last ?? 0))) {
            received += try Self.receive(socket, 1).map(\.id)
          }
          try socket.sendClose()
        }
        streams.withLock { $0.append(received) }
      }
      let senders = (0..<3).map { user in { @Sendable () throws in try sender(user) } }
      let visitors = [7, 23, 61].map { stay in { @Sendable () throws in try visitor(stay) } }
      try Self.together(senders + visitors)
      for received in streams.withLock({ $0 }) { #expect(received == Array(1...total)) }
      users.server.send(signal: SIGTERM)
    }
  }

  /// Sends messages, each after the acknowledgement of the one before it, until the server is gone.
  private static func send(
    _ access: ChatAccess, _ user: Int, _ count: Int, _ acknowledged: Locked<[String: Int64]>
  ) throws {
    let socket = try access.connect(user)
    for number in 0..<count {
      let id = "\(user)-\(number)"
      let reply: JSONValue
      do {
        try socket.send(json: ["type": "message", "content": .string(id), "client_message_id": .string(id)])
        reply = try socket.receiveJSON { $0["client_message_id"] == .string(id) }
      } catch {
        return
      }
      let place = try #require(reply["message_id"]?.integerValue, "\(reply.text)")
      let earlier = acknowledged.withLock { all in
        defer { all[id] = place }
        return all[id]
      }
      #expect(earlier == nil || earlier == place, "\(id)")
    }
  }

  /// The process is killed while many send. Every received message is there after the restart, in the same places, and
  /// what was sent again under its id is there once.
  @Test func nothingIsLostOrRepeatedAcrossSIGKILLAndRestart() async throws {
    try await runBlocking {
      let names = ["anna", "bert", "cleo"]
      var chat = try ChatUsers(names, Self.unlimited)
      let kept = chat.server.folder
      let acknowledged = Locked<[String: Int64]>([:])
      var history: [ReceivedMessage] = []
      let perRound = 120
      for round in 0..<3 {
        if round > 0 { chat = try ChatUsers(names, Self.unlimited, folder: kept) }
        let (access, process) = (chat.access, chat.server.processID)
        let reader = LockedSocket(try access.connect(2, since: history.last?.id ?? 0))
        let received = Locked<[ReceivedMessage]>([])
        // Both send all of their messages of earlier rounds again.
        let senders = (0..<2).map { user in
          { @Sendable () throws in
            try Self.send(access, user, perRound * (round + 1), acknowledged)
          }
        }
        let killer = { @Sendable () throws in
          defer { _ = kill(process, SIGKILL) }
          let enough = perRound / 2 + round * 20
          while received.withLock({ $0.count }) < enough {
            let message = try Self.receive(reader.client, 1)
            received.withLock { $0 += message }
          }
        }
        try Self.together(senders + [killer])
        #expect(try chat.server.waitForExit() == .signal(SIGKILL))
        history += received.withLock { $0 }
      }
      let last = try ChatUsers(names, Self.unlimited, folder: kept)
      let socket = try last.connect(2, since: history.last?.id ?? 0)
      try last.connect(0).send(json: ["type": "message", "content": "the end"])
      while history.last?.content != "the end" { history += try Self.receive(socket, 1) }
      #expect(history.map(\.id) == Array(1...Int64(history.count)))
      #expect(Set(history.map(\.content)).count == history.count)
      let places = Dictionary(history.map { ($0.content, $0.id) }) { first, _ in first }
      for (id, number) in acknowledged.withLock({ $0 }) { #expect(places[id] == number, "\(id)") }
      // A second member reads the same from the start.
      let other = try last.connect(1, since: 0)
      #expect(try Self.receive(other, history.count) == history)
    }
  }
}

/// A client that is used by one thread at a time.
struct LockedSocket: @unchecked Sendable {
  let client: WebSocketTestClient

  init(_ client: WebSocketTestClient) { self.client = client }
}
