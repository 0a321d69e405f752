import Bytes
import JSONCodec
import Realtime

/// The frames of a chat room. Every one has `content` and, the same text, `message`: clients drop frames without (wire
/// contract C38). Times have no zone (C41).
enum ChatFrames {
  static func frame(
    _ type: String, room: Int64?, text: String = "", at moment: Timestamp, _ more: [String: JSONValue] = [:]
  ) -> JSONValue {
    let frame: [String: JSONValue] = [
      "type": .string(type), "room_id": room.map(JSONValue.integer) ?? .null, "content": .string(text),
      "message": .string(text), "timestamp": .string(moment.zoneless),
    ]
    return .object(frame.merging(more) { $1 })
  }

  /// What all members hear of a change of the history, as it is sent.
  static func encoded(_ change: RoomChange) -> [UInt8] { self.change(change).encoded }

  /// What all members hear of a change of the history.
  static func change(_ change: RoomChange) -> JSONValue {
    let message = change.message
    switch change.kind {
    case .posted: return posted(message)
    case .edited:
      return frame(
        "message_edited", room: message.roomID, text: message.content, at: message.editedAt ?? message.createdAt,
        ["message_id": .integer(message.id), "sender": .string(message.sender), "edited_at": edited(message)])
    case .deleted:
      return frame(
        "message_deleted", room: message.roomID, at: message.deletedAt ?? message.createdAt,
        ["message_id": .integer(message.id), "sender": .string(message.sender)])
    }
  }

  static func posted(_ message: ChatMessage, isRepeated: Bool = false) -> JSONValue {
    var more: [String: JSONValue] = [
      "message_id": .integer(message.id), "sender": .string(message.sender), "message_type": "text",
    ]
    if let clientID = message.clientID { more["client_message_id"] = .string(clientID) }
    if message.editedAt != nil { more["edited_at"] = edited(message) }
    if isRepeated { more["duplicate"] = true }
    return frame("message", room: message.roomID, text: message.content, at: message.createdAt, more)
  }

  private static func edited(_ message: ChatMessage) -> JSONValue { .optional(message.editedAt?.zoneless) }

  /// `user_joined`, `user_left`.
  static func presence(_ type: String, room: Int64, name: String, at moment: Timestamp) -> JSONValue {
    let text = name + (type == "user_left" ? " left the room" : " joined the room")
    return frame(type, room: room, text: text, at: moment, ["sender": .string(name), "username": .string(name)])
  }
}

/// What sockets of chat rooms say beside the room's own frames.
struct ChatDialect: EventDialect {
  /// nil before one is found.
  var room: Room?

  static let connectionType = "chat"
  var connectionType: String { Self.connectionType }
  var topic: String? { room?.topic }
  /// Rooms are told from their own history, not from the events of a user.
  var kinds: [String] { [] }

  func greeting(userID: String, at moment: Timestamp) -> JSONValue? { nil }

  func frame(_ event: Event, options: DialectOptions, at moment: Timestamp) -> JSONValue? { nil }

  func pong(to ping: JSONValue, at moment: Timestamp) -> JSONValue {
    ChatFrames.frame("pong", room: room?.id, at: moment)
  }

  func error(_ code: String, _ error: String, details: String, at moment: Timestamp) -> JSONValue {
    self.error(code, error, details: details, [:], at: moment)
  }

  /// The code is there under both of its names.
  func error(
    _ code: String, _ error: String, details: String, _ more: [String: JSONValue], at moment: Timestamp
  ) -> JSONValue {
    // Wire contract §10.
    let code = code == "AUTH_FAILED" ? "UNAUTHORIZED" : code
    return ChatFrames.frame(
      "error", room: room?.id, text: details, at: moment,
      more.merging([
        "error": .string(error), "error_code": .string(code), "code": .string(code), "details": .string(details),
      ]) { $1 })
  }

  func authenticated(until end: Timestamp, at moment: Timestamp) -> JSONValue {
    ChatFrames.frame("authenticated", room: room?.id, at: moment, ["expires_at": .string(end.zoneless)])
  }
}

extension Timestamp {
  /// `2026-01-15T12:00:00`, in UTC: the one form that the chat client's formatter reads.
  var zoneless: String { String(rfc3339.dropLast()) }
}
