import API
import Bytes
import HTTPServer
import JSONCodec
import Storage

/// Rooms and their members.
extension ChatService {
  /// A room as one user sees it.
  struct RoomView: Sendable {
    var room: Room
    var owner: String?
    var isMember: Bool
    var memberCount: Int64
    var lastMessage: ChatMessage?
    /// At most `ReadRepository.maxUnread`.
    var unread: Int64
  }

  /// - Throws: `Problem` 404 if there is no such room for this user, 409 if several have the name.
  func room(_ reference: String, userID: String) async throws -> Room {
    try await database.read { try Self.find(reference, userID, $0) }
  }

  /// Resolves the room that a path names, for callers that do not treat an ambiguous name as an error.
  func resolve(_ reference: String, userID: String) async throws -> RoomResolver.Resolution {
    try await database.read { try RoomResolver.resolve(RoomReference(reference), userID: userID, in: $0) }
  }

  func rooms(userID: String, page: Page) async throws -> [RoomView] {
    try await database.read { connection in
      try RoomRepository.list(userID: userID, limit: page.limit, offset: page.offset, in: connection)
        .map { try Self.view($0, userID, connection) }
    }
  }

  func view(_ reference: String, userID: String) async throws -> RoomView {
    try await database.read { try Self.view(try Self.find(reference, userID, $0), userID, $0) }
  }

  func create(_ request: CreateRoomRequest, user: Identity) async throws -> RoomView {
    let now = environment.now()
    let limit = configuration.maxRoomsPerUser
    let maxMembers = configuration.maxMembers
    return try await database.write { connection in
      guard try RoomRepository.ownedCount(user.userID, in: connection) < limit else {
        throw Problem(
          status: 429, code: "ROOM_LIMIT", message: "You own \(limit) rooms already. Delete one first.")
      }
      guard try !RoomRepository.isTaken(RoomName.key(request.name), userID: user.userID, in: connection) else {
        throw Self.nameTaken
      }
      let room: Room
      do {
        room = try RoomRepository.insert(
          name: request.name, isPrivate: request.isPrivate, ownerID: user.userID, now: now, in: connection)
      } catch StorageError.uniqueViolation {
        throw Self.nameTaken
      }
      try RoomRepository.join(room.id, userID: user.userID, isOwnAct: true, now: now, in: connection)
      guard request.members.count < maxMembers else { throw Self.memberLimit(maxMembers) }
      for name in request.members {
        let account = try Self.account(name, connection)
        try RoomRepository.join(room.id, userID: account.id, isOwnAct: false, now: now, in: connection)
      }
      return try Self.view(room, user.userID, connection)
    }
  }

  /// Hides a room, for its owner only, and closes its sockets. `purge` deletes its rows.
  func delete(_ reference: String, userID: String) async throws -> Room {
    let now = environment.now()
    let room = try await database.write { connection in
      let room = try Self.find(reference, userID, connection)
      guard room.ownerID == userID else { throw Problem.forbidden("Only its owner may delete a room.") }
      try RoomRepository.hide(room.id, now: now, in: connection)
      return room
    }
    channels.close(room.id)
    return room
  }

  /// Whether a room is deleted, and not only invisible to one user.
  func isDeleted(_ roomID: Int64) async throws -> Bool {
    try await database.read { try RoomRepository.numbers(roomID, in: $0) == nil }
  }

  /// Makes the user a member by their own request, even if another user added them before.
  func join(_ reference: String, userID: String) async throws -> RoomView {
    let now = environment.now()
    let limit = configuration.maxMembers
    return try await database.write { connection in
      let room = try Self.find(reference, userID, connection)
      try Self.add(userID, to: room, isOwnAct: true, limit: limit, now: now, connection)
      return try Self.view(room, userID, connection)
    }
  }

  /// Removes the user from a room. A private room is invisible afterwards, so its sockets are closed and its owner cannot
  /// leave it.
  func leave(_ reference: String, userID: String) async throws -> Room {
    let room = try await database.write { connection in
      let room = try Self.find(reference, userID, connection)
      try Self.remove(userID, from: room, connection)
      return room
    }
    if room.isPrivate { channels.close(room.id, userID: userID) }
    return room
  }

  /// Adds another user, for the owner only.
  func invite(_ name: String, to reference: String, userID: String) async throws -> RoomMember {
    let now = environment.now()
    let limit = configuration.maxMembers
    return try await database.write { connection in
      let room = try Self.find(reference, userID, connection)
      guard room.ownerID == userID else { throw Problem.forbidden("Only its owner may bring others into a room.") }
      let account = try Self.account(name, connection)
      try Self.add(account.id, to: room, isOwnAct: false, limit: limit, now: now, connection)
      return RoomMember(userID: account.id, username: account.name, joinedAt: now)
    }
  }

