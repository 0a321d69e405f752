import Storage
import TestSupport
import Testing

@testable import Chat

/// A search in steps finds what a search in one step would.
@Suite struct MessageSearchTests {
  /// Ten messages, of which 3, 6 and 9 contain `fizz`.
  private static let room = """
    INSERT INTO chat_rooms (id, name, name_key, last_message, last_change, created_at) VALUES (7, 'x', 'x', 10, 10, 0)
    """
  private static let messages = """
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 10)
    INSERT INTO chat_messages (room_id, id, change, sender, content, created_at)
    SELECT 7, x, x, '', CASE WHEN x % 3 = 0 THEN 'fizz ' || x ELSE 'buzz' END, 0 FROM n
    """

  private static let rows: [(window: MessageWindow, depth: Int, ids: [Int64], next: Int64?)] = [
    (MessageWindow(limit: 50), 100, [3, 6, 9], nil),
    (MessageWindow(limit: 2), 100, [6, 9], 6),
    (MessageWindow(limit: 50), 5, [6, 9], 6),
    (MessageWindow(limit: 50), 1, [], 10),
    (MessageWindow(limit: 50), .max, [3, 6, 9], nil),
    (MessageWindow(limit: 50, before: 9), 100, [3, 6], nil),
    (MessageWindow(limit: 50, before: 9), 2, [], 7),
    (MessageWindow(limit: 50, before: 9), 3, [6], 6),
    (MessageWindow(limit: 50, before: 4000), 4, [9], 7),
    (MessageWindow(limit: 50, before: 0), 4, [], nil),
    (MessageWindow(limit: 50, after: 3), 100, [6, 9], nil),
    (MessageWindow(limit: 50, before: 3, after: 9), 100, [], nil),
    (MessageWindow(limit: 50, after: .max - 1), 100, [], nil),
  ]

  @Test(arguments: [1, 2, 3, 7, 8192] as [Int64])
  func findsTheSameInStepsOfAnySize(step: Int64) async throws {
    let database = try TestDatabase.make()
    try await database.write { connection in
      try connection.execute(Self.room)
      try connection.execute(Self.messages)
    }
    for row in Self.rows {
      var search = MessageSearch("fizz", in: row.window, depth: row.depth, leastStep: step)
      var steps = 0
      while !search.isOver {
        search = try await database.read { [search] connection in
          var search = search
          let room = try #require(try RoomRepository.find(7, userID: "anna", in: connection))
          try search.advance(room, in: connection)
          return search
        }
        steps += 1
      }
      let page = search.page
      let ids = page.messages.map { $0.id }
      #expect(ids == row.ids, "\(row)")
      #expect(page.next?.before == row.next, "\(row)")
      #expect(steps <= 11)
    }
  }
}
