import HTTPServer
import JSONCodec
import Storage
import TestSupport
import Testing

@testable import Chat

@Suite struct RoomRoutesTests {
  @Test func generalExistsAndIsFoundByNumberAndNameInAnyCase() async throws {
    try await ChatFixture.run { chat in
      let rooms = try chat.rows("/rooms")
      #expect(rooms.count == 1)
      #expect(rooms[0]["id"] == 1 && rooms[0]["name"] == "general" && rooms[0]["created_at"] == "2026-01-15T12:00:00")
      #expect(rooms[0]["last_message"] == .null && rooms[0]["unread_count"] == 0)
      for name in ["1", "general", "GENERAL", "General", "%47eneral"] {
        #expect(try chat.send("GET", "/rooms/\(name)").json?["id"] == 1)
        #expect(try chat.rows("/messages/\(name)").isEmpty)
      }
      #expect(try chat.send("GET", "/rooms/2").status == 404)
      #expect(try chat.send("DELETE", "/rooms/general").status == 403)
    }
  }

  @Test func aStartOnTheSameDatabaseMakesNoSecondGeneral() async throws {
    try await withFixture(try await ChatFixture()) { fixture in
      try await fixture.chat.start()
      let count = try await fixture.database.read { try $0.first("SELECT COUNT(*) AS n FROM chat_rooms", []) }
      #expect(count?.integer("n") == 1)
    }
  }

  @Test func listsNewestFirstWithLastMessageAndUnreadCount() async throws {
    try await ChatFixture.run { chat in
      let made = try chat.send("POST", "/rooms", ["name": "Tech Talk"])
      #expect(made.status == 200 && made.json?["id"] == 2 && made.json?["owner"] == "anna")
      for text in ["one", "two", "three"] { try chat.post(text, in: "tech talk".replacing(" ", with: "%20")) }
      try chat.post("mine", in: "2", as: "ben")
      let rooms = try chat.rows("/rooms", as: "ben")
      #expect(rooms.map { $0["name"] } == ["Tech Talk", "general"])
      #expect(rooms[0]["unread_count"] == 3)
      #expect(rooms[0]["last_message"]?["message"] == "mine" && rooms[0]["last_message"]?["message_id"] == 4)
      #expect(rooms[0]["last_message"]?["sender"] == "ben")
      #expect(rooms[0]["last_message"]?["timestamp"] == "2026-01-15T12:00:00")
      #expect(try chat.send("DELETE", "/messages/2/4", as: "ben").status == 200)
      #expect(try chat.rows("/rooms", as: "ben")[0]["last_message"]?["message_id"] == 3)
      #expect(try chat.rows("/rooms?limit=1&offset=1", as: "ben").map { $0["name"] } == ["general"])
    }
  }

  @Test func readingMovesForwardOnly() async throws {
    try await ChatFixture.run { chat in
      for text in ["1", "2", "3", "4"] { try chat.post(text) }
      func read(_ body: JSONValue?) throws -> JSONValue? {
        try chat.send("POST", "/rooms/general/mark-read", body, as: "ben").json
      }
      let first = try read(["message_id": 2])
      #expect(first?["read_count"] == 2 && first?["unread_count"] == 2 && first?["message"] != nil)
      let back = try read(["message_id": 1])
      #expect(back?["read_count"] == 0 && back?["message_id"] == 2 && back?["unread_count"] == 2)
      let all = try read(nil)
      #expect(all?["read_count"] == 2 && all?["unread_count"] == 0 && all?["message_id"] == 4)
      let beyond = try read(["message_id": 99])
      #expect(beyond?["message_id"] == 4)
      try chat.post("5")
      #expect(try chat.send("GET", "/rooms/1", as: "ben").json?["unread_count"] == 1)
      #expect(try chat.send("GET", "/rooms/1").json?["unread_count"] == 0)
    }
  }

  @Test(arguments: [
    ("{\"name\": \"\"}", 400), ("{\"name\": 5}", 400), ("{}", 400), ("[]", 400), ("{\"name\": \"42\"}", 400),
    ("{\"name\": \"GENERAL\"}", 409), ("{\"name\": \"x\", \"private\": 1}", 400),
    ("{\"name\": \"x\", \"members\": [\"nobody\"]}", 404), ("{\"name\": \"\\u0000\"}", 400),
  ])
  func refusesARoom(body: String, status: Int) async throws {
    try await ChatFixture.run { chat in
      let answer = try HTTPTestClient(port: chat.server.port).request(
        "POST", "/api/rooms", token: "anna", body: Array(body.utf8))
      #expect(answer.status == status, "\(answer.text)")
      #expect(try chat.rows("/rooms").count == 1)
    }
  }

