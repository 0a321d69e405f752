import JSONCodec
import TestSupport
import Testing

@testable import Chat

/// A name resolves to a room that the user chose, or to the only one there is, and to nothing else.
@Suite struct RoomResolutionTests {
  @discardableResult
  private static func create(
    _ chat: ChatFixture, _ name: String, isPrivate: Bool = false, members: [String] = [], as user: String
  ) throws -> Int64 {
    let body: JSONValue = [
      "name": .string(name), "private": .bool(isPrivate), "members": .array(members.map(JSONValue.string)),
    ]
    let answer = try chat.send("POST", "/rooms", body, as: user)
    #expect(answer.status == 200, "\(answer.text)")
    return try #require(answer.json?["id"]?.integerValue)
  }

  /// The id of the room that a name resolves to, or the error code.
  private static func resolve(_ chat: ChatFixture, _ name: String = "family", as user: String) throws -> JSONValue? {
    let answer = try chat.send("GET", "/rooms/\(name)", as: user).json
    return answer?["error"]?["code"] ?? answer?["id"]
  }

  @Test(arguments: ["family", "FAMILY", "%46amily", "%EF%BD%86amily"])
  func aStrangersPublicRoomDoesNotTakeTheNameOfAPrivateOne(_ name: String) async throws {
    try await ChatFixture.run { chat in
      let own = try Self.create(chat, "Family", isPrivate: true, as: "anna")
      let strangers = try Self.create(chat, "family", as: "ben")
      #expect(try Self.resolve(chat, name, as: "anna") == .integer(own))
      #expect(try Self.resolve(chat, name, as: "ben") == .integer(strangers))
      #expect(try Self.resolve(chat, name, as: "cleo") == .integer(strangers))
      try chat.post("only for us", in: name)
      #expect(try chat.rows("/messages/\(own)").count == 1 && chat.rows("/messages/\(strangers)").isEmpty)
      let (_, welcome) = try chat.connect(name)
      #expect(welcome["room_id"] == .integer(own))
    }
  }

  @Test func aRoomThatAnotherUserAddedTheUserToDoesNotTakeAName() async throws {
    try await ChatFixture.run { chat in
      let own = try Self.create(chat, "Family", isPrivate: true, as: "anna")
      for name in ["family", "club"] {
        try Self.create(chat, name, isPrivate: true, members: ["anna"], as: "cleo")
      }
      let joined = try Self.create(chat, "Club", as: "ben")
      _ = try chat.send("POST", "/rooms/\(joined)/join")
      #expect(try Self.resolve(chat, "family", as: "anna") == .integer(own))
      #expect(try Self.resolve(chat, "club", as: "anna") == .integer(joined))
    }
  }

  /// Ben was added to Anna's private room; Cleo's public room has the same name.
  private static func ambiguous(_ chat: ChatFixture) throws -> (first: Int64, second: Int64) {
    let first = try create(chat, "Family", isPrivate: true, members: ["ben"], as: "anna")
    #expect(try resolve(chat, as: "ben") == .integer(first))
    return (first, try create(chat, "family", as: "cleo"))
  }

  @Test func everyRouteRefusesAnAmbiguousName() async throws {
    try await ChatFixture.run { chat in
      let (first, second) = try Self.ambiguous(chat)
      let requests: [(String, String, JSONValue?)] = [
        ("GET", "/rooms/family", nil), ("DELETE", "/rooms/family", nil), ("POST", "/rooms/family/join", nil),
        ("POST", "/rooms/family/leave", nil), ("GET", "/rooms/family/members", nil),
        ("POST", "/rooms/family/members", ["username": "cleo"]), ("DELETE", "/rooms/family/members/cleo", nil),
        ("POST", "/rooms/family/mark-read", nil), ("GET", "/messages/family", nil),
        ("GET", "/messages/family/recent", nil), ("GET", "/messages/family/search?q=x", nil),
        ("GET", "/rooms/family/search?q=x", nil), ("POST", "/messages/family", ["content": "x"]),
        ("PUT", "/messages/family/1", ["content": "x"]), ("PATCH", "/messages/family/1", ["content": "x"]),
        ("DELETE", "/messages/family/1", nil),
      ]
      for (method, path, json) in requests {
        let answer = try chat.send(method, path, json, as: "ben")
        #expect(answer.status == 409 && answer.json?["error"]?["code"] == "ROOM_AMBIGUOUS", "\(method) \(path)")
        #expect(answer.json?["error"]?["details"]?["room_ids"] == .string("\(first), \(second)"), "\(method) \(path)")
        #expect(answer.json?["message"]?.stringValue?.contains("\(first), \(second)") == true)
      }
      for id in [first, second] {
        #expect(try Self.resolve(chat, "\(id)", as: "ben") == .integer(id))
        #expect(try chat.rows("/messages/\(id)", as: "ben").isEmpty)
      }
    }
  }

