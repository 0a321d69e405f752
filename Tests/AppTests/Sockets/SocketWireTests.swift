import JSONCodec
import TestSupport
import Testing

/// Messages that the real program accepts and refuses on its sockets.
@Suite struct SocketWireTests {
  private static let paths = ["/ws", "/ws/meal-logs"]

  private static func connect(_ server: ServerProcess, _ path: String) throws -> WebSocketTestClient {
    let token = try DevelopmentAccount.logIn(server.port)
    let socket = try WebSocketTestClient.connect(port: server.port, "\(path)?token=\(token)")
    #expect(try socket.receiveJSON()["type"] == "connected")
    return socket
  }

  @Test(arguments: paths) func receivesTextBinaryAndPingFrames(path: String) async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let socket = try Self.connect(server, path)
      let ping: JSONValue = ["type": "ping"]
      try socket.send(binary: ping.encoded)
      // Answers come as text even to binary frames.
      #expect(try JSONValue(parsing: Array(socket.receiveText().utf8))["type"] == "pong")
      try socket.send(json: ping)
      #expect(try JSONValue(parsing: Array(socket.receiveText().utf8))["type"] == "pong")
      // Waits for the pong to a ping of the protocol.
      #expect(try socket.messagesBeforePong().isEmpty)
      try socket.send(binary: [0xFF, 0x00, 0xC0, 0x80])
      #expect(try socket.receiveJSON()["error_code"] == "INVALID_JSON")
      try socket.send(json: ["type": "nobody knows this"])
      #expect(try socket.messagesBeforePong().isEmpty)
    }
  }

  @Test(arguments: paths) func closesOnAMessageThatIsTooLarge(path: String) async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: ["HEARTH_WEBSOCKET_MAX_MESSAGE": "4KiB"])
      let socket = try Self.connect(server, path)
      try socket.send(text: String(repeating: " ", count: 4097))
      #expect(try socket.receiveClose().code == 1009)
    }
  }

  @Test(arguments: paths) func reportsAnInvalidTokenByFrameAndCloseCode(path: String) async throws {
    try await runBlocking {
      let server = try ServerProcess()
      for query in ["", "?token=", "?token=a.b.c"] {
        let socket = try WebSocketTestClient.connect(port: server.port, path + query)
        #expect(try socket.receiveJSON()["error_code"] == "AUTH_FAILED")
        #expect(try socket.receiveClose().code == 4401)
      }
    }
  }

  @Test(
    arguments: [
      ("Upgrade", "h2c", 426), ("Sec-WebSocket-Version", "12", 426), ("Sec-WebSocket-Key", "short", 400),
      ("Origin", "http://elsewhere.example", 403),
    ] as [(String, String, Int)])
  func refusesHandshakesByStatusAndBody(field: String, value: String, status: Int) async throws {
    try await runBlocking {
      let server = try ServerProcess()
      for path in Self.paths {
        let opening = try WebSocketTestClient.open(port: server.port, path, fields: [(field, value)])
        guard case .refused(let answer) = opening else {
          Issue.record("\(path) was opened")
          continue
        }
        #expect(answer.status == status)
        let body = try JSONValue(parsing: answer.body)
        #expect(body["success"] == false)
        #expect(body["error"]?["code"]?.stringValue != nil && body["error"]?["message"]?.stringValue != nil)
      }
    }
  }
}
