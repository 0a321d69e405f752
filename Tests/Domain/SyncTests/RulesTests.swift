import JSONCodec
import Runtime
import Storage
import TestSupport
import Testing

@testable import Sync

/// The effect of an upload, by the rule of its kind.
@Suite struct RulesTests {
  @Test func everyChangeHasTheNextIdOfItsUser() async throws {
    let fixture = try await SyncFixture()
    for number in 1...3 {
      let line = try await fixture.session("s\(number)", "active")
      #expect(line["change_id"] == .integer(Int64(number)) && line["status"] == "created")
    }
    #expect(try await fixture.session("s1", "active", user: "u2")["change_id"] == 1)
    #expect(try await fixture.everything().count == 3)
  }

  @Test func anUploadOfThePresentContentIsNoChange() async throws {
    let fixture = try await SyncFixture()
    _ = try await fixture.session("s", "active")
    let again = try await fixture.session("s", "active", as: "pad")
    #expect(again["status"] == "unchanged" && again["change_id"] == 1)
    #expect(fixture.woken.users.withLock { $0 } == ["u1"])
  }

  @Test(
    arguments: [
      // The version that the uploading device had seen, the device, and whether the earlier writer loses a version.
      (Int64?.none, "phone", false), (nil, "pad", true), (1, "pad", false), (0, "pad", true), (0, "phone", false),
    ] as [(Int64?, String, Bool)])
  func theLastChangeWins(base: Int64?, device: String, isConflict: Bool) async throws {
    let fixture = try await SyncFixture()
    _ = try await fixture.session("s", "active")
    let line = try await fixture.session("s", "done", base: base, as: device)
    #expect(line["status"] == "updated" && line["change_id"] == 2)
    #expect((line["conflict"] == "won") == isConflict)
    #expect(try await fixture.everything()["session/s"]?["status"] == "done")
    let unseen = try await fixture.sync.unseenChanges(for: "phone", after: nil, userID: "u1")
    #expect(unseen.conflicts.count == (isConflict ? 1 : 0))
    if let conflict = unseen.conflicts.first {
      #expect(conflict.lost["status"] == "active" && conflict.change == 2 && conflict.winner == "pad")
      try await fixture.sync.markSeen(unseen.conflicts, userID: "u1")
      #expect(try await fixture.sync.unseenChanges(for: "phone", after: nil, userID: "u1").conflicts.isEmpty)
    }
  }

  /// `nil` writes without a device.
  private static let unseen: [(first: String?, base: Int64?, second: String?, loser: String?)] = [
    (nil, nil, "phone", ""), (nil, 1, "phone", nil), (nil, 0, "phone", ""), (nil, nil, nil, nil), (nil, 0, nil, ""),
    (nil, 1, nil, nil), ("phone", nil, nil, "phone"), ("phone", 1, nil, nil),
  ]

  @Test(arguments: unseen)
  func aConflictOfAVersionWithoutADeviceIsDelivered(
    first: String?, base: Int64?, second: String?, loser: String?
  ) async throws {
    let fixture = try await SyncFixture()
    _ = try await fixture.session("s", "mine", as: first)
    let line = try await fixture.session("s", "other", base: base, as: second)
    #expect((line["conflict"] == "won") == (loser != nil))
    let rows = try await fixture.database.read { try $0.query("SELECT * FROM sync_conflicts") }
    #expect(rows.map { $0.text("loser") } == (loser.map { [$0] } ?? []))
    #expect(rows.first.map { $0.text("winner") == second } ?? true)
  }

  /// A conflict without a losing device is sent to all connected devices, or to the next one that connects.
  @Test func aChangeWithoutADeviceIsSeenByAllDevices() async throws {
    let fixture = try await SyncFixture()
    _ = try await fixture.session("s", "mine", as: nil)
    _ = try await fixture.session("s", "other", as: "phone")
    func conflicts(_ device: String, after change: Int64?) async throws -> [Conflict] {
      try await fixture.sync.unseenChanges(for: device, after: change, userID: "u1").conflicts
    }
    let open = try await conflicts("phone", after: 1)
    #expect(open.map(\.lost) == [["session_id": "s", "status": "mine"]] && open.first?.loser == "")
    try await fixture.sync.markSeen(open, userID: "u1")
    // Another one that was there, too, and has not looked yet.
    #expect(try await conflicts("pad", after: 1).count == 1)
    #expect(try await conflicts("late", after: nil).isEmpty)
    let resolution = ConflictResolution.clientWins
    try await fixture.sync.resolve(id: open[0].id, as: resolution, data: nil, userID: "u1", device: "pad")
    #expect(try await fixture.everything()["session/s"]?["status"] == "mine")
    #expect(try await conflicts("pad", after: 1).isEmpty)
  }

  @Test(
    arguments: [
      ("phone", nil, nil), ("pad", nil, "phone"), ("pad", 1, nil), ("pad", 2, nil), ("pad", 0, "phone"),
    ] as [(String, Int64?, String?)])
  func aVersionDerivedByTheServerBelongsToItsWriter(device: String, base: Int64?, loser: String?) async throws {
    let fixture = try await SyncFixture()
    _ = try await fixture.session("s", "words", as: "phone")
    try await fixture.database.write { [log = fixture.sync.log] in
      try log.changed(.session, id: "s", userID: "u1", isDeleted: false, isServers: true, in: $0)
    }
    // Both are notified of a change.
    #expect(try await fixture.sync.unseenChanges(for: "phone", after: 1, userID: "u1").types == [.session])
    _ = try await fixture.session("s", "other words", base: base, as: device)
    let rows = try await fixture.database.read { try $0.query("SELECT * FROM sync_conflicts") }
    #expect(rows.map { $0.text("loser") } == (loser.map { [$0] } ?? []))
    // A late repetition of the first upload has no effect.
    #expect(try await fixture.session("s", "words", base: 0, as: "phone")["change_id"] == 3)
  }