  @Test func aSocketWithAnAmbiguousNameGetsTheIDsAndClosesWith4404() async throws {
    try await ChatFixture.run { chat in
      let (first, second) = try Self.ambiguous(chat)
      // More often than an address may fail: an ambiguous name does not count as a failed guess.
      for _ in 0..<40 {
        let socket = try WebSocketTestClient.connect(port: chat.server.port, "/ws/chat/family?token=ben")
        let frame = try socket.receiveJSON()
        #expect(frame["type"] == "error" && frame["error_code"] == "ROOM_AMBIGUOUS")
        #expect(frame["content"]?.stringValue?.contains("\(first), \(second)") == true)
        #expect(frame["content"] == frame["message"])
        #expect(try socket.receiveClose().code == 4404)
      }
      let (_, welcome) = try chat.connect("\(second)", as: "ben")
      #expect(welcome["room_id"] == .integer(second))
    }
  }

  @Test func joiningByIDChoosesARoom() async throws {
    try await ChatFixture.run { chat in
      let (first, second) = try Self.ambiguous(chat)
      #expect(try chat.send("POST", "/rooms/\(first)/join", as: "ben").status == 200)
      #expect(try Self.resolve(chat, as: "ben") == .integer(first))
      // Two of the user's own choice are ambiguous again, until one is left.
      #expect(try chat.send("POST", "/rooms/\(second)/join", as: "ben").status == 200)
      #expect(try Self.resolve(chat, as: "ben") == "ROOM_AMBIGUOUS")
      #expect(try chat.send("POST", "/rooms/\(second)/leave", as: "ben").status == 200)
      #expect(try Self.resolve(chat, as: "ben") == .integer(first))
    }
  }

  @Test func reinvitationAfterLeavingDoesNotResolveTheName() async throws {
    try await ChatFixture.run { chat in
      let (first, second) = try Self.ambiguous(chat)
      #expect(try chat.send("POST", "/rooms/\(first)/join", as: "ben").status == 200)
      // An invitation of a member changes nothing.
      #expect(try chat.send("POST", "/rooms/\(first)/members", ["username": "ben"]).status == 200)
      #expect(try Self.resolve(chat, as: "ben") == .integer(first))
      #expect(try chat.send("POST", "/rooms/\(first)/leave", as: "ben").status == 200)
      #expect(try Self.resolve(chat, as: "ben") == .integer(second))
      #expect(try chat.send("POST", "/rooms/\(first)/members", ["username": "ben"]).status == 200)
      #expect(try Self.resolve(chat, as: "ben") == "ROOM_AMBIGUOUS")
    }
  }

  @Test func usingARoomByIDDoesNotSelectItForItsName() async throws {
    try await ChatFixture.run { chat in
      let (first, _) = try Self.ambiguous(chat)
      try chat.post("by id", in: "\(first)", as: "ben")
      _ = try chat.connect("\(first)", as: "ben")
      #expect(try Self.resolve(chat, as: "ben") == "ROOM_AMBIGUOUS")
    }
  }

