import Bytes
import Storage

/// One message of a room. A deleted one keeps its number, without its content.
struct ChatMessage: Sendable, Equatable {
  var roomID: Int64
  /// Counts from 1 in each room, without gaps, in the order that all members see.
  var id: Int64
  /// The change that made it; changes count from 1 in each room, too.
  var change: Int64
  /// The last change that edited or deleted it.
  var changed: Int64?
  /// nil where the account is gone.
  var senderID: String?
  var sender: String
  var content: String
  /// What the sender's device calls it, so that sending it again changes nothing.
  var clientID: String?
  var createdAt: Timestamp
  var editedAt: Timestamp?
  var deletedAt: Timestamp?

  /// A new one.
  init(
    roomID: Int64, id: Int64, change: Int64, senderID: String, sender: String, content: String, clientID: String?,
    createdAt: Timestamp
  ) {
    self.roomID = roomID
    self.id = id
    self.change = change
    self.senderID = senderID
    self.sender = sender
    self.content = content
    self.clientID = clientID
    self.createdAt = createdAt
  }

  /// - Returns: nil where the row is not one of `chat_messages`.
  init?(_ row: Row) {
    guard let roomID = row.integer("room_id"), let id = row.integer("id"), let change = row.integer("change"),
      let sender = row.text("sender"), let content = row.text("content"), let created = row.integer("created_at")
    else { return nil }
    self.roomID = roomID
    self.id = id
    self.change = change
    changed = row.integer("changed")
    senderID = row.text("sender_id")
    self.sender = sender
    self.content = content
    clientID = row.text("client_id")
    createdAt = Timestamp(milliseconds: created)
    editedAt = row.integer("edited_at").map(Timestamp.init(milliseconds:))
    deletedAt = row.integer("deleted_at").map(Timestamp.init(milliseconds:))
  }
}

/// Something that happened to a room's history. What it tells is the message as it is now.
struct RoomChange: Sendable, Equatable {
  enum Kind: Sendable { case posted, edited, deleted }

  /// Counts from 1 in each room, without gaps.
  var number: Int64
  var kind: Kind
  var message: ChatMessage
}
