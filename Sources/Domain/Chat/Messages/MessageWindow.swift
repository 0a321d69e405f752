import API
import HTTPServer
import Storage

/// The messages of one response.
struct MessagePage: Sendable, Equatable {
  /// Oldest first.
  var messages: [ChatMessage]
  /// The window of the next page; nil at the end of the history. A search that reached its depth has one too, even if it
  /// found nothing.
  var next: MessageWindow?
}

/// A part of a room's messages: the newest ones, those before one, or those after one.
struct MessageWindow: Sendable, Equatable {
  var limit: Int
  var before: Int64?
  var after: Int64?

  /// Upper bound of the content of one page, in bytes; a page ends early if it has more.
  static let maxBytes = 2 << 20

  init(limit: Int, before: Int64? = nil, after: Int64? = nil) {
    self.limit = limit
    self.before = before
    self.after = after
  }

  /// Reads `limit`, `before` and `after`. A larger limit than `maxLimit` counts as `maxLimit`. - Throws: `Problem` 400.
  init(_ request: Request, defaultLimit: Int, maxLimit: Int) throws {
    limit = Int(min(try Self.number(request, "limit", from: 1) ?? Int64(min(defaultLimit, maxLimit)), Int64(maxLimit)))
    before = try Self.number(request, "before", from: 0)
    after = try Self.number(request, "after", from: 0)
  }

  /// Messages that are not deleted, oldest first: with `after` the oldest that match, otherwise the newest.
  func page(_ room: Room, in connection: any SQLConnection) throws -> MessagePage {
    let isForward = after != nil
    let end = min(before ?? .max, room.lastMessage + 1)
    let rows = try connection.query(
      """
      SELECT * FROM chat_messages WHERE room_id = $1 AND id > $2 AND id < $3 AND deleted_at IS NULL
      ORDER BY id \(isForward ? "ASC" : "DESC") LIMIT \(limit + 1)
      """, [.integer(room.id), .integer(after ?? 0), .integer(end)])
    var bytes = 0
    let messages = Array(
      rows.prefix(limit).compactMap(ChatMessage.init).prefix { message in
        defer { bytes += message.content.utf8.count }
        return bytes < Self.maxBytes
      })
    var next: MessageWindow?
    if rows.count > messages.count {
      next = messages.last.map { isForward ? following(after: $0.id) : following(before: $0.id) }
    }
    return MessagePage(messages: isForward ? messages : messages.reversed(), next: next)
  }

  /// The window of the messages before `id`.
  func following(before id: Int64) -> MessageWindow { MessageWindow(limit: limit, before: id, after: after) }

  private func following(after id: Int64) -> MessageWindow { MessageWindow(limit: limit, before: before, after: id) }

  /// The query parameters of the window, for the address of a page.
  var parameters: [(name: String, value: String)] {
    [("limit", "\(limit)")] + (before.map { [("before", "\($0)")] } ?? []) + (after.map { [("after", "\($0)")] } ?? [])
  }

  private static func number(_ request: Request, _ name: String, from least: Int64) throws -> Int64? {
    guard let text = request.queryValue(name) else { return nil }
    guard let number = Int64(text), number >= least, number < .max else {
      throw Problem.badRequest("\(name) must be a number from \(least).", details: [name: "a number from \(least)"])
    }
    return number
  }
}