  @Test func aPublicRoomStaysItsCreatorsAfterLeaving() async throws {
    try await ChatFixture.run { chat in
      try Self.create(chat, "club", isPrivate: true, members: ["anna"], as: "ben")
      let own = try Self.create(chat, "Club", as: "anna")
      #expect(try chat.send("POST", "/rooms/\(own)/leave").status == 200)
      #expect(try Self.resolve(chat, "club", as: "anna") == .integer(own))
    }
  }

  @Test func generalIsAlwaysThePublicRoom() async throws {
    try await ChatFixture.run { chat in
      for isPrivate in [false, true] {
        let answer = try chat.send("POST", "/rooms", ["name": "General", "private": .bool(isPrivate)])
        #expect(answer.status == 409 && answer.json?["error"]?["code"] == "ROOM_EXISTS")
      }
      // A room that is older than this rule.
      try chat.alter(
        """
        INSERT INTO chat_rooms (name, name_key, is_private, owner_id, created_at) VALUES ('General', 'general', 1, 'anna', 0)
        """)
      try chat.alter("INSERT INTO chat_members (room_id, user_id, joined_at, self_joined) VALUES (2, 'anna', 0, 1)")
      for name in ["general", "GENERAL", "1"] { #expect(try Self.resolve(chat, name, as: "anna") == 1) }
      #expect(try Self.resolve(chat, "2", as: "anna") == 2)
      #expect(try chat.connect(as: "anna").welcome["room_id"] == 1)
    }
  }

  @Test func aNameConflictsWithPublicAndJoinedRooms() async throws {
    try await ChatFixture.run { chat in
      func status(_ name: String, isPrivate: Bool, as user: String) throws -> Int {
        try chat.send("POST", "/rooms", ["name": .string(name), "private": .bool(isPrivate)], as: user).status
      }
      try Self.create(chat, "Family", isPrivate: true, members: ["ben"], as: "anna")
      #expect(try status("family", isPrivate: true, as: "anna") == 409)
      #expect(try status("family", isPrivate: false, as: "anna") == 409)
      // Ben did not ask to be there, and Cleo does not know of it.
      #expect(try status("family", isPrivate: true, as: "ben") == 200)
      #expect(try status("family", isPrivate: false, as: "cleo") == 200)
      #expect(try status("family", isPrivate: false, as: "ben") == 409)
      #expect(try Self.resolve(chat, as: "ben") == 3)
    }
  }

  @Test func listsABoundedNumberOfIDs() async throws {
    try await ChatFixture.run { chat in
      for _ in 0..<25 {
        try chat.alter(
          "INSERT INTO chat_rooms (name, name_key, is_private, owner_id, created_at) VALUES ('x', 'x', 1, 'ben', 0)")
      }
      try chat.alter("INSERT INTO chat_members (room_id, user_id, joined_at) SELECT id, 'anna', 0 FROM chat_rooms")
      let ids = try chat.send("GET", "/rooms/x").json?["error"]?["details"]?["room_ids"]?.stringValue
      #expect(ids == (2...21).map { "\($0)" }.joined(separator: ", "))
      // One of the user's own is enough, however many others there are.
      #expect(try chat.send("POST", "/rooms/26/join").status == 200)
      #expect(try Self.resolve(chat, "x", as: "anna") == 26)
    }
  }

  /// Memberships of earlier versions, which did not store whose act they were.
  @Test func membershipsOfUnknownOriginDoNotSelectARoom() async throws {
    try await ChatFixture.run { chat in
      for (id, owner, isPrivate) in [(2, "anna", 1), (3, "ben", 0)] {
        try chat.alter(
          """
          INSERT INTO chat_rooms (name, name_key, is_private, owner_id, created_at)
          VALUES ('Family', 'family', \(isPrivate), '\(owner)', 0)
          """)
        try chat.alter(
          "INSERT INTO chat_members (room_id, user_id, joined_at) VALUES (\(id), 'anna', 0), (\(id), 'cleo', 0)")
      }
      #expect(try Self.resolve(chat, as: "anna") == 2)
      #expect(try Self.resolve(chat, as: "cleo") == "ROOM_AMBIGUOUS")
    }
  }
}
