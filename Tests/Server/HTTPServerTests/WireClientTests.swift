import API
import HTTPServer
import JSONCodec
import TestSupport
import Testing
import WebSocketCodec

/// The clients that tests use, against a server in this process.
@Suite struct WireClientTests {
  /// Sends every message back as text.
  private struct Echo: WebSocketEndpoint {
    func refusal(of request: Request) async throws -> Response? {
      request.field("X-Refuse") == nil ? nil : Problem.forbidden("Not you.").response
    }

    func serve(_ session: WebSocketSession, _ request: consuming Request) async {
      while let event = await session.next() {
        if case .message(let bytes, _) = event { await session.send(bytes) }
      }
    }
  }

  private func withServer(_ body: @escaping @Sendable (UInt16) throws -> Void) async throws {
    let routes = [
      Route("GET", "/hello", authentication: .none) { _ in .json(["hello": "world"]) },
      Route("POST", "/echo", authentication: .none) { request in Response(status: 200, body: request.body) },
    ]
    try await TestSupport.withServer(routes: routes, sockets: [SocketRoute("/socket", Echo())]) { try body($0.port) }
  }

  @Test func asksManyThingsOnOneConnection() async throws {
    try await withServer { port in
      let client = try HTTPTestClient(port: port)
      for _ in 0..<3 {
        let answer = try client.request("GET", "/hello")
        #expect(answer.status == 200 && answer.keepsAlive)
        #expect(answer.json == ["hello": "world"])
      }
      #expect(try client.request("HEAD", "/hello").body.isEmpty)
      #expect(try client.request("POST", "/echo", json: [1, 2]).text == "[1,2]")
      #expect(try client.request("GET", "/nothing").status == 404)
    }
  }

  @Test func readsPipelinedAnswersInOrder() async throws {
    try await withServer { port in
      let client = try HTTPTestClient(port: port)
      for text in ["a", "b", "c"] { try client.send("POST", "/echo", body: Array(text.utf8)) }
      for text in ["a", "b", "c"] { #expect(try client.readResponse().text == text) }
      try client.send(
        raw: "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
      #expect(try client.readResponse().text == "abcde")
    }
  }

  @Test func readsTheEndOfInputAfterABadRequest() async throws {
    try await withServer { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: "GET /hello HTTP/1.1\r\nHost : x\r\n\r\n")
      let answer = try client.readResponse()
      #expect(answer.status == 400 && !answer.keepsAlive)
      #expect(try client.readToEnd().isEmpty)
    }
  }

  @Test func talksOverAWebSocket() async throws {
    try await withServer { port in
      let client = try WebSocketTestClient.connect(port: port, "/socket")
      try client.send(text: "héllo")
      #expect(try client.receiveText() == "héllo")
      try client.send(json: ["type": "x", "n": 1])
      #expect(try client.receiveJSON(type: "x")["n"] == 1)
      try client.sendPing([1, 2])
      #expect(try client.receive() == .pong([1, 2]))
      #expect(try client.messagesBeforePong().isEmpty)
      try client.sendClose(1000)
      #expect(try client.receiveClose().code == 1000)
      try client.receiveEnd()
    }
  }

  @Test func receivesTheCloseCodeOfAProtocolViolation() async throws {
    try await withServer { port in
      for (bytes, code) in [([0x83, 0x80], 1002), ([0x81, 0x82, 0, 0, 0, 0, 0xFF], 1007)] as [([UInt8], UInt16)] {
        let client = try WebSocketTestClient.connect(port: port, "/socket")
        try client.send(raw: bytes)
        #expect(try client.receiveClose().code == code)
        try client.receiveEnd()
      }
    }
  }

  @Test func showsTheAnswerOfARefusedHandshake() async throws {
    try await withServer { port in
      for (fields, status) in [
        ([("X-Refuse", "1")], 403), ([("Sec-WebSocket-Version", "8")], 426), ([("Sec-WebSocket-Key", "short")], 400),
      ] {
        guard case .refused(let answer) = try WebSocketTestClient.open(port: port, "/socket", fields: fields) else {
          Issue.record("not refused: \(fields)")
          continue
        }
        #expect(answer.status == status)
      }
    }
  }
}
