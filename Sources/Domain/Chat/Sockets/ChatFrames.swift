import API
import Bytes
import JSONCodec
import Realtime

/// The frames of a chat room. Every one has `content` and, the same text, `message`: clients drop frames without one of
/// them. Times have no zone.
struct ChatFrames: FrameFormat {
  /// nil if the room of the connection was not found.
  var roomID: Int64?

  static func frame(
    _ type: ChatFrameType, room: Int64?, text: String = "", at moment: Timestamp, _ more: [String: JSONValue] = [:]
  ) -> JSONValue {
    let frame: [String: JSONValue] = [
      "type": .string(type.rawValue), "room_id": room.map(JSONValue.integer) ?? .null, "content": .string(text),
      "message": .string(text), "timestamp": .string(moment.zoneless),
    ]
    return .object(frame.merging(more) { $1 })
  }

  // MARK: - For all members

  /// Encodes the frame of a change of the history.
  static func encoded(_ change: RoomChange) -> [UInt8] { self.change(change).encoded }

  /// Makes the frame of a change of the history.
  static func change(_ change: RoomChange) -> JSONValue {
    let message = change.message
    switch change.kind {
    case .posted: return posted(message)
    case .edited:
      return frame(
        .messageEdited, room: message.roomID, text: message.content, at: message.editedAt ?? message.createdAt,
        ["message_id": .integer(message.id), "sender": .string(message.sender), "edited_at": edited(message)])
    case .deleted:
      return frame(
        .messageDeleted, room: message.roomID, at: message.deletedAt ?? message.createdAt,
        ["message_id": .integer(message.id), "sender": .string(message.sender)])
    }
  }

  /// Makes the frame of a message. - Parameter isRepeated: whether it answers a message that was stored before.
  static func posted(_ message: ChatMessage, isRepeated: Bool = false) -> JSONValue {
    var more: [String: JSONValue] = [
      "message_id": .integer(message.id), "sender": .string(message.sender), "message_type": "text",
    ]
    if let clientID = message.clientID { more["client_message_id"] = .string(clientID) }
    if message.editedAt != nil { more["edited_at"] = edited(message) }
    if isRepeated { more["duplicate"] = true }
    return frame(.message, room: message.roomID, text: message.content, at: message.createdAt, more)
  }

  private static func edited(_ message: ChatMessage) -> JSONValue { .optional(message.editedAt?.zoneless) }

  /// - Parameter type: `userJoined` or `userLeft`.
  static func presence(_ type: ChatFrameType, room: Int64, name: String, at moment: Timestamp) -> JSONValue {
    let text = name + (type == .userLeft ? " left the room" : " joined the room")
    return frame(type, room: room, text: text, at: moment, ["sender": .string(name), "username": .string(name)])
  }

  // MARK: - For one client

  func pong(to ping: JSONValue, at moment: Timestamp) -> JSONValue { Self.frame(.pong, room: roomID, at: moment) }

  func authenticated(until end: Timestamp, at moment: Timestamp) -> JSONValue {
    Self.frame(.authenticated, room: roomID, at: moment, ["expires_at": .string(end.zoneless)])
  }

  func error(_ code: String, _ error: String, details: String, at moment: Timestamp) -> JSONValue {
    self.error(code, error, details: details, [:], at: moment)
  }

  /// - Parameter clientID: the client's id of the message that the problem is about.
  func error(_ problem: Problem, _ clientID: JSONValue?, at moment: Timestamp) -> JSONValue {
    var more: [String: JSONValue] = [:]
    // The only content of the client that is sent back, because others may be large.
    if let clientID = clientID?.stringValue, clientID.utf8.count <= 512 {
      more["client_message_id"] = .string(clientID)
    }
    if let seconds = problem.fields["Retry-After"].flatMap({ Int64($0) }) { more["retry_after"] = .integer(seconds) }
    let code = problem.code == "VALIDATION_ERROR" ? "INVALID_MESSAGE" : problem.code
    return error(code, problem.message, details: problem.message, more, at: moment)
  }

  private func error(
    _ code: String, _ error: String, details: String, _ more: [String: JSONValue], at moment: Timestamp
  ) -> JSONValue {
    let code = Self.translation[code] ?? code
    return Self.frame(
      .error, room: roomID, text: details, at: moment,
      more.merging([
        "error": .string(error), "error_code": .string(code), "code": .string(code), "details": .string(details),
      ]) { $1 })
  }

  /// The names of codes of all sockets that differ on this path.
  static let translation = ["AUTH_FAILED": "UNAUTHORIZED"]

  static let errorCodes = [
    ErrorCodeDeclaration("ROOM_NOT_FOUND", "The room does not exist for this user, or was deleted."),
    ErrorCodeDeclaration("ROOM_AMBIGUOUS", "Several rooms have the name. The details list their ids."),
    ErrorCodeDeclaration("MESSAGE_NOT_FOUND", "The room has no such message."),
    ErrorCodeDeclaration("MESSAGE_TOO_LONG", "The content exceeds `chat.max_content` characters."),
    ErrorCodeDeclaration("FORBIDDEN", "The message is another user's."),
    ErrorCodeDeclaration("MESSAGE_ID_REUSED", "The `client_message_id` belongs to a message with other content."),
    ErrorCodeDeclaration("QUOTA_EXCEEDED", "The account's storage is full."),
    ErrorCodeDeclaration("SERVER_BUSY", "Too many messages wait to be stored. Send the message again."),
  ]
}

extension Timestamp {
  /// `2026-01-15T12:00:00`, in UTC: the only form that the chat client's formatter parses.
  var zoneless: String { String(rfc3339.dropLast()) }
}
