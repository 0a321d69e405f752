import API
import Bytes
import Storage

/// The members of rooms.
struct RoomMembership: Sendable {
  private let database: any Database
  private let channels: RoomChannels
  private let environment: Environment
  private let maxMembers: Int

  /// - Parameter maxMembers: of one room.
  init(database: any Database, channels: RoomChannels, environment: Environment, maxMembers: Int) {
    self.database = database
    self.channels = channels
    self.environment = environment
    self.maxMembers = maxMembers
  }

  /// Lists the members in the order of their names.
  func list(_ reference: String, userID: String, page: Page) async throws -> (members: [RoomMember], room: Room) {
    try await database.read { connection in
      let room = try RoomResolver.room(reference, userID: userID, in: connection)
      return (try RoomRepository.members(room.id, limit: page.limit, offset: page.offset, in: connection), room)
    }
  }

  /// Makes the user a member by their own request, even if another user added them before.
  func join(_ reference: String, userID: String) async throws -> RoomView {
    let (now, limit) = (environment.now(), maxMembers)
    let id = try await RoomResolver.id(reference, userID: userID, in: database)
    return try await database.write(in: .room(id)) { connection in
      let room = try RoomResolver.room(id, userID: userID, in: connection)
      try Self.insert(userID, into: room, isOwnAct: true, limit: limit, at: now, in: connection)
      return try RoomView(room, of: userID, in: connection)
    }
  }

  /// Removes the user from a room. A private room is invisible afterwards, so its sockets are closed and its owner cannot
  /// leave it.
  func leave(_ reference: String, userID: String) async throws -> Room {
    let id = try await RoomResolver.id(reference, userID: userID, in: database)
    let room = try await database.write(in: .room(id)) { connection in
      let room = try RoomResolver.room(id, userID: userID, in: connection)
      try Self.delete(userID, from: room, in: connection)
      return room
    }
    if room.isPrivate { channels.close(room.id, userID: userID) }
    return room
  }

  /// Adds another user, for the owner only. - Parameter name: a username or the id of an account.
  func add(_ name: String, to reference: String, userID: String) async throws -> RoomMember {
    let (now, limit) = (environment.now(), maxMembers)
    let id = try await RoomResolver.id(reference, userID: userID, in: database)
    return try await database.write(in: .room(id)) { connection in
      let room = try RoomResolver.room(id, userID: userID, in: connection)
      guard room.ownerID == userID else { throw Problem.forbidden("Only the owner of a room may add members.") }
      let account = try ChatAccountRepository.required(name, in: connection)
      try Self.insert(account.id, into: room, isOwnAct: false, limit: limit, at: now, in: connection)
      return RoomMember(userID: account.id, username: account.name, joinedAt: now)
    }
  }

  /// Removes another user, for the owner only. - Parameter name: a username or the id of an account.
  func remove(_ name: String, from reference: String, userID: String) async throws {
    let id = try await RoomResolver.id(reference, userID: userID, in: database)
    let (room, memberID) = try await database.write(in: .room(id)) { connection in
      let room = try RoomResolver.room(id, userID: userID, in: connection)
      guard room.ownerID == userID else { throw Problem.forbidden("Only the owner of a room may remove members.") }
      let account = try ChatAccountRepository.required(name, in: connection)
      try Self.delete(account.id, from: room, in: connection)
      return (room, account.id)
    }
    if room.isPrivate { channels.close(room.id, userID: memberID) }
  }

  private static func insert(
    _ userID: String, into room: Room, isOwnAct: Bool, limit: Int, at now: Timestamp,
    in connection: any SQLConnection
  ) throws {
    let isMember = try RoomRepository.isMember(room.id, userID: userID, in: connection)
    guard try isMember || RoomRepository.memberCount(room.id, in: connection) < limit else {
      throw Problem.memberLimit(limit)
    }
    try RoomRepository.join(room.id, userID: userID, isOwnAct: isOwnAct, now: now, in: connection)
  }

  private static func delete(_ userID: String, from room: Room, in connection: any SQLConnection) throws {
    guard !room.isPrivate || room.ownerID != userID else {
      throw Problem.conflict(code: "OWNER_STAYS", "The owner of a private room cannot leave it, only delete it.")
    }
    _ = try RoomRepository.leave(room.id, userID: userID, in: connection)
  }
}

extension Problem {
  /// The room is full.
  static func memberLimit(_ limit: Int) -> Problem {
    Problem(status: 429, code: "MEMBER_LIMIT", message: "A room may have at most \(limit) members.")
      .naming(settings: "chat.max_members")
  }
}
