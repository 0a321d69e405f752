import JSONCodec
import TestSupport
import Testing

/// Names of rooms on the real program (`docs/decisions/0018-room-names.md`).
@Suite(.timeLimit(.minutes(2))) struct ChatRoomNameTests {
  private static func create(_ chat: ChatUsers, _ user: Int, _ body: JSONValue) throws -> Int64 {
    try #require(try chat.request(user, "POST", "/api/rooms", body).json?["id"]?.integerValue)
  }

  @Test func anOwnersPrivateRoomNamePrecedesAPublicRoomOfTheSameName() async throws {
    try await runBlocking {
      let chat = try ChatUsers(["anna", "mallory"])
      let own = try Self.create(chat, 0, ["name": "Family", "private": true])
      let strangers = try Self.create(chat, 1, ["name": "family"])
      #expect(try chat.request(0, "GET", "/api/rooms/family").json?["id"] == .integer(own))
      let socket = try chat.open(0, "family")
      #expect(try socket.receiveJSON(type: "connected")["room_id"] == .integer(own))
      try socket.send(json: ["type": "message", "content": "only for us"])
      _ = try socket.receiveJSON(type: "message")
      #expect(try chat.request(1, "GET", "/api/messages/\(strangers)").json == [])
      #expect(try chat.request(1, "GET", "/api/messages/\(own)").status == 404)
    }
  }

  @Test func anAmbiguousNameIsAnsweredWithTheIDsOverRESTAndSocket() async throws {
    try await runBlocking {
      let chat = try ChatUsers(["anna", "ben", "mallory"])
      let first = try Self.create(chat, 0, ["name": "Family", "private": true, "members": ["ben"]])
      let second = try Self.create(chat, 2, ["name": "family"])
      let refused = try chat.request(1, "POST", "/api/messages/family", ["content": "hello"])
      #expect(refused.status == 409 && refused.json?["error"]?["code"] == "ROOM_AMBIGUOUS")
      #expect(refused.json?["error"]?["details"]?["room_ids"] == .string("\(first), \(second)"))
      let socket = try chat.open(1, "family")
      let frame = try socket.receiveJSON()
      #expect(frame["type"] == "error" && frame["error_code"] == "ROOM_AMBIGUOUS")
      #expect(frame["content"]?.stringValue?.contains("\(first), \(second)") == true)
      #expect(try socket.receiveClose().code == 4404)
      #expect(try chat.request(1, "POST", "/api/rooms/\(first)/join").status == 200)
      #expect(try chat.open(1, "family").receiveJSON(type: "connected")["room_id"] == .integer(first))
      #expect(try chat.request(1, "GET", "/api/rooms/general").json?["id"] == 1)
    }
  }
}