  @Test func aLateRepetitionDoesNotUndoLaterChanges() async throws {
    let fixture = try await SyncFixture()
    _ = try await fixture.session("s", "one")
    _ = try await fixture.session("s", "two", base: 1, as: "pad")
    for base in [nil, 0] as [Int64?] {
      let late = try await fixture.session("s", "one", base: base)
      #expect(late["status"] == "unchanged" && late["change_id"] == 2)
    }
    // A device that has seen the version may restore an earlier one.
    #expect(try await fixture.session("s", "one", base: 2)["status"] == "updated")
    // So may the last writer.
    #expect(try await fixture.session("s", "three")["status"] == "updated")
    #expect(try await fixture.session("s", "one")["status"] == "updated")
  }

  @Test func deletionsTravelAndAreChanges() async throws {
    let fixture = try await SyncFixture()
    _ = try await fixture.session("s", "one")
    #expect(try await fixture.session("s", nil, base: 1, as: "pad")["status"] == "deleted")
    let page = try await fixture.page()
    #expect(page.changes.map(\.change) == [2] && page.changes.first?.content == nil)
    #expect(try await fixture.session("s", nil)["status"] == "unchanged")
    #expect(try await fixture.session("never", nil)["change_id"] == 0)
    // Late again, it stays deleted; made anew knowing that, it lives.
    #expect(try await fixture.session("s", "one")["status"] == "unchanged")
    #expect(try await fixture.session("s", "one", base: 2)["status"] == "updated")
  }

  @Test func bothOfTwoAppendedItemsWithOneIdAreKept() async throws {
    let fixture = try await SyncFixture()
    func voice(_ verified: Bool, as device: String) async throws -> JSONValue {
      let item: JSONValue = ["verification_id": "v", "timestamp": "2026-01-15T12:00:00Z", "verified": .bool(verified)]
      let answer = try await fixture.upload(["voice_data": [item]], as: device)
      return answer["batch_results"]?["voice"]?["items"]?.arrayValue?.first ?? .null
    }
    #expect(try await voice(true, as: "phone")["status"] == "created")
    let second = try await voice(false, as: "pad")
    #expect(second["status"] == "kept_both" && second["change_id"] == 2)
    // The same again is the same again, whichever of the two.
    #expect(try await voice(false, as: "pad")["change_id"] == 2)
    #expect(try await voice(true, as: "pad")["change_id"] == 1)
    let everything = try await fixture.everything()
    #expect(Set(everything.values.map { $0["verified"]?.boolValue }) == [true, false] && everything.count == 2)
    #expect(second["stored_as"]?.stringValue.map { everything["voice/\($0)"]?["verified"] } == .some(false))
  }

  @Test func itemsWithoutAnIdAreKnownByTheirContent() async throws {
    let fixture = try await SyncFixture()
    let metric: JSONValue = ["metric_name": "steps", "value": 10, "timestamp": "2026-01-15T12:00:00Z"]
    try await fixture.upload(["metrics": [metric, metric]])
    try await fixture.upload(["metrics": [metric]], as: "pad")
    #expect(try await fixture.everything().count == 1)
    // And once more as it was pulled.
    let pulled = try #require(try await fixture.page().changes.first?.value)
    try await fixture.upload(["metrics": [pulled]], as: "pad")
    #expect(try await fixture.everything().count == 1)
  }

  @Test func acceptsAnUnchangedPulledItemWithoutANewChange() async throws {
    let fixture = try await SyncFixture()
    try await fixture.upload([
      "sessions": [["session_id": "s", "duration_ms": 12.5, "tags": ["a", nil, 1.0]]],
      "behavioral_data": [["event_id": 7, "timestamp": 1_700_000_000]],
    ])
    let values = try await fixture.page().changes.map(\.value)
    let answer = try await fixture.upload(["items": .array(values)], as: "pad")
    #expect(answer["progress"]?["synced_items"] == 2)
    #expect(try await fixture.page().end == 2)
  }

  @Test func aConflictIsResolvedOnceByTheDeviceThatLost() async throws {
    for (strategy, data, status) in [
      ("client_wins", nil, "mine"), ("server_wins", nil, "yours"), ("merge", ["status": "ours"], "ours"),
      ("manual", ["status": "ours"], "ours"),
    ] as [(String, JSONValue?, JSONValue)] {
      let fixture = try await SyncFixture()
      _ = try await fixture.session("s", "mine")
      _ = try await fixture.session("s", "yours", as: "pad")
      let conflict = try #require(
        try await fixture.sync.unseenChanges(for: "phone", after: nil, userID: "u1").conflicts.first)
      let resolution = try #require(ConflictResolution(name: strategy))
      for _ in 0..<2 {
        try await fixture.sync.resolve(id: conflict.id, as: resolution, data: data, userID: "u1", device: "phone")
        #expect(try await fixture.everything()["session/s"]?["status"] == status)
      }
      // It had seen the version that it replaced: no conflict.
      #expect(try await fixture.sync.unseenChanges(for: "pad", after: nil, userID: "u1").conflicts.isEmpty)
      for (other, user) in [(ConflictResolution.manual, "u1"), (resolution, "u2")] where other != resolution {
        await #expect(throws: Batch.Refusal.self) {
          try await fixture.sync.resolve(id: conflict.id, as: other, data: data, userID: user, device: "x")
        }
      }
    }
  }
}
