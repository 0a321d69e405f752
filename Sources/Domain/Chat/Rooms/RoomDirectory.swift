import API
import Bytes
import HTTPServer
import Storage

/// Creates, finds and deletes rooms.
struct RoomDirectory: Sendable {
  private let database: any Database
  private let channels: RoomChannels
  private let environment: Environment
  private let configuration: ChatConfiguration

  init(
    database: any Database, channels: RoomChannels, environment: Environment, configuration: ChatConfiguration
  ) {
    self.database = database
    self.channels = channels
    self.environment = environment
    self.configuration = configuration
  }

  /// Finds a room. - Throws: `Problem` 404 if it does not exist for this user, 409 if several have the name.
  func room(_ reference: String, userID: String) async throws -> Room {
    try await database.read { try RoomResolver.room(reference, userID: userID, in: $0) }
  }

  /// Resolves the room that a path names, for callers that do not treat an ambiguous name as an error.
  func resolve(_ reference: String, userID: String) async throws -> RoomResolver.Resolution {
    try await database.read { try RoomResolver.resolve(RoomReference(reference), userID: userID, in: $0) }
  }

  /// Lists the rooms that the user may see, newest first.
  func list(userID: String, page: Page) async throws -> [RoomView] {
    try await database.read { connection in
      try RoomRepository.list(userID: userID, limit: page.limit, offset: page.offset, in: connection)
        .map { try RoomView($0, of: userID, in: connection) }
    }
  }

  func view(_ reference: String, userID: String) async throws -> RoomView {
    try await database.read { connection in
      try RoomView(RoomResolver.room(reference, userID: userID, in: connection), of: userID, in: connection)
    }
  }

  /// Creates a room with its members. - Throws: `Problem` 404, 409 or 429, without an effect.
  func create(_ request: CreateRoomRequest, user: Identity) async throws -> RoomView {
    let now = environment.now()
    let limit = configuration.maxRoomsPerUser
    let maxMembers = configuration.maxMembers
    return try await database.write(in: .user(user.userID)) { connection in
      guard try RoomRepository.ownedCount(user.userID, in: connection) < limit else {
        throw Problem(
          status: 429, code: "ROOM_LIMIT", message: "You own \(limit) rooms already. Delete one first."
        ).naming(settings: "chat.max_rooms_per_user")
      }
      let room = try Self.insert(request, ownerID: user.userID, at: now, in: connection)
      try RoomRepository.join(room.id, userID: user.userID, isOwnAct: true, now: now, in: connection)
      guard request.members.count < maxMembers else { throw Problem.memberLimit(maxMembers) }
      for name in request.members {
        let account = try ChatAccountRepository.required(name, in: connection)
        try RoomRepository.join(room.id, userID: account.id, isOwnAct: false, now: now, in: connection)
      }
      return try RoomView(room, of: user.userID, in: connection)
    }
  }

  private static func insert(
    _ request: CreateRoomRequest, ownerID: String, at now: Timestamp, in connection: any SQLConnection
  ) throws -> Room {
    let nameTaken = Problem.conflict(code: "ROOM_EXISTS", "A room with this name exists already.")
    guard try !RoomRepository.isTaken(RoomName.key(request.name), userID: ownerID, in: connection) else {
      throw nameTaken
    }
    do {
      return try RoomRepository.insert(
        name: request.name, isPrivate: request.isPrivate, ownerID: ownerID, now: now, in: connection)
    } catch StorageError.uniqueViolation {
      throw nameTaken
    }
  }

  /// Hides a room, for its owner only, and closes its sockets. `purge` deletes its rows.
  func delete(_ reference: String, userID: String) async throws -> Room {
    let now = environment.now()
    let id = try await RoomResolver.id(reference, userID: userID, in: database)
    let room = try await database.write(in: .room(id)) { connection in
      let room = try RoomResolver.room(id, userID: userID, in: connection)
      guard room.ownerID == userID else { throw Problem.forbidden("Only the owner may delete a room.") }
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

  // MARK: - Maintenance

  /// Creates the public room `general` if it does not exist.
  func createGeneral() async throws {
    let now = environment.now()
    try await database.write(in: .task("general room")) { connection in
      let name = RoomResolver.generalKey
      guard try RoomRepository.publicRoom(named: name, in: connection) == nil else { return }
      _ = try RoomRepository.insert(name: name, isPrivate: false, ownerID: nil, now: now, in: connection)
    }
  }

  /// Deletes rooms without members and up to `step` rows of deleted rooms in each transaction.
  func purge(step: Int) async throws {
    let now = environment.now()
    let hasAbandoned = try await database.read { try RoomRepository.hasAbandoned(in: $0) }
    let scope = WriteScope.task("deleted rooms")
    if hasAbandoned { try await database.write(in: scope) { try RoomRepository.hideAbandoned(now: now, in: $0) } }
    while try await database.write(in: scope, { try RoomRepository.purge(step: step, in: $0) }) {}
  }
}
