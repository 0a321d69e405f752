import Bytes
import JSONCodec
import Storage
import TestSupport
import Testing

@testable import Sync

/// Deletions are purged after a time, and no device misses one for that reason.
@Suite struct ForgottenDeletionTests {
  /// Five sessions, of which the second and fourth were deleted (changes 6 and 7) and forgotten; then a sixth (change 8).
  private static func fixture() async throws -> SyncFixture {
    let fixture = try await SyncFixture { $0.deletionRetention = .seconds(100) }
    for number in 1...5 { _ = try await fixture.session("s\(number)", "one") }
    for number in [2, 4] { _ = try await fixture.session("s\(number)", nil) }
    fixture.clock.advance(by: .seconds(101))
    _ = try await fixture.session("s6", "one")
    try await fixture.sync.purge()
    return fixture
  }

  @Test(
    arguments: [
      // The position, whether a full pull starts, and the received ids.
      (nil, true, [1, 3, 5, 8]), ("0", true, [1, 3, 5, 8]), ("6", true, [1, 3, 5, 8]), ("7", false, [8]),
      ("8", false, []), ("9", true, [1, 3, 5, 8]), ("3~7", false, [5, 8]), ("3~6", true, [1, 3, 5, 8]),
      ("3.v~7", true, [1, 3, 5, 8]),
    ] as [(String?, Bool, [Int64])])
  func aDeviceThatMayHaveMissedOnePullsEverything(since: String?, isReset: Bool, changes: [Int64]) async throws {
    let fixture = try await Self.fixture()
    let page = try await fixture.page(since: since)
    #expect(page.isReset == isReset && page.changes.map(\.change) == changes)
    #expect(page.cursor.text == "8" && (page.members["full_resync"] == true) == isReset)
    let rows = try await fixture.database.read { try $0.query("SELECT * FROM sync_heads") }
    #expect(rows.map { $0.integer("item_count") } == [4] && rows.map { $0.integer("floor_id") } == [7])
  }

  @Test func aFullPullContinuesAfterABreak() async throws {
    let fixture = try await Self.fixture()
    var received: [Int64] = []
    var token: String? = "2"
    for number in 1...4 {
      let page = try await fixture.page(since: token, limit: 1)
      #expect(page.isReset == (number == 1) && page.hasMore == (number < 4))
      received += page.changes.map(\.change)
      token = page.cursor.text
      if number == 1 { #expect(token == "1~7") }
    }
    #expect(received == [1, 3, 5, 8] && token == "8")
    // A deletion that is purged meanwhile restarts the pull only for devices that have not passed it.
    _ = try await fixture.session("s1", nil)
    fixture.clock.advance(by: .seconds(200))
    try await fixture.sync.purge()
    #expect(try await fixture.page(since: "1~7").isReset)
    #expect(try await fixture.page(since: "8").isReset)
    #expect(try await !fixture.page(since: "9").isReset)
  }

  @Test func keepsRecentDeletionsAndPurgesOldOnesInBatches() async throws {
    let fixture = try await SyncFixture {
      $0.maxBatchItems = 2000
      $0.deletionRetention = .seconds(100)
    }
    let items = (0..<1200).map { ["session_id": .string("s\($0)")] as JSONValue }
    for user in ["u1", "u2"] {
      try await fixture.upload(["sessions": .array(items)], user: user)
      try await fixture.upload(["deleted": .array(items.map { $0.merging(["data_type": "session"]) })], user: user)
    }
    fixture.clock.advance(by: .seconds(99))
    try await fixture.sync.purge()
    #expect(try await !fixture.page().isReset)
    fixture.clock.advance(by: .seconds(2))
    _ = try await fixture.session("new", "one")
    try await fixture.sync.purge()
    let rows = try await fixture.database.read { try $0.query("SELECT * FROM sync_items") }
    #expect(rows.map { $0.text("item_id") } == ["new"])
    let heads = try await fixture.database.read { try $0.query("SELECT * FROM sync_heads ORDER BY user_id") }
    #expect(heads.map { $0.integer("floor_id") } == [2400, 2400] && heads.map { $0.integer("item_count") } == [1, 0])
  }
}
