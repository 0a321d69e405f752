import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

/// Large syncs in flat memory. `SYNC_ITEMS` says how many items; the figures are printed.
@Suite struct SyncVolumeTests {
  private static let count = Int(ProcessInfo.processInfo.environment["SYNC_ITEMS"] ?? "") ?? 5000

  /// Resident memory of a process, in KiB.
  private static func memory(_ id: Int32) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  @Test func manyItemsGoUpAndDownInFlatMemory() async throws {
    try await runBlocking {
      let user = try SignedIn([
        "HEARTH_SYNC_BATCHES_PER_MINUTE": "100000", "HEARTH_LIMITS_WRITES_PER_MINUTE": "0",
        "HEARTH_LIMITS_BYTES_PER_USER": "0",
      ])
      let client = try SyncClient(user.server.port, token: user.token, limit: .seconds(60))
      let id = user.server.processID
      func upload(_ batch: Int) throws {
        let items = (0..<100).map { index -> JSONValue in
          [
            "metric_id": .string("\(batch)-\(index)"), "metric_name": "heart_rate", "value": .integer(Int64(index)),
            "timestamp": "2026-01-15T12:00:00Z", "unit": "bpm", "note": .string(String(repeating: "x", count: 200)),
          ]
        }
        try client.upload(["metrics": .array(items)], key: "batch-\(batch)")
      }
      let batches = max(10, Self.count / 100)
      let clock = ContinuousClock()
      // The first tenth warms up what pages are made with: a sanitizer's allocator gives nothing of that back.
      for batch in 0..<batches / 10 { try upload(batch) }
      let first = try SyncClient(user.server.port, token: user.token, device: "first", limit: .seconds(60))
      #expect(try Self.pull(first) == batches / 10 * 100)
      let warm = Self.memory(id)
      let up = try clock.measure { for batch in batches / 10..<batches { try upload(batch) } }
      let afterUpload = Self.memory(id)
      // A reader that stops in the middle: pages wait in the database, not in memory.
      let slow = try SyncClient(user.server.port, token: user.token, device: "slow", limit: .seconds(60))
      try slow.send(["type": "start_sync", "sync_id": "slow"])
      var (received, peak) = (0, 0)
      let down = try clock.measure {
        try client.send(["type": "start_sync", "sync_id": "all"])
        while true {
          let frame = try client.next()
          received += SyncClient.changes(frame).count
          peak = max(peak, Self.memory(id))
          if frame["status"] == "completed" { break }
        }
      }
      #expect(received == batches * 100)
      let sent = Double((batches - batches / 10) * 100)
      print(
        """
        sync: \(received) items; up \(Int(up / .microseconds(1) / sent)) µs each, \
        down \(Int(down / .microseconds(1) / Double(received))) µs each; memory \(warm) KiB warm, \(afterUpload) after \
        the upload, \(peak) at most while pulling beside a reader that stopped
        """)
      // SQLite's caches have bounds of their own (2 MiB a thread and what of the log is mapped).
      // AddressSanitizer surrounds each allocation and keeps freed ones.
      let isAddressSanitized = ProcessInfo.processInfo.environment["TEST_SANITIZER"] == "address"
      #expect(peak < warm + (isAddressSanitized ? 48 : 24) << 10, "\(warm) \(peak)")
      #expect(try Self.rest(slow) == batches * 100)
    }
  }

  /// The number of items.
  private static func pull(_ client: SyncClient) throws -> Int {
    try client.send(["type": "start_sync", "sync_id": "first"])
    return try rest(client)
  }

  private static func rest(_ client: SyncClient) throws -> Int {
    var count = 0
    while true {
      let frame = try client.next()
      count += SyncClient.changes(frame).count
      if frame["status"] == "completed" { return count }
    }
  }
}
