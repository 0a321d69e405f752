import API
import Storage

/// Resolves the room that a path names, by id or by name (`docs/decisions/0018-room-names.md`).
enum RoomResolver {
  /// The result of a lookup.
  enum Resolution: Sendable, Equatable {
    case room(Room)
    /// No room that the user may see matches.
    case notFound
    /// Several rooms match; their ids in ascending order, at most `maxMatches`.
    case ambiguous([Int64])
  }

  /// Upper bound of the ids in the error of an ambiguous name.
  static let maxMatches = 20
  /// The key of the name that always means the public room of that name.
  static let generalKey = "general"

  /// The room that `reference` means to one user.
  ///
  /// A name means the room that the user created or joined by a request of their own. Only if there is none, it means the
  /// only visible room of that name. Otherwise a stranger could create a public room of the same name, or add the user to
  /// one, and receive what the user writes.
  static func resolve(
    _ reference: RoomReference, userID: String, in connection: any SQLConnection
  ) throws -> Resolution {
    switch reference {
    case .id(let id):
      return try RoomRepository.find(id, userID: userID, in: connection).map(Resolution.room) ?? .notFound
    case .name(let key) where key == generalKey:
      return try RoomRepository.publicRoom(named: key, in: connection).map(Resolution.room) ?? .notFound
    case .name(let key):
      // One more than can be listed is enough to decide: rooms of the user's own choice come first.
      let visible = try RoomRepository.rooms(named: key, userID: userID, limit: maxMatches + 1, in: connection)
      let chosen = visible.filter(\.isChosen)
      let matches = chosen.isEmpty ? visible : chosen
      guard let first = matches.first else { return .notFound }
      return matches.count == 1 ? .room(first.room) : .ambiguous(matches.prefix(maxMatches).map(\.room.id))
    }
  }

  /// The room that `reference` means to one user. - Throws: `Problem` 404 or 409.
  static func room(_ reference: String, userID: String, in connection: any SQLConnection) throws -> Room {
    switch try resolve(RoomReference(reference), userID: userID, in: connection) {
    case .room(let room): return room
    case .notFound: throw Problem.roomNotFound
    case .ambiguous(let ids): throw Problem.roomAmbiguous(ids)
    }
  }

  /// The room with this id. - Throws: `Problem` 404 if the user may not see it.
  static func room(_ id: Int64, userID: String, in connection: any SQLConnection) throws -> Room {
    guard let room = try RoomRepository.find(id, userID: userID, in: connection) else { throw Problem.roomNotFound }
    return room
  }

  /// The id of the room that `reference` means to one user, for the scope of a transaction. A room is known by its id in every
  /// scope, and reading it again by that id in the transaction finds out whether it still exists for the user.
  /// - Throws: `Problem` 404 or 409.
  static func id(_ reference: String, userID: String, in database: any Database) async throws -> Int64 {
    if case .id(let id) = RoomReference(reference) { return id }
    return try await database.read { try room(reference, userID: userID, in: $0) }.id
  }
}

extension Problem {
  /// The same for a room that does not exist and for one that the user may not see.
  static var roomNotFound: Problem {
    Problem(status: 404, code: "ROOM_NOT_FOUND", message: "There is no such room.")
  }

  /// - Parameter ids: the rooms that match.
  static func roomAmbiguous(_ ids: [Int64]) -> Problem {
    let list = ids.map { "\($0)" }.joined(separator: ", ")
    return Problem(
      status: 409, code: "ROOM_AMBIGUOUS", message: "Several rooms have this name. Use an id instead: \(list).",
      details: ["room_ids": list])
  }
}