  @Test func aPrivateRoomExistsForItsMembersOnly() async throws {
    try await ChatFixture.run { chat in
      let made = try chat.send("POST", "/rooms", ["name": "Secret", "private": true])
      #expect(made.json?["is_private"] == true && made.json?["private"] == true)
      try chat.post("psst", in: "secret")
      #expect(try !chat.rows("/rooms", as: "ben").contains { $0["name"] == "Secret" })
      let requests: [(String, String, JSONValue?)] = [
        ("GET", "/rooms/2", nil), ("GET", "/rooms/secret", nil), ("DELETE", "/rooms/2", nil),
        ("POST", "/rooms/2/join", nil), ("POST", "/rooms/2/leave", nil), ("GET", "/rooms/2/members", nil),
        ("POST", "/rooms/2/members", ["username": "ben"]), ("DELETE", "/rooms/2/members/anna", nil),
        ("POST", "/rooms/2/mark-read", nil), ("GET", "/messages/2", nil), ("GET", "/messages/secret/recent", nil),
        ("GET", "/messages/2/search?q=psst", nil), ("GET", "/rooms/2/search?q=psst", nil),
        ("GET", "/messages/2?after=0", nil), ("PATCH", "/messages/2/1", ["content": "x"]),
        ("POST", "/messages/2", ["content": "x"]),
        ("PUT", "/messages/2/1", ["content": "x"]), ("DELETE", "/messages/2/1", nil),
      ]
      let unknown = try chat.send("GET", "/rooms/77", as: "ben").text
      for (method, path, json) in requests {
        let answer = try chat.send(method, path, json, as: "ben")
        #expect(answer.status == 404 && answer.text == unknown, "\(method) \(path)")
      }
      // Its name is free for others, and then means their room to them.
      #expect(try chat.send("POST", "/rooms", ["name": "secret"], as: "ben").status == 200)
      #expect(try chat.send("GET", "/rooms/secret", as: "ben").json?["id"] == 3)
    }
  }

  @Test func theOwnerAddsAndRemovesMembers() async throws {
    try await ChatFixture.run { chat in
      _ = try chat.send("POST", "/rooms", ["name": "Team", "private": true, "members": ["CLEO"]])
      #expect(try chat.send("GET", "/rooms/team", as: "cleo").status == 200)
      #expect(try chat.send("POST", "/rooms/2/members", ["username": "ben"], as: "cleo").status == 403)
      #expect(try chat.send("POST", "/rooms/2/members", ["username": "Ben"]).status == 200)
      #expect(try chat.rows("/rooms/2/members", as: "ben").map { $0["username"] } == ["anna", "ben", "cleo"])
      #expect(try chat.rows("/rooms/2/members").map { $0["is_owner"] } == [true, false, false])
      #expect(try chat.send("DELETE", "/rooms/2/members/cleo", as: "ben").status == 403)
      #expect(try chat.send("DELETE", "/rooms/2/members/ben").status == 200)
      #expect(try chat.send("GET", "/rooms/2", as: "ben").status == 404)
      #expect(try chat.send("POST", "/rooms/2/leave", as: "cleo").status == 200)
      #expect(try chat.send("GET", "/rooms/2", as: "cleo").status == 404)
      #expect(try chat.send("POST", "/rooms/2/leave").status == 409)
    }
  }

  @Test func joiningAndLeavingAPublicRoomChangesOnlyTheListOfMembers() async throws {
    try await ChatFixture.run { chat in
      let joined = try chat.send("POST", "/rooms/General/join", as: "ben")
      #expect(joined.status == 200 && joined.json?["joined"] == true && joined.json?["id"] == 1)
      _ = try chat.send("POST", "/rooms/1/join", as: "ben")
      #expect(try chat.rows("/rooms/1/members").map { $0["username"] } == ["ben"])
      #expect(try chat.send("GET", "/rooms/1", as: "ben").json?["is_member"] == true)
      #expect(try chat.send("POST", "/rooms/1/leave", as: "ben").json?["left"] == true)
      #expect(try chat.rows("/rooms/1/members").isEmpty)
      #expect(try chat.post("still open", as: "ben") == 1)
    }
  }

  @Test func onlyTheOwnerDeletesARoom() async throws {
    try await ChatFixture.run { chat in
      _ = try chat.send("POST", "/rooms", ["name": "Mine"])
      try chat.post("gone soon", in: "mine")
      #expect(try chat.send("DELETE", "/rooms/mine", as: "ben").status == 403)
      #expect(try chat.send("DELETE", "/rooms/mine").status == 200)
      #expect(try chat.send("GET", "/rooms/2").status == 404)
      #expect(try chat.send("GET", "/messages/2").status == 404)
      #expect(try chat.rows("/rooms").count == 1)
      // Neither its name nor its number are taken by it any more, and the number is never given again.
      #expect(try chat.send("POST", "/rooms", ["name": "Mine"]).json?["id"] == 3)
    }
  }

  @Test func theRowsOfADeletedRoomAreDeletedInSteps() async throws {
    try await withFixture(try await ChatFixture()) { fixture in
      try await runBlocking {
        _ = try fixture.send("POST", "/rooms", ["name": "Mine"])
        for number in 1...5 { try fixture.post("\(number)", in: "mine") }
        try fixture.post("stays")
        _ = try fixture.send("DELETE", "/rooms/mine")
      }
      try await fixture.chat.purge(step: 2)
      let counts = try await fixture.database.read { connection in
        try ["chat_rooms", "chat_messages", "chat_members"].map {
          try connection.first("SELECT COUNT(*) AS n FROM \($0)", [])?.integer("n")
        }
      }
      #expect(counts == [1, 1, 0])
    }
  }

  @Test func limitsHaveCodes() async throws {
    try await ChatFixture.run(
      {
        $0.maxRoomsPerUser = 1
        $0.maxMembers = 2
      },
      { chat in
        _ = try chat.send("POST", "/rooms", ["name": "Mine", "members": ["ben"]])
        let room = try chat.send("POST", "/rooms", ["name": "Second"])
        #expect(room.status == 429 && room.json?["error"]?["code"] == "ROOM_LIMIT")
        let member = try chat.send("POST", "/rooms/mine/join", as: "cleo")
        #expect(member.status == 429 && member.json?["error"]?["code"] == "MEMBER_LIMIT")
        #expect(try chat.send("POST", "/rooms/mine/join", as: "ben").status == 200)
      })
  }
}
