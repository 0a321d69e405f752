import Glibc
import JSONCodec
import TestSupport
import Testing

/// Bounds of chat sockets: the real program, real sockets.
@Suite(.timeLimit(.minutes(2))) struct ChatLimitsTests {
  @Test func disconnectsASlowReaderThatResumesWithSince() async throws {
    try await runBlocking {
      let chat = try ChatUsers(
        ["anna", "slow"],
        [
          "HEARTH_CHAT_MAX_QUEUE": "64KiB", "HEARTH_CHAT_MESSAGES_PER_MINUTE": "0",
          "HEARTH_LIMITS_WRITES_PER_MINUTE": "0",
        ])
      let slow = try chat.open(1, receiveBuffer: 4096)
      // From then on it receives everything.
      #expect(try slow.receiveJSON(type: "connected")["since"] == 0)
      let anna = try chat.connect(0)
      let text = String(repeating: "x", count: 5000)
      let count = 900
      for number in 1...count {
        try anna.send(json: ["type": "message", "content": .string(text)])
        #expect(try anna.receiveJSON(type: "message")["message_id"] == .integer(Int64(number)))
      }
      var last: Int64 = 0
      var ending: WireError?
      while ending == nil {
        do throws(WireError) {
          if let id = try slow.receiveJSON(type: "message")["message_id"]?.integerValue {
            #expect(id == last + 1)
            last = id
          }
        } catch { ending = error }
      }
      if case .timedOut = ending { Issue.record("It was not cut.") }
      #expect(last < count, "It was not cut.")
      let again = try chat.connect(1, since: last)
      for id in (last + 1)...Int64(count) {
        #expect(try again.receiveJSON(type: "message")["message_id"] == .integer(id))
      }
    }
  }

  /// A reader that is slow while it catches up is waited for, not cut: what it missed is more than may wait for it.
  @Test func theBacklogMayExceedTheSendQueueLimit() async throws {
    try await runBlocking {
      let chat = try ChatUsers(
        ["anna"],
        [
          "HEARTH_CHAT_MAX_QUEUE": "256KiB", "HEARTH_CHAT_MESSAGES_PER_MINUTE": "0",
          "HEARTH_LIMITS_WRITES_PER_MINUTE": "0",
        ])
      let anna = try chat.connect(0)
      let text = String(repeating: "x", count: 5000)
      let count: Int64 = 600
      for _ in 0..<count / 10 {
        for _ in 0..<10 { try anna.send(json: ["type": "message", "content": .string(text)]) }
        for _ in 0..<10 { _ = try anna.receiveJSON(type: "message") }
      }
      let late = try chat.open(0, since: 0, receiveBuffer: 4096)
      try anna.send(json: ["type": "message", "content": "live"])
      _ = try anna.receiveJSON(type: "message")
      for id in 1...(count + 1) { #expect(try late.receiveJSON(type: "message")["message_id"] == .integer(id)) }
    }
  }

  @Test func closesAUsersOldestSocketInARoomAtTheLimit() async throws {
    try await runBlocking {
      let chat = try ChatUsers(["anna"], ["HEARTH_CHAT_MAX_CONNECTIONS": "2"])
      let sockets = try (0..<3).map { _ in try chat.connect(0) }
      #expect(try sockets[0].receiveJSON(type: "error")["error_code"] == "CONNECTION_LIMIT")
      #expect(try sockets[0].receiveClose().code == 1000)
      for socket in sockets[1...] {
        try socket.send(json: ["type": "ping"])
        #expect(try socket.receiveJSON()["type"] == "pong")
      }
      #expect(try chat.request(0, "POST", "/api/rooms", ["name": "other"]).status == 200)
      // Another room has places of its own.
      _ = try chat.connect(0, "other")
      try sockets[1].send(json: ["type": "ping"])
      #expect(try sockets[1].receiveJSON()["type"] == "pong")
    }
  }

  @Test func tooManyConnectionsWithinAMinuteAreRefused() async throws {
    try await runBlocking {
      let chat = try ChatUsers(["anna", "bert"], ["HEARTH_CHAT_CONNECTIONS_PER_MINUTE": "2"])
      for _ in 0..<2 { _ = try chat.connect(0) }
      let third = try chat.open(0)
      #expect(try third.receiveJSON(type: "error")["error_code"] == "RATE_LIMIT")
      #expect(try third.receiveClose().code == 4429)
      _ = try chat.connect(1)
    }
  }

  @Test func silenceEndsWith4408() async throws {
    try await runBlocking {
      let chat = try ChatUsers(
        ["anna"], ["HEARTH_WEBSOCKET_IDLE_TIMEOUT": "500ms", "HEARTH_WEBSOCKET_PING_INTERVAL": "10s"])
      let anna = try chat.connect(0)
      #expect(try anna.receiveJSON(type: "error")["error_code"] == "IDLE_TIMEOUT")
      #expect(try anna.receiveClose().code == 4408)
    }
  }

  @Test func aStopClosesWith1001AndSigningOutWith1000() async throws {
    try await runBlocking {
      let chat = try ChatUsers(["anna", "bert"])
      let anna = try chat.connect(0)
      let bert = try chat.connect(1)
      #expect(try chat.request(0, "POST", "/api/auth/logout").status == 200)
      #expect(try anna.receiveJSON(type: "error")["error_code"] == "UNAUTHORIZED")
      #expect(try anna.receiveClose().code == 1000)
      chat.server.send(signal: SIGTERM)
      #expect(try bert.receiveClose().code == 1001)
      #expect(try chat.server.waitForExit() == .code(0))
    }
  }
}
