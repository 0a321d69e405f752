import API
import Bytes
import JSONCodec

/// The JSON objects of chat, and their members that socket frames have as well.
enum ChatSchemas {
  /// A time in UTC without a zone: see `Timestamp.zoneless`.
  static let time = Schema.string.matching("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}")
  /// The id of a room, or the number of a message.
  static let number = Schema.integer(in: 1...(1 << 53))
  /// The id that a client gives its message.
  static let clientID = Schema.text(length: 1...ChatMessage.maxClientID)

  static let roomID = FieldDeclaration("room_id", number, "The room.")
  static let messageID = FieldDeclaration(
    "message_id", number, "Counts from 1 in each room, without gaps, in the one order that all members see.")
  static let sender = FieldDeclaration.string(
    "sender", "The username of the author; empty after the account was deleted.")
  static let texts: [FieldDeclaration] = [.string("content", "The text."), .string("message", "The same text.")]
  static let messageType = FieldDeclaration.string("message_type", oneOf: ["text"], "The kind of content.")
  static let timestamp = FieldDeclaration("timestamp", time, "In UTC, without a zone.")
  static let editedAt = FieldDeclaration("edited_at", time, "The time of the last edit.")
  static let clientMessageID = FieldDeclaration(
    "client_message_id", clientID, "The id that the sender's client gave it.")
  /// Members of requests that contain a message. - Parameter maxContent: `ChatConfiguration.maxContent`.
  static func content(maxContent: Int) -> FieldDeclaration {
    .text("content", length: 1...maxContent, "The text, not only white space.").or("message")
  }

  static let message = Schema.object(
    [roomID, messageID, .init("id", number, "The same number."), sender] + texts + [
      messageType, timestamp, editedAt.nullable, clientMessageID.nullable,
    ], named: "ChatMessage")

  static let roomMembers: [FieldDeclaration] = [
    .init("id", number, "The id, by which paths can name the room."),
    .string("name", length: RoomName.length, "The name, by which paths can name the room as well."),
    .init("created_at", time, "In UTC, without a zone."), .boolean("private", "Whether only members see the room."),
    .boolean("is_private", "The same as `private`."),
    FieldDeclaration.string("owner", "The username of the account that may delete the room; null if there is none.")
      .nullable, .boolean("is_member", "Whether the user is a member."),
    .count("member_count", "The number of members. Users of a public room need not be members."),
    FieldDeclaration("last_message", message, "The newest message that is not deleted.").nullable,
    .count("last_message_id", "The number of the newest message; 0 before the first one."),
    .integer(
      "unread_count", in: 0...Int(ReadRepository.maxUnread),
      "The number of messages of others after the read position; not counted further than its maximum."),
  ]

  static let room = Schema.object(roomMembers, named: "ChatRoom")

  static let member = Schema.object(
    [
      .string("user_id", "The id of the account."), .string("username", "The name of the account."),
      .init("joined_at", time, "In UTC, without a zone."),
      .boolean("is_owner", "Whether the member may delete the room."),
    ], named: "ChatMember")
}

// MARK: - Examples
extension ChatSchemas {
  private static let moment = Timestamp(seconds: 1_768_478_400)

  static let exampleMessage = ChatJSON.message(
    ChatMessage(
      roomID: 7, id: 42, change: 57, senderID: "u-1", sender: "anna", content: "Hello", clientID: "0E1F",
      createdAt: moment))

  static let exampleRoom = ChatJSON.room(
    RoomView(
      room: Room(
        id: 7, name: "Lab", isPrivate: true, ownerID: "u-1", lastMessage: 42, lastChange: 57, createdAt: moment),
      owner: "anna", isMember: true, memberCount: 2, lastMessage: nil, unread: 0
    )
  ).merging(["last_message": exampleMessage])

  static let exampleMember: JSONValue = [
    "user_id": "u-1", "username": "anna", "joined_at": .string(moment.zoneless), "is_owner": true,
  ]
}
