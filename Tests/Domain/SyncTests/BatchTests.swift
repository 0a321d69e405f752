import JSONCodec
import Runtime
import Storage
import TestSupport
import Testing

@testable import Sync

/// A batch is taken whole and once; what is wrong in it is named.
@Suite struct BatchTests {
  private static let good: JSONValue = ["session_id": "good"]

  @Test(
    arguments: [
      ("voice_data", ["verification_id": "x", "verified": true], "x"),
      ("voice_data", ["verification_id": "x", "timestamp": "t"], "x"),
      ("voice_data", ["timestamp": "t", "verified": true], "#0"),
      ("voice_data", ["verification_id": "x", "timestamp": "t", "verified": "yes"], "x"),
      ("voice_data", ["verification_id": "x", "timestamp": "t", "verified": true, "quality_score": "9"], "x"),
      ("behavioral_data", ["event_id": "x"], "x"), ("behavioral_data", ["event_id": "x", "timestamp": ""], "x"),
      ("sessions", ["status": "active"], "#0"), ("sessions", ["session_id": ""], ""),
      ("sessions", ["session_id": "a\nb"], "a\nb"), ("sessions", ["session_id": "x", "duration_ms": "long"], "x"),
      ("sessions", ["session_id": "x", "base_change_id": "1"], "x"), ("sessions", ["deleted": true], "#0"),
      ("sessions", ["session_id": "x", "note": "\0"], "x"), ("sessions", 5, "#0"),
      ("metrics", ["value": 1], "#0"), ("metrics", ["metric_name": "m", "value": "1"], "#0"),
      ("items", ["data_type": "weather", "item_id": "x"], "#0"), ("items", ["item_id": "x"], "#0"),
    ] as [(String, JSONValue, String)])
  func reportsAnInvalidItemAndStoresTheOthers(collection: String, item: JSONValue, id: String) async throws {
    let fixture = try await SyncFixture()
    let answer = try await fixture.upload([.init(collection): [item], "session_data": [Self.good]])
    #expect(answer["progress"] == ["synced_items": 1, "failed_items": 1, "total_items": 2], "\(answer.text)")
    let errors = (answer["batch_results"]?.objectValue ?? [:]).values.flatMap { $0["errors"]?.arrayValue ?? [] }
    #expect(errors.count == 1 && errors.first?["item_id"] == .string(id), "\(answer.text)")
    #expect(errors.first?["error"]?.stringValue?.isEmpty == false)
    #expect(Array(try await fixture.everything().keys) == ["session/good"])
  }

  @Test(
    arguments: [
      (nil, "NO_DATA"), (.null, "NO_DATA"), (5, "INVALID_DATA"), ("x", "INVALID_DATA"), ([:], "INVALID_DATA"),
      (["voice_data": [:]], "INVALID_DATA"), (["weather": []], "INVALID_DATA"),
      (["metrics": .array([JSONValue](repeating: ["metric_name": "m"], count: 101))], "INVALID_DATA"),
    ] as [(JSONValue?, String)])
  func aBatchThatCannotBeReadIsRefusedAsAWhole(data: JSONValue?, code: String) throws {
    let refusal = #expect(throws: Batch.Refusal.self) {
      try Batch(data, key: nil, syncID: "s", configuration: SyncConfiguration())
    }
    #expect(refusal?.code == code)
  }

  @Test func aBatchWithAKeyIsStoredOnce() async throws {
    let fixture = try await SyncFixture()
    let data: JSONValue = ["sessions": [Self.good, ["session_id": "other", "status": "a"]], "metrics": [5]]
    let first = try await fixture.upload(data, key: "k")
    _ = try await fixture.session("other", "b")
    #expect(try await fixture.upload(data, key: "k") == first)
    #expect(try await fixture.everything()["session/other"]?["status"] == "b")
    await #expect(throws: Batch.Refusal.self) { try await fixture.upload(["sessions": []], key: "k") }
    // Keys are of one user.
    #expect(try await fixture.upload(["sessions": []], user: "u2", key: "k")["progress"]?["total_items"] == 0)
  }

  @Test func theBatchesOfOneSyncDifferByTheirContent() async throws {
    let fixture = try await SyncFixture()
    let first = try await fixture.upload(["sessions": [["session_id": "a"]]], syncID: "s")
    try await fixture.upload(["sessions": [["session_id": "b"]]], syncID: "s")
    #expect(try await fixture.upload(["sessions": [["session_id": "a"]]], syncID: "s") == first)
    #expect(try await fixture.page().end == 2)
  }

  @Test(.enabled(if: TestEngine.isSQLite)) func aBatchIsStoredAsAWholeOrNotAtAll() async throws {
    let fixture = try await SyncFixture()
    // The head cannot be written: the first change fails, with all else.
    try await fixture.database.write { connection in
      try connection.execute(
        """
        CREATE TRIGGER full BEFORE INSERT ON sync_items WHEN NEW.item_id = 'last'
        BEGIN SELECT RAISE(ABORT, 'full'); END
        """)
    }
    await #expect(throws: StorageError.self) {
      try await fixture.upload(["sessions": [["session_id": "first"], ["session_id": "last"]]], key: "k")
    }
    #expect(try await fixture.everything().isEmpty)
    #expect(try await fixture.page().end == 0)
    try await fixture.database.write { _ = try $0.execute("DROP TRIGGER full") }
    let answer = try await fixture.upload(["sessions": [["session_id": "first"], ["session_id": "last"]]], key: "k")
    #expect(answer["progress"]?["synced_items"] == 2)
  }

  @Test func aboveTheItemLimitOnlyNewItemsFail() async throws {
    let fixture = try await SyncFixture { $0.maxItems = 2 }
    let answer = try await fixture.upload(["sessions": [["session_id": "a"], ["session_id": "b"], ["session_id": "c"]]])
    #expect(answer["progress"]?["failed_items"] == 1)
    #expect(answer["batch_results"]?["session"]?["errors"]?.arrayValue?.first?["code"] == "QUOTA_EXCEEDED")
    #expect(try await fixture.session("a", "done")["status"] == "updated")
  }

  @Test func keysAreForgottenAfterTheirTime() async throws {
    let fixture = try await SyncFixture()
    try await fixture.upload(["sessions": [Self.good]], key: "k")
    fixture.clock.advance(by: .seconds(7 * 24 * 3600 - 1))
    try await fixture.sync.purge()
    await #expect(throws: Batch.Refusal.self) { try await fixture.upload(["sessions": []], key: "k") }
    fixture.clock.advance(by: .seconds(2))
    try await fixture.sync.purge()
    #expect(try await fixture.upload(["sessions": []], key: "k")["progress"]?["total_items"] == 0)
  }
}
