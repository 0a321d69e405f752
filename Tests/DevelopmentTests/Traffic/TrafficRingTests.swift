import Bytes
import Testing

@testable import Development

/// The bounded memory of the traffic.
@Suite struct TrafficRingTests {
  private static func entry(_ body: String = "", connection: Int = 1) -> TrafficEntry {
    TrafficEntry(
      time: Timestamp(seconds: 0), connection: connection, client: "127.0.0.1", path: "/ws",
      content: .frame(
        FrameRecord(
          direction: .incoming, opcode: .text, bytes: body.utf8.count, body: body, isTruncated: false, faultIDs: [])))
  }

  private static func ring(_ count: Int, maxBytes: Int = 1 << 20) -> TrafficRing {
    var ring = TrafficRing(maxBytes: maxBytes)
    for _ in 0..<count { ring.append(entry()) }
    return ring
  }

  private static func query(after: Int?, limit: Int = 100) -> TrafficQuery {
    var query = TrafficQuery()
    query.after = after
    query.limit = limit
    return query
  }

  struct Row: Sendable {
    var after: Int?
    var limit: Int
    var ids: [Int]
    var lastID: Int
  }

  @Test(arguments: [
    Row(after: nil, limit: 3, ids: [8, 9, 10], lastID: 10), Row(after: 0, limit: 3, ids: [1, 2, 3], lastID: 3),
    Row(after: 7, limit: 100, ids: [8, 9, 10], lastID: 10), Row(after: 10, limit: 5, ids: [], lastID: 10),
    // An id of an earlier process.
    Row(after: 500, limit: 5, ids: [], lastID: 10),
  ])
  func selectsByID(_ row: Row) {
    let page = Self.ring(10).page(Self.query(after: row.after, limit: row.limit))
    #expect(page.entries.map(\.id) == row.ids && page.lastID == row.lastID)
  }

  @Test func continuesAfterEntriesThatAreLeftOut() {
    var ring = TrafficRing(maxBytes: 1 << 20)
    for connection in [1, 2, 1, 2, 2] { ring.append(Self.entry(connection: connection)) }
    var query = Self.query(after: 0, limit: 1)
    query.connection = 1
    #expect(ring.page(query).entries.map(\.id) == [1] && ring.page(query).lastID == 2)
    query.after = 2
    #expect(ring.page(query).entries.map(\.id) == [3] && ring.page(query).lastID == 5)
  }

  @Test func dropsTheOldestOverItsBound() {
    var ring = TrafficRing(maxBytes: 100_000)
    for _ in 0..<1000 { ring.append(Self.entry(String(repeating: "x", count: 5000))) }
    #expect(ring.bytes <= 100_000 && ring.lastID == 1000)
    let page = ring.page(Self.query(after: 0))
    #expect(page.entries.first?.id == ring.firstID && page.entries.last?.id == 1000)
    #expect((10...20).contains(page.entries.count))
    #expect(page.entries.allSatisfy { $0.kind == .frame })
  }

  @Test func keepsAnEntryThatIsLargerThanItsBound() {
    var ring = TrafficRing(maxBytes: 1000)
    ring.append(Self.entry())
    ring.append(Self.entry(String(repeating: "x", count: 5000)))
    #expect(ring.page(Self.query(after: 0)).entries.map(\.id) == [2])
  }

  @Test func aPageHasABoundInBytes() {
    var ring = TrafficRing(maxBytes: 1 << 20)
    for _ in 0..<10 { ring.append(Self.entry(String(repeating: "x", count: 1000))) }
    var query = Self.query(after: 0)
    query.maxBytes = 4000
    let page = ring.page(query)
    #expect(page.entries.map(\.id) == [1, 2, 3] && page.lastID == 3)
    query.maxBytes = 1
    #expect(ring.page(query).entries.map(\.id) == [1])
  }

  @Test func idsContinueAfterARemoval() {
    var ring = Self.ring(5)
    ring.removeAll()
    #expect(ring.firstID == 6 && ring.bytes == 0)
    ring.append(Self.entry())
    #expect(ring.page(Self.query(after: 3)).entries.map(\.id) == [6])
  }
}
