import Bytes
import JSONCodec
import Storage

/// Reads and purges the rows of `user_events`.
///
/// Readers require that the ids of a user become visible in their order, which holds because every transaction that stores events
/// of a user runs in the scope of that user.
struct EventStore: Sendable {
  let database: any Database

  /// The user's events after `position`, oldest first, at most `limit`, without a topic or of the given one.
  /// - Returns: the events, and the position up to which no other exists.
  func events(
    of userID: String, kinds: [String], topic: String?, after position: Int64, limit: Int
  ) async throws -> (events: [Event], end: Int64) {
    guard !kinds.isEmpty else { return ([], position) }
    let marks = SQLParameters.list(kinds.count, from: 4)
    let sql = """
      SELECT id, kind, payload, created_at FROM user_events
      WHERE user_id = $1 AND id > $2 AND (topic IS NULL OR topic = $3) AND kind IN (\(marks))
      ORDER BY id LIMIT \(limit)
      """
    let arguments = [.text(userID), .integer(position), .optional(topic)] + kinds.map(SQLValue.text)
    return try await database.read { connection in
      // Both see the same rows, because a read has one snapshot.
      let rows = try connection.queries([Self.newest(of: userID), SQLStatement(sql: sql, arguments: arguments)])
      let newest = max(position, Self.id(in: rows[0]))
      let events = rows[1].compactMap { Self.event($0, userID) }
      return (events, events.count == limit ? events.last?.id ?? newest : newest)
    }
  }

  /// The id of the user's newest event, or 0.
  func newest(of userID: String) async throws -> Int64 {
    let statement = Self.newest(of: userID)
    return try await database.read { Self.id(in: try $0.query(statement.sql, statement.arguments)) }
  }

  private static func newest(of userID: String) -> SQLStatement {
    SQLStatement(
      sql: "SELECT id FROM user_events WHERE user_id = $1 ORDER BY id DESC LIMIT 1", arguments: [.text(userID)])
  }

  private static func id(in rows: [Row]) -> Int64 { rows.first?.integer("id") ?? 0 }

  /// Deletes events that are older than `moment`, in steps so that other writes are not delayed.
  /// - Returns: their number.
  func purge(before moment: Timestamp, step: Int = 1000) async throws -> Int {
    var total = 0
    while true {
      let count = try await database.write(in: .task("events")) { connection in
        try connection.execute(
          "DELETE FROM user_events WHERE id IN (SELECT id FROM user_events WHERE created_at < $1 LIMIT \(step))",
          [.integer(moment.milliseconds)])
      }
      total += count
      if count < step { return total }
    }
  }

  private static func event(_ row: Row, _ userID: String) -> Event? {
    guard let id = row.integer("id"), let kind = row.text("kind"), let text = row.text("payload"),
      let moment = row.integer("created_at")
    else { return nil }
    // `append` wrote the text, so it is JSON. Damaged text becomes an event without content.
    let payload = (try? JSONValue(parsing: text.utf8)) ?? .null
    return Event(id: id, userID: userID, kind: kind, payload: payload, createdAt: Timestamp(milliseconds: moment))
  }
}
