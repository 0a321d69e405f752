import API
import HTTPServer
import JSONCodec
import TestSupport
import Testing
import WebSocketCodec

@testable import Development

/// Faults of frames, over real connections.
@Suite struct SocketFaultTests {
  private static let sockets = [SocketRoute("/ws/echo", EchoEndpoint()), SocketRoute("/ws/other", EchoEndpoint())]

  private static func message(_ number: Int, type: String = "note") -> JSONValue {
    ["type": .string(type), "number": .integer(Int64(number))]
  }

  /// Opens a socket whose endpoint runs: it has answered.
  private static func connect(
    _ server: DisturbedServer, _ path: String = "/ws/echo", limit: Duration = .seconds(10)
  ) throws -> WebSocketTestClient {
    let client = try WebSocketTestClient.connect(port: server.port, path, limit: limit)
    try client.send(text: "hello")
    while true {
      if case .text = try client.receive() { return client }
    }
  }

  /// Sends messages and returns the numbers that come back before a pong.
  private static func echoes(_ count: Int, _ client: WebSocketTestClient) throws -> [Int64] {
    for number in 0..<count { try client.send(json: message(number)) }
    return try client.messagesBeforePong().compactMap { event in
      guard case .text(let bytes) = event else { return nil }
      return try JSONValue(parsing: bytes)["number"]?.integerValue
    }
  }

  struct OrderRow: Sendable {
    var fault: JSONValue
    var received: [Int64]
  }

  @Test(arguments: [
    OrderRow(fault: ["kind": "drop", "count": 2], received: [2, 3]),
    OrderRow(fault: ["kind": "drop", "count": 1, "match": ["direction": "in"]], received: [1, 2, 3]),
    OrderRow(fault: ["kind": "duplicate", "count": 1], received: [0, 0, 1, 2, 3]),
    OrderRow(fault: ["kind": "reorder", "window": 2], received: [1, 0, 3, 2]),
    OrderRow(fault: ["kind": "hold", "count": 1], received: [1, 2, 3]),
    OrderRow(fault: ["kind": "drop", "match": ["message_type": "other"]], received: [0, 1, 2, 3]),
    OrderRow(fault: ["kind": "drop", "match": ["path": "/ws/other"]], received: [0, 1, 2, 3]),
  ])
  func changesTheFramesOfTheServer(_ row: OrderRow) async throws {
    try await withDisturbedServer(sockets: Self.sockets) { server in
      let client = try Self.connect(server)
      try server.fault(row.fault)
      #expect(try Self.echoes(4, client) == row.received)
    }
  }

  @Test func equalSeedsDropTheSameFrames() async throws {
    try await withDisturbedServer(sockets: Self.sockets) { server in
      let fault: JSONValue = ["kind": "drop", "probability": 0.5, "seed": 42]
      var runs: [[Int64]] = []
      for _ in 0..<2 {
        let client = try Self.connect(server)
        let id = try server.fault(fault)
        runs.append(try Self.echoes(40, client))
        _ = try server.client.request("DELETE", "/dev/faults/\(id)")
      }
      #expect(runs[0] == runs[1] && (5...35).contains(runs[0].count))
    }
  }

