import API
import JSONCodec

/// The operations of `/api/rooms`, except the search, which is among those of messages.
struct RoomOperations: Sendable {
  /// The limits that the declarations state.
  let configuration: ChatConfiguration

  /// All operations, in the order of `docs/api/rest-chat.md`.
  var all: [Operation] {
    [
      Self.list, create, Self.get, Self.delete, Self.markRead, join, Self.leave, Self.members, addMember,
      Self.removeMember,
    ]
  }

  static let list = Operation(
    "chatListRooms", "GET", "/api/rooms", authentication: .bearer, tag: "Chat", "List the visible rooms",
    description: "Newest first: the public rooms, and the private ones of which the user is a member.",
    parameters: ParameterDeclaration.page(maxLimit: 1000),
    responses: [.json("The rooms.", .array(of: ChatSchemas.room), example: [ChatSchemas.exampleRoom])])

  var create: Operation {
    Operation(
      "chatCreateRoom", "POST", "/api/rooms", authentication: .bearer, tag: "Chat", "Create a room",
      description: "The user becomes the owner and a member.",
      body: .json(
        [
          .init("name", RoomName.schema, "Visible characters, not only digits."),
          FieldDeclaration.boolean("private", "Whether only members see the room; false if absent.")
            .or("is_private", "isPrivate").optionalOrNull,
          FieldDeclaration.array(
            "members", of: .string(length: Self.username), count: 0...Self.maxInvited,
            "The usernames of further members."
          ).optionalOrNull,
        ], example: ["name": "Lab", "private": true, "members": ["ben"]]),
      // The documented client accepts only 200.
      responses: [.json("The new room.", ChatSchemas.room, example: ChatSchemas.exampleRoom)],
      errors: [
        Self.userNotFound,
        .init(409, "ROOM_EXISTS", "A public room, or one that the user created or joined, has the name."),
        .init(429, "ROOM_LIMIT", "The user owns \(configuration.maxRoomsPerUser) rooms."), memberLimit,
      ])
  }

  static let get = Operation(
    "chatGetRoom", "GET", "/api/rooms/{room}", authentication: .bearer, tag: "Chat", "Get a room",
    parameters: [room], responses: [.json("The room.", ChatSchemas.room, example: ChatSchemas.exampleRoom)],
    errors: roomErrors)

  static let delete = Operation(
    "chatDeleteRoom", "DELETE", "/api/rooms/{room}", authentication: .bearer, tag: "Chat", "Delete a room",
    description: "Its sockets receive `room_deleted` and are closed with 4404.", parameters: [room],
    responses: [
      confirmation(
        "The room is deleted.", [roomID], ["id": 7, "success": true, "message": "Room deleted"])
    ], errors: roomErrors + [ownerOnly])

  static let markRead = Operation(
    "chatMarkRoomRead", "POST", "/api/rooms/{room}/mark-read", authentication: .bearer, tag: "Chat",
    "Mark a room as read", description: "The position only moves forward. Members receive `read`.",
    parameters: [room],
    body: BodyDeclaration.json(
      [
        FieldDeclaration.count("message_id", "The last read message; the newest one if it is absent.").optionalOrNull
      ], example: ["message_id": 42]
    ).optional,
    responses: [
      .json(
        "The read position.",
        .object([
          .string("message", "A sentence for people."),
          .count("read_count", "The number of newly read messages of others."),
          .count("message_id", "The read position; 0 before the first message."),
          .count("unread_count", "The number of messages of others after the position."),
        ]), example: ["message": "Messages marked as read", "read_count": 3, "message_id": 42, "unread_count": 0])
    ], errors: roomErrors)

  var join: Operation {
    let more: [String: JSONValue] = ["success": true, "joined": true, "message": "Joined Lab"]
    return Operation(
      "chatJoinRoom", "POST", "/api/rooms/{room}/join", authentication: .bearer, tag: "Chat", "Join a room",
      parameters: [Self.room],
      responses: [
        .json(
          "The room.",
          .object(
            ChatSchemas.roomMembers + Self.confirmed + [.boolean("joined", "Always true.")]),
          example: ChatSchemas.exampleRoom.merging(more))
      ], errors: Self.roomErrors + [memberLimit])
  }

