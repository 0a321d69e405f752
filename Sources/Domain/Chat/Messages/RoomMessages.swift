import HTTPServer
import Storage

/// Reads the messages of rooms.
struct RoomMessages: Sendable {
  /// The position at which a connection starts.
  struct Start: Sendable, Equatable {
    /// The connection receives all changes after this one.
    var change: Int64
    /// The connection receives all messages after this one.
    var since: Int64
    /// The newest message of the room.
    var newest: Int64
  }

  /// Changes read at once.
  private static let pageOfChanges = 128

  private let database: any Database
  private let searchDepth: Int
  private let searchTimeout: Duration?

  init(database: any Database, configuration: ChatConfiguration) {
    self.database = database
    searchDepth = configuration.searchDepth
    searchTimeout = configuration.searchTimeout
  }

  /// Reads the position at which a connection of the user starts: after the message `since`, otherwise after the newest. A
  /// `since` that the room does not have is of another database and is ignored.
  /// - Returns: nil if the user may not see the room.
  func start(_ roomID: Int64, userID: String, since: Int64?) async throws -> Start? {
    try await database.read { connection in
      guard let room = try RoomRepository.find(roomID, userID: userID, in: connection) else { return nil }
      if let since, let change = try RoomChanges.position(of: since, roomID: roomID, in: connection) {
        return Start(change: change, since: since, newest: room.lastMessage)
      }
      return Start(change: room.lastChange, since: room.lastMessage, newest: room.lastMessage)
    }
  }

  /// Reads the changes after one. - Returns: nil if the user may not, or may no longer, see the room.
  func changes(_ roomID: Int64, userID: String, after change: Int64) async throws -> RoomChanges? {
    let limit = Self.pageOfChanges
    return try await database.read {
      try RoomChanges.read(roomID, userID: userID, after: change, limit: limit, in: $0)
    }
  }

  /// Reads a page of a room's history.
  func page(_ reference: String, userID: String, window: MessageWindow) async throws -> MessagePage {
    try await database.read { connection in
      try window.page(RoomResolver.room(reference, userID: userID, in: connection), in: connection)
    }
  }

  /// Finds the newest messages that contain the phrase, without regard to case.
  /// - Throws: `StorageError.timedOut` if all steps together took longer than `ChatConfiguration.searchTimeout`.
  func search(
    _ phrase: String, in reference: String, userID: String, window: MessageWindow
  ) async throws -> MessagePage {
    let end = searchTimeout.map { ContinuousClock.now + $0 }
    var search = MessageSearch(RoomName.key(phrase), in: window, depth: searchDepth)
    while true {
      search = try await database.read { [search] connection in
        var search = search
        try search.advance(RoomResolver.room(reference, userID: userID, in: connection), in: connection)
        return search
      }
      if search.isOver { return search.page }
      if let end, ContinuousClock.now > end { throw StorageError.timedOut }
    }
  }
}
