import Storage
import Web

/// A part of a room's messages: the newest ones, those before one, or those behind one.
struct MessageWindow: Sendable, Equatable {
  var limit: Int
  var before: Int64?
  var after: Int64?

  /// Content of one answer; a page ends early where it has more.
  private static let maxBytes = 2 << 20

  init(limit: Int, before: Int64? = nil, after: Int64? = nil) {
    self.limit = limit
    self.before = before
    self.after = after
  }

  /// Reads `limit`, `before` and `after`; larger limits mean the largest. - Throws: `Problem` 400.
  init(_ request: Request, defaultLimit: Int, maxLimit: Int) throws {
    limit = Int(min(try Self.number(request, "limit", from: 1) ?? Int64(min(defaultLimit, maxLimit)), Int64(maxLimit)))
    before = try Self.number(request, "before", from: 0)
    after = try Self.number(request, "after", from: 0)
  }

  /// Messages that are not deleted, oldest first: with `after` the oldest of those in question, otherwise the newest.
  /// - Parameter phrase: what they must contain, folded; at most `depth` messages are looked at then.
  func messages(
    _ room: Room, phrase: String? = nil, depth: Int = .max, in connection: any SQLConnection
  ) throws -> [ChatMessage] {
    let isForward = after != nil && phrase == nil
    let end = before ?? room.lastMessage &+ 1
    let bottom = max(after ?? 0, phrase == nil ? 0 : end.subtractingReportingOverflow(Int64(depth)).partialValue - 1)
    var arguments: [SQLValue] = [.integer(room.id), .integer(bottom), .integer(end)]
    if let phrase { arguments.append(.text(LikePattern.containing(phrase))) }
    let rows = try connection.query(
      """
      SELECT * FROM chat_messages WHERE room_id = $1 AND id > $2 AND id < $3 AND deleted_at IS NULL
      \(phrase == nil ? "" : "AND COALESCE(folded, content) LIKE $4 \(LikePattern.escape)")
      ORDER BY id \(isForward ? "ASC" : "DESC") LIMIT \(limit)
      """, arguments)
    var bytes = 0
    let messages = rows.compactMap(ChatMessage.init).prefix { message in
      defer { bytes += message.content.utf8.count }
      return bytes < Self.maxBytes
    }
    return isForward ? Array(messages) : messages.reversed()
  }

  private static func number(_ request: Request, _ name: String, from least: Int64) throws -> Int64? {
    guard let text = request.queryValue(name) else { return nil }
    guard let number = Int64(text), number >= least, number < .max else {
      throw Problem.badRequest("\(name) must be a number from \(least).", details: [name: "a number from \(least)"])
    }
    return number
  }
}
