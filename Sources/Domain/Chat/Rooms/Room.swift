import Bytes
import Storage

/// A chat room.
struct Room: Sendable, Equatable {
  var id: Int64
  var name: String
  /// Whether only members see it.
  var isPrivate: Bool
  /// The account that may delete it; nil for `general`, and if the account was deleted.
  var ownerID: String?
  /// The number of its newest message, 0 before the first.
  var lastMessage: Int64
  /// The number of its newest change: messages, edits, deletions.
  var lastChange: Int64
  var createdAt: Timestamp

  /// Its topic in the connection registry.
  var topic: String { Self.topicPrefix + "\(id)" }

  /// The part of topics before the id.
  static let topicPrefix = "room "
}

extension Room {
  /// - Returns: nil if the row is not one of `chat_rooms`.
  init?(_ row: Row) {
    guard let id = row.integer("id"), let name = row.text("name"), let created = row.integer("created_at") else {
      return nil
    }
    self.init(
      id: id, name: name, isPrivate: row.integer("is_private") == 1, ownerID: row.text("owner_id"),
      lastMessage: row.integer("last_message") ?? 0, lastChange: row.integer("last_change") ?? 0,
      createdAt: Timestamp(milliseconds: created))
  }
}

/// A member of a room.
struct RoomMember: Sendable, Equatable {
  var userID: String
  var username: String
  var joinedAt: Timestamp
}
