import Storage

/// Empties all messages of an account that is deleted.
struct MessageErasure: Sendable {
  /// Messages that are emptied at once, so that other writes are not delayed.
  private static let batch = 200

  private let database: any Database
  private let history: RoomHistory

  init(database: any Database, history: RoomHistory) {
    self.database = database
    self.history = history
  }

  /// Each message is sent to its room as a deletion, so that the devices of members delete it too. After a failure,
  /// calling it again continues.
  func run(userID: String) async throws {
    while true {
      let messages = try await database.read { connection in
        try connection.query(
          "SELECT room_id, id FROM chat_messages WHERE sender_id = $1 LIMIT \(Self.batch)", [.text(userID)])
      }
      if messages.isEmpty { return }
      try await withThrowingTaskGroup(of: Void.self) { [history] group in
        for row in messages {
          guard let roomID = row.integer("room_id"), let id = row.integer("id") else { continue }
          let author = ChatMessageRepository.Author(roomID: roomID, userID: userID, username: "")
          group.addTask { _ = try await history.submit(RoomCommand(author: author, action: .erase(id))) }
        }
        try await group.waitForAll()
      }
    }
  }
}
