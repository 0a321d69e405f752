import Glibc
import JSONCodec
import Storage
import TestSupport
import Testing
import WebSocketCodec

/// Accepted and refused connections, and their lifetime (docs/api/socket-sync.md#connect).
@Suite struct SyncConnectionTests {
  @Test(
    arguments: [
      ("token=wrong&device_id=phone", "UNAUTHORIZED", 4401), ("device_id=phone", "UNAUTHORIZED", 4401),
      ("token=TOKEN", "MISSING_DEVICE_ID", 4400), ("token=TOKEN&device_id=", "MISSING_DEVICE_ID", 4400),
      ("token=TOKEN&device_id=a%20b", "MISSING_DEVICE_ID", 4400),
      ("token=TOKEN&device_id=LONG", "MISSING_DEVICE_ID", 4400),
    ] as [(String, JSONValue, UInt16)])
  func rejectedClientsReceiveACloseCodeAndLaterARefusedHandshake(query: String, code: JSONValue, close: UInt16)
    async throws
  {
    try await runBlocking {
      let user = try SignedIn()
      let query = query.replacing("TOKEN", with: user.token).replacing("LONG", with: String(repeating: "d", count: 256))
      for _ in 0..<5 {
        let socket = try SyncClient.open(user.server.port, query)
        let error = try socket.receiveJSON()
        #expect(try SyncClients.read(error) != .message)
        #expect(error["error_code"] == code)
        #expect(try socket.receiveClose().code == close)
      }
      // A client that comes back each second would never stop; a refused handshake stops it.
      for slash in ["/", ""] {
        guard
          case .refused(let answer) = try WebSocketTestClient.open(
            port: user.server.port, "/ws/mobile/sync\(slash)?\(query)")
        else {
          Issue.record("the sixth was let in")
          return
        }
        #expect(answer.status == 401)
      }
      // Other devices, and this one with a good token, come in.
      _ = try SyncClient(user.server.port, token: user.token, device: "phone")
      _ = try SyncClient(user.server.port, token: user.token, device: "other")
    }
  }

  @Test func aSecondSocketOfADeviceReplacesTheFirst() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let first = try SyncClient(user.server.port, token: user.token, device: "phone")
      let other = try SyncClient(user.server.port, token: user.token, device: "pad")
      let second = try SyncClient(user.server.port, token: user.token, device: "phone")
      let error = try first.next()
      // The close code forbids to reconnect.
      #expect(error["error_code"] == "CONNECTION_ERROR" && error["retryable"] == false)
      #expect(try first.socket.receiveClose().code == 1000)
      for client in [other, second] { _ = try client.ask(["type": "ping"], for: "pong") }
      let rows = try DataReader.rows(
        user.server.folder, "SELECT device_id FROM active_websocket_connections WHERE connection_type = 'mobile_sync'")
      #expect(Set(rows.compactMap { $0.text("device_id") }) == ["phone", "pad"])
    }
  }

  @Test func theTwentyFirstDeviceTakesThePlaceOfTheFirst() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let clients = try (1...21).map { try SyncClient(user.server.port, token: user.token, device: "device-\($0)") }
      #expect(try clients[0].socket.receiveClose().code == 1000)
      for client in clients.dropFirst() { _ = try client.ask(["type": "ping"], for: "pong") }
    }
  }

  @Test func answeringPingsIsActivityHere() async throws {
    try await runBlocking {
      let user = try SignedIn([
        "HEARTH_WEBSOCKET_IDLE_TIMEOUT": "600ms", "HEARTH_WEBSOCKET_PING_INTERVAL": "100ms",
      ])
      let live = try SyncClient(user.server.port, token: user.token, device: "live")
      let dumb = try SyncClient(user.server.port, token: user.token, device: "dumb")
      // One answers pings, the other only reads them.
      var pings = 0
      while pings < 15 {
        if case .ping(let payload) = try live.socket.receive() {
          try live.socket.sendPong(payload)
          pings += 1
        }
      }
      _ = try live.ask(["type": "ping"], for: "pong")
      // Either it was idle too long, or three of its pings went without an answer.
      try dumb.socket.receiveEnd()
    }
  }

  @Test func closesAfterTheThirdRateLimitError() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_SYNC_MESSAGES_PER_MINUTE": "5"])
      let client = try SyncClient(user.server.port, token: user.token)
      for _ in 0..<5 { _ = try client.ask(["type": "heartbeat"], for: "heartbeat_ack") }
      for _ in 0..<3 {
        let error = try client.ask(["type": "heartbeat"], for: "error")
        #expect(error["error_code"] == "RATE_LIMIT_EXCEEDED" && error["retryable"] == true)
      }
      #expect(try client.socket.receiveClose().code == 4429)
    }
  }

  @Test func aSignOutAndAShutdownCloseAsOnEverySocket() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let client = try SyncClient(user.server.port, token: user.token)
      #expect(try user.request("POST", "/api/v1/auth/logout", [:]).status < 300)
      #expect(try client.socket.receiveClose().code == 1000)
      let token = try DevelopmentAccount.logIn(user.server.port)
      let last = try SyncClient(user.server.port, token: token)
      user.server.send(signal: SIGTERM)
      #expect(try last.socket.receiveClose().code == 1001)
    }
  }

  @Test func aSocketEndsWithItsTokenUnlessItGetsANewOne() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_AUTH_ACCESS_TOKEN_TTL": "2s"])
      let token = try DevelopmentAccount.logIn(user.server.port)
      let client = try SyncClient(user.server.port, token: token)
      let wrong = try client.ask(["type": "authenticate", "token": "wrong"], for: "error")
      #expect(wrong["error_code"] == "UNAUTHORIZED")
      let newer = try client.ask(["type": "authenticate", "token": .string(token)], for: "authenticated")
      #expect(newer["expires_at"]?.stringValue?.hasSuffix("Z") == true)
      let error = try client.next("error")
      #expect(error["error_code"] == "UNAUTHORIZED")
      #expect(try client.socket.receiveClose().code == 4401)
    }
  }

  @Test func aPlainRequestIsAskedToUpgrade() async throws {
    try await runBlocking {
      let user = try SignedIn()
      for path in ["/ws/mobile/sync", "/ws/mobile/sync/"] {
        let answer = try user.request("GET", path + "?token=\(user.token)&device_id=phone")
        #expect(answer.status == 426 && answer.text.contains("UPGRADE_REQUIRED"))
      }
    }
  }
}
