import JSONCodec

/// Rooms, members and messages in the REST responses of chat: without an envelope, and with times without a zone.
enum ChatJSON {
  static func room(_ view: RoomView) -> JSONValue {
    let room = view.room
    return [
      "id": .integer(room.id), "name": .string(room.name), "created_at": .string(room.createdAt.zoneless),
      "private": .bool(room.isPrivate), "is_private": .bool(room.isPrivate), "owner": .optional(view.owner),
      "is_member": .bool(view.isMember), "member_count": .integer(view.memberCount),
      "last_message": view.lastMessage.map(message) ?? .null, "last_message_id": .integer(room.lastMessage),
      "unread_count": .integer(view.unread),
    ]
  }

  static func message(_ message: ChatMessage) -> JSONValue {
    [
      "room_id": .integer(message.roomID), "message_id": .integer(message.id), "id": .integer(message.id),
      "sender": .string(message.sender), "message": .string(message.content), "content": .string(message.content),
      "message_type": "text", "timestamp": .string(message.createdAt.zoneless),
      "edited_at": .optional(message.editedAt?.zoneless), "client_message_id": .optional(message.clientID),
    ]
  }

  static func member(_ member: RoomMember, of room: Room) -> JSONValue {
    [
      "user_id": .string(member.userID), "username": .string(member.username),
      "joined_at": .string(member.joinedAt.zoneless), "is_owner": .bool(room.ownerID == member.userID),
    ]
  }
}
