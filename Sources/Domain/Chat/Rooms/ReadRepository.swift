import Bytes
import Storage

/// The rows of `chat_reads`: the read position of each user in each room.
enum ReadRepository {
  /// Upper bound of the number of unread messages.
  static let maxUnread: Int64 = 1000
  /// The newest messages that are counted.
  private static let depth: Int64 = 10_000

  static func position(_ roomID: Int64, userID: String, in connection: any SQLConnection) throws -> Int64 {
    try connection.first(
      "SELECT message_id FROM chat_reads WHERE room_id = $1 AND user_id = $2", [.integer(roomID), .text(userID)]
    )?.integer("message_id") ?? 0
  }

  /// The number of messages of other users after the read position, at most `maxUnread`.
  static func unread(_ room: Room, userID: String, in connection: any SQLConnection) throws -> Int64 {
    let read = try position(room.id, userID: userID, in: connection)
    return try count(room, after: read, upTo: room.lastMessage, userID: userID, in: connection)
  }

  static func count(
    _ room: Room, after read: Int64, upTo last: Int64, userID: String, in connection: any SQLConnection
  ) throws -> Int64 {
    try connection.first(
      """
      SELECT COUNT(*) AS n FROM (SELECT 1 FROM chat_messages WHERE room_id = $1 AND id > $2 AND id <= $3
        AND deleted_at IS NULL AND (sender_id IS NULL OR sender_id <> $4) LIMIT \(maxUnread)) AS unread
      """,
      [.integer(room.id), .integer(max(read, room.lastMessage - depth)), .integer(last), .text(userID)]
    )?.integer("n") ?? 0
  }

  /// Advances the position. - Returns: false if it was there or further.
  static func advance(
    _ roomID: Int64, userID: String, to messageID: Int64, now: Timestamp, in connection: any SQLConnection
  ) throws -> Bool {
    try connection.execute(
      """
      INSERT INTO chat_reads (room_id, user_id, message_id, read_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (room_id, user_id) DO UPDATE SET message_id = excluded.message_id, read_at = excluded.read_at
      WHERE excluded.message_id > chat_reads.message_id
      """,
      [.integer(roomID), .text(userID), .integer(messageID), .integer(now.milliseconds)]) > 0
  }
}
