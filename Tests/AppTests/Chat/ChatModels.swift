@testable import ChatGuideModels

/// The models of the chat documentation.
enum ChatModels {
  typealias WebSocketMessage = ChatGuideModels.WebSocketMessage
  typealias ServerMessage = ChatGuideModels.ServerMessage
  typealias ChatRoom = ChatGuideModels.ChatRoom
}

// swift-format-ignore
extension ChatModels {
  /// The members that a later client requires in a message and in a room (docs/api/rest-chat.md#message).
  struct LaterMessage: Decodable {
    var message_id: Int
    var message_type: String?
  }

  struct LaterRoom: Decodable {
    struct Last: Decodable {
      var message_id: Int
      var sender, message, message_type, timestamp: String
    }
    var id: Int
    var name, created_at: String
    var last_message: Last?
    var unread_count: Int
  }
}
