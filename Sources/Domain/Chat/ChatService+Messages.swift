import HTTPServer
import Storage

/// The messages of rooms.
extension ChatService {
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

  func messages(_ reference: String, userID: String, window: MessageWindow) async throws -> MessagePage {
    try await database.read { try window.page(try Self.find(reference, userID, $0), in: $0) }
  }

  /// The newest messages that contain the phrase, without regard to case.
  /// - Throws: `StorageError.timedOut` if all steps together took longer than `ChatConfiguration.searchTimeout`.
  func search(
    _ phrase: String, in reference: String, userID: String, window: MessageWindow
  ) async throws -> MessagePage {
    let end = configuration.searchTimeout.map { ContinuousClock.now + $0 }
    var search = MessageSearch(RoomName.key(phrase), in: window, depth: configuration.searchDepth)
    while true {
      search = try await database.read { [search] connection in
        var search = search
        try search.advance(try Self.find(reference, userID, connection), in: connection)
        return search
      }
      if search.isOver { return search.page }
      if let end, ContinuousClock.now > end { throw StorageError.timedOut }
    }
  }

  /// Posts, edits or deletes, and waits until it is stored. - Throws: `Problem`
  func change(_ action: RoomCommand.Action, in reference: String, user: Identity) async throws -> ChatMessage {
    let room = try await room(reference, userID: user.userID)
    guard admitsMessage(of: user.userID, in: room.id) else { throw tooManyMessages }
    let author = ChatMessageRepository.Author(roomID: room.id, userID: user.userID, username: user.username)
    switch try await history.submit(RoomCommand(author: author, action: action)) {
    case .done(let change): return change.message
    case .repeated(let message): return message
    }
  }
}
