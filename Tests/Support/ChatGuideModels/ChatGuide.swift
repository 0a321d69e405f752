// swift-format-ignore-file
// The models of the chat guide as they are printed there, compiled as they stand. They have a target
// of their own, because the compiler settings of the other ones would have them written otherwise, and because another
// client's models have the same names.

import Foundation

struct ChatMessage: Codable, Identifiable {
    let id: String
    let roomId: String
    let sender: String
    let message: String
    let timestamp: Date
}

struct WebSocketMessage: Codable {
    let type: String
    let room_id: Int?
    let sender: String?
    let content: String
    let timestamp: String?
}

struct ServerMessage: Codable {
    let room_id: Int
    let sender: String
    let message: String
    let timestamp: String
    
    func toChatMessage() -> ChatMessage {
        let dateFormatter = DateFormatter()
        dateFormatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
        dateFormatter.timeZone = TimeZone(abbreviation: "UTC")
        let date = dateFormatter.date(from: timestamp) ?? Date()
        
        return ChatMessage(
            id: UUID().uuidString,
            roomId: String(room_id),
            sender: sender,
            message: message,
            timestamp: date
        )
    }
}

struct ChatRoom: Codable, Identifiable {
    let id: String
    let name: String
    let created_at: String?
    
    // Custom decoder to handle both string and numeric IDs from server
    init(from decoder: Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        
        if let stringId = try? container.decode(String.self, forKey: .id) {
            self.id = stringId
        } else if let intId = try? container.decode(Int.self, forKey: .id) {
            self.id = String(intId)
        } else {
            throw DecodingError.typeMismatch(String.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Expected String or Int for id"))
        }
        
        self.name = try container.decode(String.self, forKey: .name)
        self.created_at = try container.decodeIfPresent(String.self, forKey: .created_at)
    }
}
