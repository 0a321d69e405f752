// swift-format-ignore-file
// The models of the consultation guide as they are printed there, compiled as they stand. They have a
// target of their own, because the compiler settings of the other ones would have them written otherwise.

import Foundation

// MARK: - Models

struct WebSocketMessage: Codable {
    let type: String
    let content: String?
    let messageId: String
    let timestamp: String
    let metadata: [String: Any]?
    
    enum CodingKeys: String, CodingKey {
        case type, content, messageId, timestamp, metadata
    }
    
    init(type: String, content: String?, messageId: String, timestamp: String, metadata: [String: Any]? = nil) {
        self.type = type
        self.content = content
        self.messageId = messageId
        self.timestamp = timestamp
        self.metadata = metadata
    }
    
    init(from decoder: Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        content = try container.decodeIfPresent(String.self, forKey: .content)
        messageId = try container.decode(String.self, forKey: .messageId)
        timestamp = try container.decode(String.self, forKey: .timestamp)
        
        if let metadataData = try? container.decodeIfPresent(Data.self, forKey: .metadata),
           let metadataDict = try? JSONSerialization.jsonObject(with: metadataData) as? [String: Any] {
            metadata = metadataDict
        } else {
            metadata = nil
        }
    }
    
    func encode(to encoder: Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(content, forKey: .content)
        try container.encode(messageId, forKey: .messageId)
        try container.encode(timestamp, forKey: .timestamp)
        
        if let metadata = metadata,
           let data = try? JSONSerialization.data(withJSONObject: metadata) {
            try container.encode(data, forKey: .metadata)
        }
    }
}

struct ConsultationMessage: Identifiable {
    let id: String
    let role: String // "user", "assistant", "system"
    var content: String
    let timestamp: Date
    var isStreaming: Bool = false
    var template: CreatedTemplate?
}

struct CreatedTemplate: Codable {
    let id: String
    let type: String // "meal", "workout", "wellness"
    let name: String
    let description: String?
}