  static let leave = Operation(
    "chatLeaveRoom", "POST", "/api/rooms/{room}/leave", authentication: .bearer, tag: "Chat", "Leave a room",
    description: "The user's sockets in a private room are closed with 4404.", parameters: [room],
    responses: [
      confirmation(
        "The user is no member.", [.boolean("left", "Always true."), roomID],
        ["success": true, "left": true, "message": "Left Lab", "id": 7])
    ], errors: roomErrors + [ownerStays])

  // MARK: - Members

  static let members = Operation(
    "chatListMembers", "GET", "/api/rooms/{room}/members", authentication: .bearer, tag: "Chat",
    "List the members of a room", description: "In the order of their names.",
    parameters: [room] + ParameterDeclaration.page(maxLimit: 1000),
    responses: [.json("The members.", .array(of: ChatSchemas.member), example: [ChatSchemas.exampleMember])],
    errors: roomErrors)

  var addMember: Operation {
    Operation(
      "chatAddMember", "POST", "/api/rooms/{room}/members", authentication: .bearer, tag: "Chat",
      "Add a member to a room", parameters: [Self.room],
      body: .json(
        [.text("username", length: Self.username, "The name or the id of an account.").or("user_id")],
        example: ["username": "ben"]),
      responses: [
        Self.confirmation(
          "The account is a member.",
          [.string("user_id", "The id of the account."), .string("username", "The name of the account.")],
          ["success": true, "user_id": "u-2", "username": "ben", "message": "ben belongs to the room"])
      ], errors: Self.roomErrors + [Self.userNotFound, Self.ownerOnly, memberLimit])
  }

  static let removeMember = Operation(
    "chatRemoveMember", "DELETE", "/api/rooms/{room}/members/{user}", authentication: .bearer, tag: "Chat",
    "Remove a member from a room", description: "The member's sockets in a private room are closed with 4404.",
    parameters: [room, .path("user", "The name or the id of the account.")],
    responses: [
      confirmation("The account is no member.", [], ["success": true, "message": "Removed from the room"])
    ], errors: roomErrors + [userNotFound, ownerOnly, ownerStays])

  // MARK: - Parts

  /// The length of a username, in characters.
  static let username = 1...150
  /// The maximum number of members that a request for a new room names.
  static let maxInvited = 1000

  static let room = ParameterDeclaration.path("room", "The id of the room, or its name in any case.")

  /// The errors of every operation on one room.
  static let roomErrors: [ErrorDeclaration] = [
    .init(404, "ROOM_NOT_FOUND", "The room does not exist, or it is private and the user is no member."),
    .init(
      409, "ROOM_AMBIGUOUS",
      "Several rooms have the name. `details.room_ids` lists at most \(RoomResolver.maxMatches) ids."),
  ]

  private static let userNotFound = ErrorDeclaration(404, "USER_NOT_FOUND", "No account has the name or the id.")
  private static let ownerOnly = ErrorDeclaration.forbidden("The user does not own the room.")
  private static let ownerStays = ErrorDeclaration(
    409, "OWNER_STAYS", "The owner of a private room can only delete it.")

  private var memberLimit: ErrorDeclaration {
    .init(429, "MEMBER_LIMIT", "The room would have more than \(configuration.maxMembers) members.")
  }

  private static let roomID = FieldDeclaration("id", ChatSchemas.number, "The room.")
  private static let confirmed: [FieldDeclaration] = [
    .boolean("success", "Always true."), .string("message", "A sentence for people."),
  ]

  private static func confirmation(
    _ summary: String, _ fields: [FieldDeclaration], _ example: JSONValue
  ) -> ResponseDeclaration { .json(summary, .object(confirmed + fields), example: example) }
}
