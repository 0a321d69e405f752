import JSONCodec
import TestSupport
import Testing
import WebSocketCodec

/// The beginning and the end of connections (docs/api/sockets.md), on the real program.
@Suite(.timeLimit(.minutes(2))) struct ContractConnectionTests {
  private static let paths = ["/ws", "/ws/meal-logs"]

  private static func expectFarewell(
    _ socket: WebSocketTestClient, _ code: String, close: UInt16, _ comment: Comment? = nil
  ) throws {
    let frame = try socket.receiveJSON(type: "error")
    #expect(frame["error_code"] == .string(code), comment)
    for name in ["error", "details", "timestamp"] { #expect(frame[name]?.stringValue?.isEmpty == false, comment) }
    #expect(try socket.receiveClose().code == close, comment)
  }

  /// C26, C27: greeting and pong have a time; the server pings by protocol on top.
  @Test func pingsGoBothWays() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_WEBSOCKET_PING_INTERVAL": "200ms"])
      for path in Self.paths {
        let socket = try user.open(path)
        let greeting = try socket.receiveJSON()
        #expect(greeting["type"] == "connected" && greeting["user_id"]?.stringValue?.isEmpty == false)
        #expect(greeting["timestamp"]?.stringValue?.hasSuffix("Z") == true)
        try socket.send(json: ["type": "ping"])
        #expect(try socket.receiveJSON(type: "pong")["timestamp"]?.stringValue?.hasSuffix("Z") == true)
        while true {
          if case .ping(let payload) = try socket.receive() {
            try socket.sendPong(payload)
            break
          }
        }
      }
    }
  }

  /// C28: data and pings of the client keep a socket; a pong to the server's own ping does not.
  @Test func answeringPingsIsNoActivity() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_WEBSOCKET_PING_INTERVAL": "1s", "HEARTH_WEBSOCKET_IDLE_TIMEOUT": "2s"])
      // Pongs are sent while it waits.
      for socket in try Self.paths.map(user.connect) {
        try Self.expectFarewell(socket, "IDLE_TIMEOUT", close: 4408)
      }
      let frames = try user.connect("/ws")
      let pings = try user.connect("/ws/meal-logs")
      let end = ContinuousClock.now + .seconds(3)
      while .now < end {
        try frames.send(json: ["type": "ping"])
        #expect(try frames.receiveJSON(type: "pong")["type"] == "pong")
        #expect(try pings.messagesBeforePong().allSatisfy(Self.isPing))
      }
      #expect(try frames.messagesBeforePong().allSatisfy(Self.isPing))
    }
  }

  private static func isPing(_ event: WebSocketMessageEvent) -> Bool { if case .ping = event { true } else { false } }

  private static func logIn(_ port: UInt16, _ name: String, _ password: String) throws -> String {
    let answer = try HTTPTestClient(port: port).request(
      "POST", "/api/auth/login", json: ["username": .string(name), "password": .string(password)])
    return try #require(answer.json?["access_token"]?.stringValue)
  }

  /// C29, C30: a newer socket of the same kind takes the place of the older; other kinds and users stay.
  @Test func aNewerSocketOfTheSameKindReplacesTheOlder() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let stranger = try WebSocketTestClient.connect(
        port: user.server.port, "/ws?token=" + Self.logIn(user.server.port, "testuser2", "password"))
      #expect(try stranger.receiveJSON()["type"] == "connected")
      let meals = try user.connect("/ws/meal-logs")
      let old = try user.connect("/ws")
      let new = try user.connect("/ws")
      try Self.expectFarewell(old, "CONNECTION_LIMIT", close: 1000)
      for socket in [stranger, meals, new] { #expect(try socket.messagesBeforePong().isEmpty) }
    }
  }

  /// C29: the policy `reject` keeps the older.
  @Test func underThePolicyRejectTheNewerIsClosed() async throws {
    try await runBlocking {
      let user = try SignedIn([
        "HEARTH_WEBSOCKET_CONNECTIONS_POLICY": "reject", "HEARTH_WEBSOCKET_MAX_CONNECTIONS_PER_USER": "2",
      ])
      let kept = try [user.connect("/ws"), user.connect("/ws")]
      try Self.expectFarewell(try user.open("/ws"), "CONNECTION_LIMIT", close: 4429)
      for socket in kept { #expect(try socket.messagesBeforePong().isEmpty) }
      try kept[0].sendClose()
      _ = try kept[0].receiveClose()
      // Its place is free once the server has let it go.
      try SignedIn.until("a free place") {
        guard let greeting = try? user.open("/ws").receiveJSON() else { return false }
        return greeting["type"] == "connected"
      }
    }
  }

  /// C32: ten a minute for each user and kind.
  @Test func theEleventhConnectionOfAMinuteIsTooMany() async throws {
    try await runBlocking {
      let user = try SignedIn()
      for path in Self.paths {
        for _ in 1...10 { _ = try user.connect(path) }
        try Self.expectFarewell(try user.open(path), "RATE_LIMIT", close: 4429)
      }
    }
  }

  /// C32: an address that keeps failing meets 429 before the upgrade; what is open stays.
  @Test func anAddressThatKeepsFailingIsRefusedBeforeTheUpgrade() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_WEBSOCKET_FAILURES_PER_MINUTE": "3"])
      let live = try user.connect("/ws")
      for _ in 1...3 {
        let socket = try WebSocketTestClient.connect(port: user.server.port, "/ws?token=x")
        try Self.expectFarewell(socket, "AUTH_FAILED", close: 4401)
      }
      let opening = try WebSocketTestClient.open(port: user.server.port, "/ws?token=\(user.token)")
      guard case .refused(let answer) = opening else {
        Issue.record("it was opened")
        return
      }
      #expect(answer.status == 429 && answer["Retry-After"] == "60")
      #expect(answer.json?["success"] == false && answer.json?["error"]?["code"] == "RATE_LIMIT")
      #expect(try live.messagesBeforePong().isEmpty)
    }
  }

  /// C9, C33: sockets of meals ask for no API key, and a wrong one does not matter; the token may stand in the field.
  @Test func aTokenInTheFieldIsEnough() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_AUTH_API_KEYS": "secret-key"])
      for path in Self.paths {
        for fields in [[], [("X-API-Key", "wrong")]] as [[(String, String)]] {
          let socket = try WebSocketTestClient.connect(
            port: user.server.port, path, fields: fields + [("Authorization", "Bearer \(user.token)")])
          #expect(try socket.receiveJSON()["type"] == "connected")
        }
        #expect(try user.request("GET", "/api/v1/meal-logs").status == 401)
        let client = try HTTPTestClient(port: user.server.port)
        let answer = try client.request(
          "GET", "/api/v1/meal-logs", fields: [("X-API-Key", "secret-key")], token: user.token)
        #expect(answer.status == 200)
      }
    }
  }

  /// §10: 4400 for parameters that cannot be read.
  @Test func reportsInvalidParametersByFrameAndCloseCode() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let long = "device_id=" + String(repeating: "d", count: 129)
      for query in ["quantity=heavy", "since=-1", "since=now", long] {
        for path in Self.paths {
          let socket = try user.open(path + "?" + query)
          try Self.expectFarewell(socket, "INVALID_PARAMETER", close: 4400, "\(path) \(query)")
        }
      }
    }
  }
}
