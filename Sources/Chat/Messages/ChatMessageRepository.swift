import Bytes
import Storage

/// The rows of `chat_messages`.
enum ChatMessageRepository {
  /// Who wants to change a room's history, and where.
  struct Author: Sendable {
    var roomID: Int64
    var userID: String
    var username: String
  }

  /// Takes the next numbers of a room that the author may write to. - Returns: nil where there is no such room.
  private static func number(
    _ author: Author, isMessage: Bool, in connection: any SQLConnection
  ) throws -> (message: Int64, change: Int64)? {
    let row = try connection.first(
      """
      UPDATE chat_rooms SET last_change = last_change + 1, last_message = last_message + $3
      WHERE id = $1 AND deleted_at IS NULL AND (is_private = 0 OR EXISTS (SELECT 1 FROM chat_members
        WHERE chat_members.room_id = chat_rooms.id AND chat_members.user_id = $2))
      RETURNING last_message, last_change
      """, [.integer(author.roomID), .text(author.userID), .integer(isMessage ? 1 : 0)])
    guard let message = row?.integer("last_message"), let change = row?.integer("last_change") else { return nil }
    return (message, change)
  }

  /// - Returns: nil where there is no such room for the author.
  static func insert(
    _ content: String, clientID: String?, by author: Author, now: Timestamp, in connection: any SQLConnection
  ) throws -> ChatMessage? {
    guard let (id, change) = try number(author, isMessage: true, in: connection) else { return nil }
    return try connection.first(
      """
      INSERT INTO chat_messages (room_id, id, change, sender_id, sender, content, folded, client_id, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *
      """,
      [
        .integer(author.roomID), .integer(id), .integer(change), .text(author.userID), .text(author.username),
        .text(content), folded(content), .optional(clientID), .integer(now.milliseconds),
      ]
    ).flatMap(ChatMessage.init)
  }

  /// Replaces the content, or removes it where it is nil.
  static func change(
    _ id: Int64, to content: String?, by author: Author, now: Timestamp, in connection: any SQLConnection
  ) throws -> ChatMessage? {
    guard let (_, change) = try number(author, isMessage: false, in: connection) else { return nil }
    let moment = content == nil ? "deleted_at" : "edited_at"
    return try connection.first(
      """
      UPDATE chat_messages SET content = $3, folded = $4, changed = $5, \(moment) = $6
      WHERE room_id = $1 AND id = $2 RETURNING *
      """,
      [
        .integer(author.roomID), .integer(id), .text(content ?? ""), folded(content ?? ""), .integer(change),
        .integer(now.milliseconds),
      ]
    ).flatMap(ChatMessage.init)
  }

  static func find(_ id: Int64, roomID: Int64, in connection: any SQLConnection) throws -> ChatMessage? {
    try connection.first(
      "SELECT * FROM chat_messages WHERE room_id = $1 AND id = $2", [.integer(roomID), .integer(id)]
    ).flatMap(ChatMessage.init)
  }

  static func find(
    clientID: String, userID: String, roomID: Int64, in connection: any SQLConnection
  ) throws -> ChatMessage? {
    try connection.first(
      "SELECT * FROM chat_messages WHERE room_id = $1 AND sender_id = $2 AND client_id = $3",
      [.integer(roomID), .text(userID), .text(clientID)]
    ).flatMap(ChatMessage.init)
  }

  /// The newest message that is not deleted.
  static func last(_ roomID: Int64, in connection: any SQLConnection) throws -> ChatMessage? {
    try connection.first(
      "SELECT * FROM chat_messages WHERE room_id = $1 AND deleted_at IS NULL ORDER BY id DESC LIMIT 1",
      [.integer(roomID)]
    ).flatMap(ChatMessage.init)
  }

  /// Content as it is searched; null where it is that already.
  private static func folded(_ content: String) -> SQLValue {
    let key = RoomName.key(content)
    return key.utf8.elementsEqual(content.utf8) ? .null : .text(key)
  }
}