  @Test func deletedFaultsDeliverHeldFrames() async throws {
    try await withDisturbedServer(sockets: Self.sockets) { server in
      let client = try Self.connect(server)
      try server.fault(["kind": "hold"])
      try server.fault(["kind": "delay", "ms": 300_000, "match": ["message_type": "slow"]])
      #expect(try Self.echoes(3, client).isEmpty)
      let list = try #require(try server.client.request("GET", "/dev/faults").json)
      #expect(list["items"]?.arrayValue?.first?["held"] == 3)
      #expect((list["held_bytes"]?.integerValue ?? 0) > 0)
      #expect(try server.client.request("DELETE", "/dev/faults").json == ["deleted": 2, "released": 3])
      for number in 0..<3 { #expect(try client.receiveJSON() == Self.message(number)) }
      #expect(try server.client.request("GET", "/dev/faults").json?["held_bytes"] == 0)
    }
  }

  @Test func delaysMessagesOfATypeAndKeepsTheOrder() async throws {
    try await withDisturbedServer(sockets: Self.sockets) { server in
      let client = try Self.connect(server)
      try server.fault(["kind": "delay", "ms": 150, "match": ["message_type": "slow"]])
      let started = ContinuousClock.now
      try client.send(json: Self.message(0))
      #expect(try client.receiveJSON() == Self.message(0))
      try client.send(json: Self.message(1, type: "slow"))
      try client.send(json: Self.message(2))
      #expect(try client.receiveJSON() == Self.message(1, type: "slow"))
      #expect(started.duration(to: .now) >= .milliseconds(150))
      #expect(try client.receiveJSON() == Self.message(2))
    }
  }

  @Test func closesOpenSocketsNowWithAnyCode() async throws {
    try await withDisturbedServer(sockets: Self.sockets) { server in
      let client = try Self.connect(server)
      let other = try Self.connect(server, "/ws/other")
      let created = try server.client.request(
        "POST", "/dev/faults",
        ["kind": "close", "close_code": 4321, "reason": "trial", "match": ["path": "/ws/echo"]])
      #expect(created.json?["fired"] == 1 && created.json?["is_active"] == false)
      let close = try client.receiveClose()
      #expect(close.code == 4321 && close.reason == "trial")
      #expect(try other.messagesBeforePong().isEmpty)
    }
  }

  @Test(arguments: ["in", "out"])
  func closesWithTheNextMessage(_ direction: String) async throws {
    try await withDisturbedServer(sockets: Self.sockets) { server in
      let client = try Self.connect(server)
      try server.fault(["kind": "close", "close_code": 1012, "match": ["direction": .string(direction)]])
      try client.send(json: Self.message(1))
      #expect(try client.receiveClose().code == 1012)
    }
  }

  @Test(arguments: ["in", "out", "now"])
  func resetsASocket(_ point: String) async throws {
    try await withDisturbedServer(sockets: Self.sockets) { server in
      let client = try Self.connect(server)
      if point == "now" {
        try server.fault(["kind": "reset", "on": "now"])
      } else {
        try server.fault(["kind": "reset", "match": ["direction": .string(point)]])
        try client.send(json: Self.message(1))
      }
      try client.receiveEnd()
      #expect(client.socket.wasReset)
      _ = try server.client.request("DELETE", "/dev/faults")
      _ = try Self.connect(server)
    }
  }

  @Test func swallowsPongsAndTheirMessages() async throws {
    try await withDisturbedServer(sockets: Self.sockets) { server in
      let client = try Self.connect(server)
      try server.fault(["kind": "swallow_pongs", "count": 2])
      try client.sendPing([1])
      try client.send(json: ["type": "pong"])
      try client.send(json: Self.message(1))
      #expect(try client.receiveJSON() == Self.message(1))
      #expect(try client.messagesBeforePong().isEmpty)
    }
  }

  @Test(arguments: ["in", "out", "now"])
  func aHalfOpenSocketIsSilentAndContinues(_ point: String) async throws {
    var short = WebSocketConfiguration()
    // Three pings without an answer would end a connection that is not stopped.
    short.pingInterval = .milliseconds(20)
    try await withDisturbedServer(sockets: Self.sockets, webSocket: short) { server in
      let client = try Self.connect(server, limit: .milliseconds(400))
      if point == "now" {
        try server.fault(["kind": "half_open", "on": "now"])
      } else {
        try server.fault(["kind": "half_open", "match": ["direction": .string(point)], "count": 1])
      }
      try client.send(json: Self.message(1))
      try client.send(json: Self.message(2))
      // Neither a message nor the end of the connection. Pings that were sent before may arrive.
      do {
        let received = try client.receiveJSON(type: "note")
        Issue.record("received \(received)")
      } catch WireError.timedOut {}
      #expect(try server.client.request("DELETE", "/dev/faults").json?["deleted"] == 1)
      #expect(try client.receiveJSON(type: "note") == Self.message(1))
      #expect(try client.receiveJSON(type: "note") == Self.message(2))
    }
  }

  @Test func aHalfOpenSocketContinuesAfterItsTime() async throws {
    try await withDisturbedServer(sockets: Self.sockets) { server in
      let client = try Self.connect(server)
      try server.fault(["kind": "half_open", "ms": 100, "count": 1, "match": ["direction": "in"]])
      let started = ContinuousClock.now
      try client.send(json: Self.message(1))
      #expect(try client.receiveJSON() == Self.message(1))
      #expect(started.duration(to: .now) >= .milliseconds(100))
    }
  }

  /// Held messages are bounded in bytes; one beyond the bound is sent at once.
  @Test func heldFramesAreBounded() async throws {
    try await withDisturbedServer(sockets: Self.sockets) { server in
      let client = try Self.connect(server)
      try server.fault(["kind": "hold"])
      let large = String(repeating: "x", count: 900_000)
      for number in 0..<6 { try client.send(text: "\(number)" + large) }
      let received = try client.messagesBeforePong()
      #expect(received.count == 2)
      #expect(server.inspector.faults.list().heldBytes <= FaultInjector.maxHeldBytes)
      _ = try server.client.request("DELETE", "/dev/faults")
      for number in 0..<4 { #expect(try client.receiveText().hasPrefix("\(number)")) }
    }
  }

  @Test func aClosedSocketLeavesNothingHeld() async throws {
    try await withDisturbedServer(sockets: Self.sockets) { server in
      let client = try Self.connect(server)
      try server.fault(["kind": "hold"])
      #expect(try Self.echoes(3, client).isEmpty)
      try client.sendClose()
      _ = try client.receiveClose()
      try client.receiveEnd()
      try server.wait { server.inspector.faults.list().heldBytes == 0 }
      #expect(server.inspector.faults.list().faults.first?.held == 0)
    }
  }
}
