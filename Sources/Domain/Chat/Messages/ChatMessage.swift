import Bytes
import Storage

/// One message of a room. A deleted one keeps its number, without its content.
struct ChatMessage: Sendable, Equatable {
  /// The maximum length of `clientID`, in characters.
  static let maxClientID = 128

  var roomID: Int64
  /// Counts from 1 in each room, without gaps, in the order that all members see.
  var id: Int64
  /// The number of the change that posted it. Changes count from 1 in each room.
  var change: Int64
  /// The last change that edited or deleted it.
  var changed: Int64?
  /// nil if the account was deleted.
  var senderID: String?
  var sender: String
  var content: String
  /// The id that the sender's client gave it, which makes sending it again idempotent.
  var clientID: String?
  var createdAt: Timestamp
  var editedAt: Timestamp?
  var deletedAt: Timestamp?

  /// Makes a new message.
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

  /// - Returns: nil if the row is not one of `chat_messages`.
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

/// A change of a room's history, with the present state of its message.
struct RoomChange: Sendable, Equatable {
  enum Kind: Sendable { case posted, edited, deleted }

  /// Counts from 1 in each room, without gaps.
  var number: Int64
  var kind: Kind
  var message: ChatMessage
}
