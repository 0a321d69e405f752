import Bytes
import Storage

/// The rows of `chat_messages`.
enum ChatMessageRepository {
  /// The bytes that a row counts for beside its text. `0016_usage.sql` uses the same number for changes and deletions.
  static let rowBytes = 200

  /// The author of a command, and the room.
  struct Author: Sendable {
    var roomID: Int64
    var userID: String
    var username: String
  }

  /// Inserts a message. It does not use RETURNING, with which SQLite keeps copies of the pages that a statement changes.
  static func insert(_ message: ChatMessage, in connection: any SQLConnection) throws {
    let folded = folded(message.content)
    let texts = [message.content, folded, message.clientID]
    let bytes = texts.reduce(rowBytes) { $0 + ($1?.utf8.count ?? 0) }
    if let sender = message.senderID { connection.addUsage(bytes, of: sender) }
    try connection.executeLater(
      """
      INSERT INTO chat_messages (room_id, id, change, sender_id, sender, content, folded, client_id, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """,
      [
        .integer(message.roomID), .integer(message.id), .integer(message.change), .optional(message.senderID),
        .text(message.sender), .text(message.content), .optional(folded), .optional(message.clientID),
        .integer(message.createdAt.milliseconds),
      ])
  }

  /// Stores an edit, a deletion, or the deletion of the sender's account.
  static func update(_ message: ChatMessage, in connection: any SQLConnection) throws {
    try connection.executeLater(
      """
      UPDATE chat_messages SET content = $3, folded = $4, changed = $5, edited_at = $6, deleted_at = $7,
        sender_id = $8, sender = $9, client_id = $10
      WHERE room_id = $1 AND id = $2
      """,
      [
        .integer(message.roomID), .integer(message.id), .text(message.content), .optional(folded(message.content)),
        message.changed.map(SQLValue.integer) ?? .null,
        (message.editedAt?.milliseconds).map(SQLValue.integer) ?? .null,
        (message.deletedAt?.milliseconds).map(SQLValue.integer) ?? .null, .optional(message.senderID),
        .text(message.sender), .optional(message.clientID),
      ])
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

  /// The folded content, in which searches look; nil if it equals the content.
  private static func folded(_ content: String) -> String? {
    let key = RoomName.key(content)
    return key.utf8.elementsEqual(content.utf8) ? nil : key
  }
}