  /// Removes another user, for the owner only.
  func dismiss(_ name: String, from reference: String, userID: String) async throws {
    let (room, id) = try await database.write { connection in
      let room = try Self.find(reference, userID, connection)
      guard room.ownerID == userID else { throw Problem.forbidden("Only its owner may remove others from a room.") }
      let account = try Self.account(name, connection)
      try Self.remove(account.id, from: room, connection)
      return (room, account.id)
    }
    if room.isPrivate { channels.close(room.id, userID: id) }
  }

  func members(_ reference: String, userID: String, page: Page) async throws -> (members: [RoomMember], room: Room) {
    try await database.read { connection in
      let room = try Self.find(reference, userID, connection)
      return (
        try RoomRepository.members(room.id, limit: page.limit, offset: page.offset, in: connection), room
      )
    }
  }

  // MARK: - Reading

  /// The result of marking a room as read.
  struct ReadState: Sendable {
    /// Newly read messages of other users, at most `ReadRepository.maxUnread`.
    var count: Int64
    var messageID: Int64
    var unread: Int64
  }

  /// Advances the user's read position and sends it to the room. - Parameter upTo: nil for the newest message.
  func markRead(_ reference: String, upTo: Int64?, user: Identity) async throws -> ReadState {
    let now = environment.now()
    let (state, roomID, moved) = try await database.write { connection in
      let room = try Self.find(reference, user.userID, connection)
      let before = try ReadRepository.position(room.id, userID: user.userID, in: connection)
      let target = max(before, min(upTo ?? room.lastMessage, room.lastMessage))
      let count = try ReadRepository.count(
        room, after: before, upTo: target, userID: user.userID, in: connection)
      let moved = try ReadRepository.advance(room.id, userID: user.userID, to: target, now: now, in: connection)
      let unread = try ReadRepository.unread(room, userID: user.userID, in: connection)
      return (ReadState(count: count, messageID: target, unread: unread), room.id, moved && target > before)
    }
    if moved, channels.isOpen(roomID) {
      let frame = ChatFrames.frame(
        .read, room: roomID, at: now,
        ["sender": .string(user.username), "username": .string(user.username), "message_id": .integer(state.messageID)])
      channels.send([.init(.text(frame.encoded))], to: roomID)
    }
    return state
  }

  // MARK: - Rules

  static func find(_ reference: String, _ userID: String, _ connection: any SQLConnection) throws -> Room {
    try RoomResolver.room(RoomReference(reference), userID: userID, in: connection)
  }

  private static func view(_ room: Room, _ userID: String, _ connection: any SQLConnection) throws -> RoomView {
    RoomView(
      room: room, owner: try room.ownerID.flatMap { try RoomRepository.username(of: $0, in: connection) },
      isMember: try RoomRepository.isMember(room.id, userID: userID, in: connection),
      memberCount: try RoomRepository.memberCount(room.id, in: connection),
      lastMessage: try ChatMessageRepository.last(room.id, in: connection),
      unread: try ReadRepository.unread(room, userID: userID, in: connection))
  }

  private static func account(_ name: String, _ connection: any SQLConnection) throws -> (id: String, name: String) {
    guard let account = try RoomRepository.account(name, in: connection) else {
      throw Problem(status: 404, code: "USER_NOT_FOUND", message: "There is no such user.")
    }
    return account
  }

  private static func add(
    _ userID: String, to room: Room, isOwnAct: Bool, limit: Int, now: Timestamp, _ connection: any SQLConnection
  ) throws {
    let isMember = try RoomRepository.isMember(room.id, userID: userID, in: connection)
    guard try isMember || RoomRepository.memberCount(room.id, in: connection) < limit else { throw memberLimit(limit) }
    try RoomRepository.join(room.id, userID: userID, isOwnAct: isOwnAct, now: now, in: connection)
  }

  private static func remove(_ userID: String, from room: Room, _ connection: any SQLConnection) throws {
    guard !room.isPrivate || room.ownerID != userID else {
      throw Problem.conflict(code: "OWNER_STAYS", "The owner of a private room cannot leave it, only delete it.")
    }
    _ = try RoomRepository.leave(room.id, userID: userID, in: connection)
  }

  private static let nameTaken = Problem.conflict(code: "ROOM_EXISTS", "There is a room with this name.")

  private static func memberLimit(_ limit: Int) -> Problem {
    Problem(status: 429, code: "MEMBER_LIMIT", message: "A room may have at most \(limit) members.")
  }
}
