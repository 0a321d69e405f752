import Bytes
import HTTPServer
import Storage

/// What is left of an account that goes.
extension ChatService {
  /// Messages that are emptied together.
  private static let erasedTogether = 200

  /// Empties what an account has said, wherever that is, in steps that hold nobody up. Rooms hear of each message as of a
  /// deletion, so that their members' devices forget it, too. Where it breaks off, calling it again goes on.
  package func erase(userID: String) async throws {
    while true {
      let messages = try await database.read { connection in
        try connection.query(
          "SELECT room_id, id FROM chat_messages WHERE sender_id = $1 LIMIT \(Self.erasedTogether)", [.text(userID)])
      }
      if messages.isEmpty { return }
      try await withThrowingTaskGroup(of: Void.self) { [history] group in
        for row in messages {
          guard let roomID = row.integer("room_id"), let id = row.integer("id") else { continue }
          let author = ChatMessageRepository.Author(roomID: roomID, userID: userID, username: "")
          group.addTask { _ = try await history.submit(RoomHistory.Wish(author: author, action: .erase(id))) }
        }
        try await group.waitForAll()
      }
    }
  }
}
