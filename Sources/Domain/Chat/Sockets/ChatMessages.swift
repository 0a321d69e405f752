import API
import JSONCodec
import Realtime

/// The types of the frames that `/ws/chat/{room}` sends.
enum ChatFrameType: String, DeclaredMessageType {
  case connected, message
  case messageEdited = "message_edited"
  case messageDeleted = "message_deleted"
  case userJoined = "user_joined"
  case userLeft = "user_left"
  case typing, presence, read
  case roomDeleted = "room_deleted"
  case pong, authenticated, error

  var declaration: MessageDeclaration {
    switch self {
    case .connected:
      frame(
        "The first frame of a connection.",
        Self.present + [
          .string("room_name", "The room."), Self.sender, .string("user_id", "The account."),
          .integer("since", "The message after which the history continues."),
          .integer("last_message_id", "The newest message of the room."),
        ],
        [
          "users": ["anna"], "user_count": 1, "room_name": "general", "sender": "anna", "user_id": "u-1", "since": 41,
          "last_message_id": 41,
        ], text: "Connected to general")
    case .message:
      frame(
        "A message of the room, the client's own ones included.",
        Self.stored + [
          .string("message_type", "Always `text`."),
          .string("client_message_id", "The id that the sender's client gave it.").optional,
          FieldDeclaration.string("edited_at", "The time of the last edit.").optional,
          FieldDeclaration.boolean("duplicate", "True in the answer to a message that was stored before.").optional,
        ],
        ["message_id": 42, "sender": "anna", "message_type": "text", "client_message_id": "0E1F"], text: "Hello")
    case .messageEdited:
      frame(
        "A message was edited.", Self.stored + [.string("edited_at", "The time of the edit.")],
        ["message_id": 42, "sender": "anna", "edited_at": "2026-01-15T12:01:00"], text: "Hello!")
    case .messageDeleted:
      frame("A message was deleted.", Self.stored, ["message_id": 42, "sender": "anna"])
    case .userJoined:
      frame("A user's first connection was opened.", Self.user, Self.anna, text: "anna joined the room")
    case .userLeft: frame("A user's last connection was closed.", Self.user, Self.anna, text: "anna left the room")
    case .typing:
      frame(
        "A user started or stopped typing.", Self.user + [.boolean("is_typing", "Whether the user types.")],
        Self.anna.merging(["is_typing": true]) { $1 })
    case .presence: frame("The connected users.", Self.present, ["users": ["anna", "ben"], "user_count": 2])
    case .read:
      frame(
        "A user read the room up to a message.", Self.user + [.integer("message_id", "The last read message.")],
        Self.anna.merging(["message_id": 42]) { $1 })
    case .roomDeleted: frame("The room was deleted. The connection is closed with 4404.", text: "general was deleted")
    case .pong: frame("The answer to `ping`.")
    case .authenticated:
      frame(
        "The new access token is accepted.", [.string("expires_at", "The expiry of the token, in UTC without a zone.")],
        ["expires_at": "2026-01-15T13:00:00"])
    case .error:
      frame(
        "A message was refused, or the connection is about to be closed.",
        [
          .string("error", "A short phrase."), .string("error_code", "The code."), .string("code", "The same code."),
          .string("details", "A sentence for people."),
          .string("client_message_id", "The refused message, if its client gave it an id.").optional,
          .integer("retry_after", "Seconds to wait before sending the message again.").optional,
        ],
        [
          "error": "There is no such message in this room.", "error_code": "MESSAGE_NOT_FOUND",
          "code": "MESSAGE_NOT_FOUND", "details": "There is no such message in this room.",
        ], text: "There is no such message in this room.")
    }
  }

  /// - Parameter text: the value of `content` and `message` in the example.
  private func frame(
    _ summary: String, _ fields: [FieldDeclaration] = [], _ example: [String: JSONValue] = [:], text: String = ""
  ) -> MessageDeclaration {
    .sent(
      rawValue, summary,
      [
        .integer("room_id", "The room; null before one is found.").nullable,
        .string("content", "Text of the message or for people."), .string("message", "The same text."),
        .string("timestamp", "`yyyy-MM-dd'T'HH:mm:ss` in UTC, without a zone."),
      ] + fields,
      example: .object(
        example.merging([
          "room_id": 7, "content": .string(text), "message": .string(text), "timestamp": "2026-01-15T12:00:00",
        ]) { $1 }))
  }

  private static let sender = FieldDeclaration.string("sender", "A username.")
  private static let user = [sender, .string("username", "The same username.")]
  private static let anna: [String: JSONValue] = ["sender": "anna", "username": "anna"]
  private static let stored = [FieldDeclaration.integer("message_id", "Counts from 1 in each room."), sender]
  private static let present: [FieldDeclaration] = [
    .array("users", of: .string, "Usernames in order, at most 1000."),
    .integer("user_count", "The number of connected users."),
  ]
}

/// The messages that clients of a room may send.
enum ChatRequestType: String, DeclaredMessageType {
  case message
  case edit = "edit_message"
  case delete = "delete_message"
  case typing
  case typingStart = "typing_start"
  case typingStop = "typing_stop"
  case presence
  case markRead = "read"

  /// By type name, aliases included.
  static let byName: [String: ChatRequestType] = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { type in
      (type.declaration.aliases + [type.rawValue]).map { ($0, type) }
    })

  var declaration: MessageDeclaration {
    switch self {
    case .message:
      .received(
        rawValue, aliases: ["chat_message"], "Posts a message.",
        [
          Self.content,
          .string("client_message_id", "The client's id: a repeated message is stored once.").optional,
        ],
        example: ["content": "Hello", "client_message_id": "0E1F"])
    case .edit:
      .received(
        rawValue, aliases: ["message_edit", "edit"], "Edits a message of the user.", [Self.messageID, Self.content],
        example: ["message_id": 42, "content": "Hello!"])
    case .delete:
      .received(
        rawValue, aliases: ["message_delete", "delete"], "Deletes a message of the user.", [Self.messageID],
        example: ["message_id": 42])
    case .typing:
      .received(
        rawValue, "Reports typing to the other members.",
        [.boolean("is_typing", "False when the user stopped; true if absent.").optional], example: ["is_typing": true])
    case .typingStart: .received(rawValue, "The same as `typing` with `is_typing` true.")
    case .typingStop: .received(rawValue, "The same as `typing` with `is_typing` false.")
    case .presence: .received(rawValue, aliases: ["get_presence", "users"], "Asks for the connected users.")
    case .markRead:
      .received(
        rawValue, aliases: ["mark_read"], "Marks the room as read.",
        [.any("message_id", "The last read message; the newest if absent.").optional], example: ["message_id": 42])
    }
  }

  private static let content = FieldDeclaration.string("content", "1 to `chat.max_content` characters.")
  private static let messageID = FieldDeclaration.any("message_id", "The number of the message, also as text.")
}
