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
          .string("room_name", "The name of the room."), Self.user, .string("user_id", "The account."),
          .count("since", "The message after which the history continues."),
          .count("last_message_id", "The newest message of the room; 0 before the first one."),
        ],
        [
          "users": ["anna"], "user_count": 1, "room_name": "general", "sender": "anna", "user_id": "u-1", "since": 41,
          "last_message_id": 41,
        ], text: "Connected to general")
    case .message:
      frame(
        "A message of the room, the client's own ones included.",
        Self.stored + [
          ChatSchemas.messageType, ChatSchemas.clientMessageID.optional, ChatSchemas.editedAt.optional,
          FieldDeclaration.boolean("duplicate", "True in the answer to a message that was stored before.").optional,
        ],
        ["message_id": 42, "sender": "anna", "message_type": "text", "client_message_id": "0E1F"], text: "Hello")
    case .messageEdited:
      frame(
        "A message was edited.", Self.stored + [ChatSchemas.editedAt],
        ["message_id": 42, "sender": "anna", "edited_at": "2026-01-15T12:01:00"], text: "Hello!")
    case .messageDeleted:
      frame("A message was deleted.", Self.stored, ["message_id": 42, "sender": "anna"])
    case .userJoined:
      frame("A user's first connection was opened.", Self.users, Self.anna, text: "anna joined the room")
    case .userLeft: frame("A user's last connection was closed.", Self.users, Self.anna, text: "anna left the room")
    case .typing:
      frame(
        "A user started or stopped typing.", Self.users + [.boolean("is_typing", "Whether the user types.")],
        Self.anna.merging(["is_typing": true]) { $1 })
    case .presence: frame("The connected users.", Self.present, ["users": ["anna", "ben"], "user_count": 2])
    case .read:
      frame(
        "A user read the room up to a message.", Self.users + [.count("message_id", "The read position.")],
        Self.anna.merging(["message_id": 42]) { $1 })
    case .roomDeleted: frame("The room was deleted. The connection is closed with 4404.", text: "general was deleted")
    case .pong: frame("The answer to `ping`.")
    case .authenticated:
      frame(
        "The new access token is accepted.",
        [.init("expires_at", ChatSchemas.time, "The expiry of the token, in UTC without a zone.")],
        ["expires_at": "2026-01-15T13:00:00"])
    case .error:
      frame(
        "A message was refused, or the connection is about to be closed.",
        [
          .string("error", "A short phrase."), .string("error_code", "The code."), .string("code", "The same code."),
          .string("details", "A sentence for people."),
          .string("client_message_id", "The refused message, if its client gave it an id.").optional,
          .count("retry_after", "Seconds to wait before sending the message again.").optional,
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
        FieldDeclaration("room_id", ChatSchemas.number, "The room; null if none was found.").nullable,
        .string("content", "The text of the message, or a sentence for people."), .string("message", "The same text."),
        ChatSchemas.timestamp,
      ] + fields,
      example: .object(
        example.merging([
          "room_id": 7, "content": .string(text), "message": .string(text), "timestamp": "2026-01-15T12:00:00",
        ]) { $1 }))
  }

  private static let user = FieldDeclaration.string("sender", "The username.")
  private static let users = [user, .string("username", "The same username.")]
  private static let anna: [String: JSONValue] = ["sender": "anna", "username": "anna"]
  private static let stored = [ChatSchemas.messageID, ChatSchemas.sender]
  private static let present: [FieldDeclaration] = [
    .array("users", of: .string, count: 0...RoomChannel.maxNames, "Usernames in order."),
    .count("user_count", "The number of connected users."),
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
          FieldDeclaration(
            "client_message_id", ChatSchemas.clientID, "The client's id: a repeated message is stored once."
          )
          .or("clientMessageId").optionalOrNull,
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
        rawValue, "Reports typing to the other connections in the room.",
        [.boolean("is_typing", "False when the user stopped; true if absent.").optional], example: ["is_typing": true])
    case .typingStart: .received(rawValue, "The same as `typing` with `is_typing` true.")
    case .typingStop: .received(rawValue, "The same as `typing` with `is_typing` false.")
    case .presence: .received(rawValue, aliases: ["get_presence", "users"], "Asks for the connected users.")
    case .markRead:
      .received(
        rawValue, aliases: ["mark_read"], "Marks the room as read.",
        [
          .init("message_id", Self.number, "The last read message, also as text; the newest one if it is absent.")
            .optional
        ], example: ["message_id": 42])
    }
  }

  private static let content = FieldDeclaration(
    "content", .text(length: 1...(1 << 16)), "At most `chat.max_content` characters, not only white space."
  ).or("message")
  /// Clients send numbers of messages also as text.
  private static let number = Schema.oneOf(.count, .string.matching("[0-9]+"))
  private static let messageID = FieldDeclaration("message_id", number, "The number of the message, also as text.")
}
