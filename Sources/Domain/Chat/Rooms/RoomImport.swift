import API
package import Bytes
package import Storage

/// Stores rooms and messages in the caller's transaction, for demo data. Members get no notifications.
package struct RoomImport: Sendable {
  /// The sender of a message.
  package struct Author: Sendable {
    /// The account.
    package var userID: String
    /// Its username.
    package var username: String

    /// - Parameter username: that of the account.
    package init(userID: String, username: String) {
      self.userID = userID
      self.username = username
    }
  }

  private let environment: Environment

  /// - Parameter environment: its clock is the time of each change.
  package init(environment: Environment) { self.environment = environment }

  /// Creates a room with its members. - Returns: its id.
  /// - Throws: `StorageError.uniqueViolation` if a public room has the name.
  package func create(
    _ name: String, isPrivate: Bool, ownerID: String, members: [String], in connection: any SQLConnection
  ) throws -> Int64 {
    let now = environment.now()
    let room = try RoomRepository.insert(
      name: name, isPrivate: isPrivate, ownerID: ownerID, now: now, in: connection)
    for id in [ownerID] + members {
      try RoomRepository.join(room.id, userID: id, isOwnAct: id == ownerID, now: now, in: connection)
    }
    return room.id
  }

  /// Posts a message. - Returns: its number in the room.
  @discardableResult
  package func post(
    _ content: String, in roomID: Int64, by author: Author, in connection: any SQLConnection
  ) throws -> Int64 {
    try apply(.post(content, clientID: nil), roomID, author, in: connection)
  }

  /// Replaces the content of a message.
  package func edit(
    _ messageID: Int64, to content: String, in roomID: Int64, by author: Author, in connection: any SQLConnection
  ) throws {
    try apply(.edit(messageID, content), roomID, author, in: connection)
  }

  /// Advances the read position of a member.
  package func markRead(
    upTo messageID: Int64, in roomID: Int64, by userID: String, in connection: any SQLConnection
  ) throws {
    _ = try ReadRepository.advance(roomID, userID: userID, to: messageID, now: environment.now(), in: connection)
  }

  /// The ids of a user's rooms, for the scope of `deleteRooms`.
  package static func ids(ownedBy userID: String, in connection: any SQLConnection) throws -> [Int64] {
    try RoomRepository.ids(ownedBy: userID, in: connection)
  }

  /// Deletes the rooms of a user with their messages, at once.
  package static func deleteRooms(ownedBy userID: String, in connection: any SQLConnection) throws {
    try RoomRepository.delete(ownedBy: userID, in: connection)
  }

  /// The number of a user's rooms, and of the messages in them.
  package static func count(
    ownedBy userID: String, in connection: any SQLConnection
  ) throws -> (rooms: Int, messages: Int) {
    try RoomRepository.count(ownedBy: userID, in: connection)
  }

  @discardableResult
  private func apply(
    _ action: RoomCommand.Action, _ roomID: Int64, _ author: Author, in connection: any SQLConnection
  ) throws -> Int64 {
    let author = ChatMessageRepository.Author(roomID: roomID, userID: author.userID, username: author.username)
    let results = try RoomWriter.apply(
      [RoomCommand(author: author, action: action)], within: .unlimited, at: environment.now(), in: connection)
    switch try results.first?.get() {
    case .done(let change)?: return change.message.id
    case .repeated(let message)?: return message.id
    case nil: return 0
    }
  }
}
