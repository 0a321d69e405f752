import Glibc
import JSONCodec
import TestSupport
import Testing
import WebSocketCodec

/// A sync that is interrupted at any frame continues without loss or repetition, whether client or server ends.
@Suite struct SyncResumeTests {
  private static let pages = ["HEARTH_SYNC_PAGE_ITEMS": "7", "HEARTH_SYNC_MESSAGES_PER_MINUTE": "100000"]

  private static func batch(_ number: Int, of count: Int = 10) -> JSONValue {
    let items = (0..<count).map { index -> JSONValue in
      ["metric_id": .string("\(number)-\(index)"), "metric_name": "steps", "value": .integer(Int64(index))]
    }
    return ["metrics": .array(items)]
  }

  @Test func resumesAPullAfterItsLastPageWhereverItIsInterrupted() async throws {
    try await runBlocking {
      let user = try SignedIn(Self.pages.merging(["HEARTH_SYNC_CONNECTIONS_PER_MINUTE": "10000"]) { $1 })
      let port = user.server.port
      let writer = try SyncClient(port, token: user.token, device: "writer")
      for number in 0..<4 { try writer.upload(Self.batch(number), key: "b\(number)") }
      // Reads so many frames and disconnects, then resumes as often as necessary.
      for frames in 1...14 {
        var changes: [Int64] = []
        var token: String?
        var isComplete = false
        while !isComplete {
          let client = try SyncClient(port, token: user.token, device: "reader")
          var message: JSONValue = ["type": "start_sync", "sync_id": "pull"]
          if let token { message = message.merging(["since": .string(token)]) }
          try client.send(message)
          // Two frames come before the first page.
          for _ in 0..<frames + 2 {
            let frame = try client.next()
            if frame["type"] == "server_data_response" {
              changes += SyncClient.changes(frame).compactMap { $0["change_id"]?.integerValue }
              token = frame["next_sync_token"]?.stringValue
            }
            isComplete = frame["has_more"] == false
            if isComplete { break }
          }
        }
        #expect(changes == Array(1...40), "broken off after \(frames) frames")
      }
    }
  }

  @Test func anUploadBrokenOffAnywhereIsStoredOnce() async throws {
    try await runBlocking {
      let user = try SignedIn(Self.pages.merging(["HEARTH_SYNC_CONNECTIONS_PER_MINUTE": "10000"]) { $1 })
      let port = user.server.port
      let frame: [UInt8] = JSONValue.object([
        "type": "sync_data", "idempotency_key": "the one", "data": Self.batch(1),
      ]).encoded
      // Only a part of the message gets there, all of it, or all and a part of the answer.
      for step in 0..<8 {
        let client = try SyncClient(port, token: user.token, device: "phone")
        if step < 4 {
          let raw = FrameEncoder.text(frame, mask: 0x1234_5678)
          try client.socket.send(raw: Array(raw.prefix(raw.count * (step + 1) / 5)))
        } else {
          try client.socket.send(binary: frame)
          if step > 5 { _ = try client.next("sync_progress") }
        }
      }
      let client = try SyncClient(port, token: user.token, device: "phone")
      let answer = try client.upload(Self.batch(1), key: "the one")
      #expect(answer["progress"] == ["synced_items": 10, "failed_items": 0, "total_items": 10])
      #expect(try client.pull().token == "10")
    }
  }

  @Test func acknowledgedChangesSurviveARestart() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let device = SyncDevice("phone")
      var answered = 0
      for round in 0..<4 {
        let user = try SignedIn(Self.pages, folder: folder)
        let client = try SyncClient(user.server.port, token: user.token, device: "phone")
        for number in 0..<3 {
          device.put("session", "\(round)-\(number)", ["status": "made"])
          device.put("metrics", "m-\(round)-\(number)", ["metric_name": "steps", "value": .integer(Int64(number))])
          guard let (key, data) = device.nextBatch(limit: 100, salt: round * 10 + number) else { continue }
          let answer = try client.upload(data, key: key)
          device.stored(answer["batch_results"] ?? [:])
          answered += 2
        }
        // The last one of a round is sent, and the process dies before or behind its commit.
        device.put("session", "last-\(round)", ["status": "made"])
        if let (key, data) = device.nextBatch(limit: 100, salt: round * 10 + 9) {
          try client.send(["type": "sync_data", "idempotency_key": .string(key), "data": data])
        }
        user.server.send(signal: SIGKILL)
        #expect(try user.server.waitForExit() == .signal(SIGKILL))
      }
      let user = try SignedIn(Self.pages, folder: folder)
      let client = try SyncClient(user.server.port, token: user.token, device: "phone")
      while let (key, data) = device.nextBatch(limit: 100, salt: 99) {
        device.stored(try client.upload(data, key: key)["batch_results"] ?? [:])
      }
      let (changes, token) = try client.pull()
      #expect(changes.count == answered + 4)
      device.take(changes, token: token, isAnew: false, hasMore: false)
      let fresh = SyncDevice("fresh")
      fresh.take(changes, token: token, isAnew: false, hasMore: false)
      #expect(device.contents == fresh.contents && fresh.contents.count == answered + 4)
    }
  }

  @Test func resumesAPullAfterSIGKILL() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      var changes: [Int64] = []
      var token: String?
      for round in 0..<5 {
        let user = try SignedIn(Self.pages, folder: folder)
        let client = try SyncClient(user.server.port, token: user.token, device: "phone")
        if round == 0 {
          for number in 0..<4 { try client.upload(Self.batch(number), key: "b\(number)") }
        }
        var message: JSONValue = ["type": "request_server_data", "request_id": "r", "limit": 9]
        if let token { message = message.merging(["since": .string(token)]) }
        // A limit that is no multiple of a page: seven and two.
        for _ in 0..<2 where round < 5 {
          try client.send(message)
          var left = 9
          while left > 0 {
            let frame = try client.next("server_data_response")
            let page = SyncClient.changes(frame).compactMap { $0["change_id"]?.integerValue }
            changes += page
            left -= page.count
            token = frame["next_sync_token"]?.stringValue
            if frame["has_more"] == false { break }
          }
          break
        }
        user.server.send(signal: SIGKILL)
        #expect(try user.server.waitForExit() == .signal(SIGKILL))
      }
      #expect(changes == Array(1...40))
    }
  }
}
