import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

@testable import ChatGuideModels

/// The chat client of the documentation reads every frame and every answer: its own models, the real program.
@Suite struct ChatModelTests {
  private static func decode<Model: Decodable>(_ type: Model.Type, _ text: String) throws -> Model {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  /// Reads frames until one of the type comes; all have to fit.
  private static func read(_ socket: WebSocketTestClient, until type: String) throws -> ChatModels.WebSocketMessage {
    while true {
      let text = try socket.receiveText()
      let frame = try decode(ChatModels.WebSocketMessage.self, text)
      #expect(try decode([String: Loose].self, text)["message"]?.text == frame.content, "\(text)")
      if frame.type == type { return frame }
    }
  }

  /// Any JSON value, of which only texts matter.
  private struct Loose: Decodable {
    var text: String?
    init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
  }

  @Test func everyFrameFitsTheDocumentedModel() async throws {
    try await runBlocking {
      let chat = try ChatUsers(["anna", "bert"], ["HEARTH_CHAT_SIGNALS_PER_MINUTE": "4"])
      let anna = try chat.open(0)
      #expect(try Self.read(anna, until: "connected").room_id == 1)
      let bert = try chat.open(1, "GENERAL")
      _ = try Self.read(bert, until: "connected")
      #expect(try Self.read(anna, until: "user_joined").sender == "bert")
      // What the documented client sends, as it sends it.
      let data = try JSONSerialization.data(withJSONObject: [
        "type": "message", "room_id": "general", "sender": "anna", "content": "Hello / World!",
      ])
      try anna.send(binary: Array(data))
      for socket in [anna, bert] {
        let frame = try Self.read(socket, until: "message")
        #expect(frame.content == "Hello / World!" && frame.sender == "anna" && frame.room_id == 1)
        #expect(frame.timestamp?.count == 19)
      }
      _ = try chat.request(0, "PUT", "/api/messages/general/1", ["content": "Hello"])
      #expect(try Self.read(bert, until: "message_edited").content == "Hello")
      try bert.send(json: ["type": "typing"])
      _ = try Self.read(anna, until: "typing")
      try bert.send(json: ["type": "read", "message_id": 1])
      _ = try Self.read(anna, until: "read")
      try bert.send(json: ["type": "presence"])
      _ = try Self.read(bert, until: "presence")
      try bert.send(json: ["type": "ping"])
      _ = try Self.read(bert, until: "pong")
      try bert.send(json: ["type": "authenticate", "token": .string(chat.tokens[1])])
      _ = try Self.read(bert, until: "authenticated")
      for text in ["x", "[]", #"{"type":"message"}"#, #"{"type":"typing"}"#, #"{"type":"typing"}"#] {
        try bert.send(text: text)
      }
      for _ in 0..<4 { #expect(try Self.read(bert, until: "error").content.isEmpty == false) }
      _ = try chat.request(0, "DELETE", "/api/messages/general/1")
      _ = try Self.read(bert, until: "message_deleted")
      try bert.sendClose()
      #expect(try Self.read(anna, until: "user_left").sender == "bert")
      for path in ["general?token=wrong", "nowhere?token=\(chat.tokens[0])", "general?since=x&token=\(chat.tokens[0])"]
      {
        let refused = try WebSocketTestClient.connect(port: chat.server.port, "/ws/chat/\(path)")
        #expect(try Self.read(refused, until: "error").content.isEmpty == false)
      }
      _ = try chat.request(0, "POST", "/api/rooms", ["name": "Mine"])
      let mine = try chat.open(0, "mine")
      _ = try Self.read(mine, until: "connected")
      _ = try chat.request(0, "DELETE", "/api/rooms/mine")
      _ = try Self.read(mine, until: "room_deleted")
      _ = try Self.read(mine, until: "error")
    }
  }

  @Test func everyAnswerFitsTheDocumentedModels() async throws {
    try await runBlocking {
      let chat = try ChatUsers(["anna"])
      let made = try chat.request(0, "POST", "/api/rooms", ["name": "Tech Talk"])
      #expect(made.status == 200)
      #expect(try Self.decode(ChatModels.ChatRoom.self, made.text).id == "2")
      #expect(try chat.request(0, "POST", "/api/rooms/2/join").status == 200)
      for _ in 0..<2 { _ = try chat.request(0, "POST", "/api/messages/2", ["content": "Hello World!"]) }
      let rooms = try chat.request(0, "GET", "/api/rooms").text
      #expect(try Self.decode([ChatModels.ChatRoom].self, rooms).map(\.name) == ["Tech Talk", "general"])
      #expect(try Self.decode([ChatModels.LaterRoom].self, rooms).map { $0.last_message?.message_id } == [2, nil])
      for path in ["/api/messages/2", "/api/messages/Tech%20Talk/recent", "/api/rooms/2/search?q=world"] {
        let text = try chat.request(0, "GET", path).text
        let messages = try Self.decode([ChatModels.ServerMessage].self, text)
        #expect(messages.map(\.message) == ["Hello World!", "Hello World!"])
        #expect(try Self.decode([ChatModels.LaterMessage].self, text).map(\.message_id) == [1, 2])
        // The client's formatter falls back to now; so that shows, the time is compared as text.
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
        formatter.timeZone = TimeZone(abbreviation: "UTC")
        for message in messages {
          #expect(formatter.date(from: message.timestamp) != nil)
          #expect(message.toChatMessage().roomId == "2" && message.sender == "anna")
        }
      }
    }
  }
}
