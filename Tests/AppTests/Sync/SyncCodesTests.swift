import Foundation
import Glibc
import JSONCodec
import Storage
import TestSupport
import Testing

/// Error codes of the sync socket for failures outside of a message's content (docs/api/socket-sync.md#errors).
@Suite(.timeLimit(.minutes(2))) struct SyncCodesTests {
  private static func expect(_ error: JSONValue, _ code: String, retryable: Bool) {
    #expect(error["type"] == "error" && error["error_code"] == .string(code) && error["code"] == .string(code))
    #expect(error["retryable"] == .bool(retryable) && error["message"]?.stringValue?.isEmpty == false)
    #expect(error["timestamp"]?.stringValue?.hasSuffix("Z") == true)
  }

  @Test func silenceEndsWith4408() async throws {
    try await runBlocking {
      let user = try SignedIn([
        "HEARTH_WEBSOCKET_IDLE_TIMEOUT": "500ms", "HEARTH_WEBSOCKET_PING_INTERVAL": "10s",
      ])
      let client = try SyncClient(user.server.port, token: user.token)
      Self.expect(try client.next("error"), "CONNECTION_ERROR", retryable: true)
      #expect(try client.socket.receiveClose().code == 4408)
    }
  }

  @Test func aParameterThatCannotBeReadEndsWith4400() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let socket = try SyncClient.open(user.server.port, "token=\(user.token)&device_id=phone&quantity=many")
      let error = try socket.receiveJSON()
      try SyncClients.read(error)
      Self.expect(error, "VALIDATION_ERROR", retryable: false)
      #expect(try socket.receiveClose().code == 4400)
    }
  }

  @Test func tooManyPullsAtOnceAreRefused() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let client = try SyncClient(user.server.port, token: user.token)
      let items = (0..<100).map { JSONValue.object(["session_id": .string("s\($0)")]) }
      try client.upload(["sessions": .array(items)], key: "k")
      // Received in one loop iteration, before a page of the first is read.
      try client.socket.send(
        together: (0..<5).map { ["type": "request_server_data", "request_id": .integer($0), "limit": 1000] })
      Self.expect(try client.next("error"), "INVALID_SYNC_SESSION", retryable: false)
      _ = try client.ask(["type": "ping"], for: "pong")
    }
  }

  @Test func unreadableStorageIsReportedForEachMessage() async throws {
    let folder = try TemporaryFolder()
    try await StorageFailureTests.damage("sync_items_changes", in: folder)
    try await runBlocking {
      let user = try SignedIn(folder: folder)
      let client = try SyncClient(user.server.port, token: user.token)
      for message in [
        ["type": "start_sync", "sync_id": "x"],
        ["type": "sync_data", "sync_id": "x", "data": ["sessions": [["session_id": "s"]]]],
      ] as [JSONValue] {
        try client.send(message)
        Self.expect(try client.next("error"), "DATABASE_ERROR", retryable: true)
        // It stays open for what needs no storage.
        _ = try client.ask(["type": "heartbeat"], for: "heartbeat_ack")
      }
    }
  }

  @Test func storageThatCannotEvenBeginEndsWith4503() async throws {
    let folder = try TemporaryFolder()
    try await StorageFailureTests.damage("sqlite_autoindex_sync_heads_1", in: folder)
    try await runBlocking {
      let user = try SignedIn(folder: folder)
      let socket = try SyncClient.open(user.server.port, "token=\(user.token)&device_id=phone")
      let error = try socket.receiveJSON(type: "error")
      try SyncClients.read(error)
      Self.expect(error, "DATABASE_ERROR", retryable: true)
      #expect(try socket.receiveClose().code == 4503)
    }
  }

  /// Sync and chat on a disk of their own that is filled: nothing that was not acknowledged is there, and what was sent again is
  /// there once.
  @Test(.enabled(if: StorageFailureTests.canMount))
  func reportsAFullDiskAndStoresTheRetriedUploadOnce() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let data = folder.path + "/data"
      let script = "mkdir '\(data)' && mount -t tmpfs -o size=4m hearth '\(data)' && exec \"$0\" \"$@\""
      let server = try ServerProcess(
        command: ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", script, try ServerProcess.executable()], folder: folder)
      let token = try DevelopmentAccount.logIn(server.port)
      let client = try SyncClient(server.port, token: token)
      let room = try WebSocketTestClient.connect(
        port: server.port, "/ws/chat/general?token=\(token)", limit: .seconds(20))
      _ = try room.receiveJSON(type: "connected")
      let filler = "/proc/\(server.processID)/root\(data)/filler"
      _ = try ProgramRun(["/bin/sh", "-c", "exec dd if=/dev/zero of=\(filler) bs=4k status=none"])
      func batch(_ number: Int) -> JSONValue {
        let pad = JSONValue.string(String(repeating: "x", count: 1000))
        return [
          "type": "sync_data", "idempotency_key": .string("key-\(number)"),
          "data": ["sessions": .array((0..<50).map { ["session_id": .string("\(number)-\($0)"), "pad": pad] })],
        ]
      }
      var stored = 0
      var refused: JSONValue?
      while refused == nil, stored < 500 {
        try client.send(batch(stored))
        let answer = try client.next()
        if answer["type"] == "error" { refused = answer } else { stored += 1 }
      }
      Self.expect(try #require(refused), "DATABASE_ERROR", retryable: true)
      // What is there can be read.
      #expect(try client.pull().changes.count == stored * 50)
      let message: JSONValue = [
        "type": "message", "content": .string(String(repeating: "y", count: 5000)), "client_message_id": "mine",
      ]
      try room.send(json: message)
      let error = try room.receiveJSON(type: "error")
      #expect(
        error["error_code"] == "SERVER_ERROR" && error["client_message_id"] == "mine" && error["retry_after"] == 1)
      #expect(unsafe unlink(filler) == 0)
      try room.send(json: message)
      #expect(try room.receiveJSON(type: "message")["message_id"] == 1)
      for _ in 0..<2 {
        let again = try client.upload(try #require(batch(stored)["data"]), key: "key-\(stored)")
        #expect(again["progress"]?["synced_items"] == 50)
      }
      #expect(try client.pull().changes.count == (stored + 1) * 50)
    }
  }
}
