import JSONCodec
import Runtime
import Testing

@testable import Sync

/// A cursor misses nothing and repeats nothing.
@Suite struct PullTests {
  @Test(
    arguments: [
      ("0", 0, nil), ("42", 42, nil), ("42.bv", 42, [.voice, .behavioral]), ("7.l", 7, [.mealLog]), ("", nil, nil),
      ("x", nil, nil), ("-1", nil, nil), ("1.", nil, nil), ("1.x", nil, nil), ("1.vv", nil, nil), (".v", nil, nil),
      ("99999999999999999999", nil, nil), ("9999999999999999999", nil, nil), ("1 ", nil, nil),
    ] as [(String, Int64?, Set<DataType>?)])
  func readsCursors(text: String, change: Int64?, types: Set<DataType>?) {
    let cursor = Cursor(text)
    #expect(cursor?.change == change)
    guard let cursor else { return }
    #expect(cursor.types == types ?? Set(DataType.allCases))
    #expect(cursor.text == text)
  }

  @Test func aCursorAppliesOnlyToItsItemTypes() async throws {
    let fixture = try await SyncFixture()
    _ = try await fixture.session("s", "one")
    try await fixture.upload(["metrics": [["metric_name": "m", "value": 1]]])
    let metrics = try await fixture.page([.metrics])
    #expect(metrics.changes.map(\.type) == [.metrics] && metrics.cursor.text == "2.m")
    #expect(try await fixture.page([.metrics], since: metrics.cursor.text).changes.isEmpty)
    #expect(try await fixture.page([.session, .metrics], since: metrics.cursor.text).changes.count == 2)
    let all = try await fixture.page()
    #expect(try await fixture.page([.session], since: all.cursor.text).changes.isEmpty)
  }

  @Test(arguments: [1, 2, 7, 100, 101, 1000]) func pagesOfAnySizeGiveTheSame(limit: Int) async throws {
    let fixture = try await SyncFixture()
    for batch in 0..<3 {
      let items = (0..<100).map { JSONValue.object(["session_id": "\(batch)-\($0)"]) }
      try await fixture.upload(["sessions": .array(items)])
    }
    var changes: [Int64] = []
    var token: String?
    while true {
      let page = try await fixture.page(since: token, limit: limit)
      #expect(page.changes.count <= limit)
      changes += page.changes.map(\.change)
      token = page.cursor.text
      if !page.hasMore { break }
    }
    #expect(changes == Array(1...300))
  }

  @Test func aPageEndsByItsBytesAndHasOneItemAtLeast() async throws {
    let fixture = try await SyncFixture()
    let note = JSONValue.string(String(repeating: "x", count: 10_000))
    let items = (0..<10).map { JSONValue.object(["session_id": .integer($0), "note": note]) }
    try await fixture.upload(["sessions": .array(items)])
    #expect(try await fixture.page(maxBytes: 35_000).changes.count == 4)
    #expect(try await fixture.page(maxBytes: 1).changes.count == 1)
  }

  @Test func aCursorBeyondAllChangesCausesAFullResync() async throws {
    let fixture = try await SyncFixture()
    _ = try await fixture.session("s", "one")
    let page = try await fixture.page(since: "12")
    #expect(page.isReset && page.changes.count == 1 && page.members["full_resync"] == true)
    #expect(page.cursor.text == "1")
  }

  @Test func whileDevicesWriteNoChangeIsMissedOrRepeated() async throws {
    let fixture = try await SyncFixture()
    let done = Locked(0)
    let read = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for device in 0..<4 {
        group.addTask {
          for number in 0..<50 {
            _ = try await fixture.session("\(device)-\(number)", "one", as: "d\(device)")
          }
          done.withLock { $0 += 1 }
          return []
        }
      }
      group.addTask {
        var (token, changes): (String?, [Int64]) = (nil, [])
        while true {
          let isLast = done.withLock { $0 } == 4
          let page = try await fixture.page(since: token, limit: 3)
          changes += page.changes.map(\.change)
          token = page.cursor.text
          if isLast, !page.hasMore { return changes }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(read == Array(1...200))
  }

  @Test func itemsAreVisibleOnlyToTheirUser() async throws {
    let fixture = try await SyncFixture()
    _ = try await fixture.session("s", "mine")
    _ = try await fixture.session("s", "yours", user: "u2")
    #expect(try await fixture.everything()["session/s"]?["status"] == "mine")
    #expect(try await fixture.everything(user: "u2")["session/s"]?["status"] == "yours")
  }
}
