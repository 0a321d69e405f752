import HTTPServer
import JSONCodec
import Realtime
import TestSupport
import Testing

@testable import Chat

@Suite struct ChatSocketTests {
  @Test func welcomesWithPositionAndPresence() async throws {
    try await ChatFixture.run { chat in
      try chat.post("before")
      let (ben, first) = try chat.connect(as: "ben")
      #expect(first["room_id"] == 1 && first["room_name"] == "general" && first["since"] == 1)
      #expect(first["users"] == ["ben"] && first["user_count"] == 1 && first["sender"] == "ben")
      #expect(first["timestamp"] == "2026-01-15T12:00:00" && first["content"] == first["message"])
      let (_, second) = try chat.connect("1", as: "anna", since: 0)
      #expect(second["since"] == 0 && second["last_message_id"] == 1 && second["users"] == ["anna", "ben"])
      #expect(try ben.receiveJSON()["type"] == "user_joined")
    }
  }

  @Test func allMembersReceiveAMessageItsSenderToo() async throws {
    try await ChatFixture.run { chat in
      let (anna, _) = try chat.connect()
      let (ben, _) = try chat.connect("GENERAL", as: "ben")
      // As the documented client sends it: in a binary frame, with room and sender as text.
      let text = #"{"type":"message","room_id":"general","sender":"somebody else","content":"hi"}"#
      try anna.send(binary: Array(text.utf8))
      let (first, second) = (try anna.receiveJSON(type: "message"), try ben.receiveJSON(type: "message"))
      #expect(first == second)
      #expect(first["message_id"] == 1 && first["content"] == "hi" && first["message"] == "hi")
      #expect(first["sender"] == "anna" && first["room_id"] == 1 && first["timestamp"] == "2026-01-15T12:00:00")
    }
  }

  @Test func presenceIsSentOncePerUser() async throws {
    try await ChatFixture.run { chat in
      let (anna, _) = try chat.connect()
      let (phone, _) = try chat.connect(as: "ben")
      let (laptop, welcome) = try chat.connect(as: "ben")
      #expect(welcome["users"] == ["anna", "ben"])
      let joined = try anna.receiveJSON()
      #expect(joined["type"] == "user_joined" && joined["sender"] == "ben" && joined["content"] == joined["message"])
      try phone.sendClose()
      try phone.receiveEnd()
      try laptop.post("still here")
      #expect(try anna.receiveJSON()["content"] == "still here")
      try laptop.sendClose()
      try laptop.receiveEnd()
      let left = try anna.receiveJSON()
      #expect(left["type"] == "user_left" && left["sender"] == "ben" && left["message"]?.stringValue != nil)
      try anna.send(json: ["type": "presence"])
      #expect(try anna.receiveJSON(type: "presence")["users"] == ["anna"])
    }
  }

  private static let typing: [(message: JSONValue, isTyping: Bool)] = [
    (["type": "typing"], true), (["type": "typing", "is_typing": false], false), (["type": "typing_start"], true),
    (["type": "typing_stop"], false),
  ]

  @Test(arguments: typing)
  func sendsTypingToOtherMembers(message: JSONValue, isTyping: Bool) async throws {
    try await ChatFixture.run { chat in
      let (anna, _) = try chat.connect()
      let (ben, _) = try chat.connect(as: "ben")
      try ben.send(json: message)
      let frame = try anna.receiveJSON(type: "typing")
      #expect(frame["sender"] == "ben" && frame["is_typing"] == .bool(isTyping) && frame["content"] == "")
      try ben.send(json: ["type": "ping"])
      #expect(try ben.receiveJSON()["type"] == "pong")
    }
  }

  @Test func sendsReadPositions() async throws {
    try await ChatFixture.run { chat in
      for text in ["1", "2", "3"] { try chat.post(text) }
      let (anna, _) = try chat.connect()
      let (ben, _) = try chat.connect(as: "ben")
      try ben.send(json: ["type": "read", "message_id": 2])
      let frame = try anna.receiveJSON(type: "read")
      #expect(frame["sender"] == "ben" && frame["message_id"] == 2 && frame["content"] == "")
      // Not back, and not twice; without a number it is all.
      try ben.send(json: ["type": "read", "message_id": 1])
      try ben.send(json: ["type": "mark_read"])
      #expect(try anna.receiveJSON(type: "read")["message_id"] == 3)
      #expect(try chat.send("GET", "/rooms/1", as: "ben").json?["unread_count"] == 0)
      #expect(try chat.send("POST", "/rooms/1/mark-read", as: "cleo").status == 200)
      #expect(try anna.receiveJSON(type: "read")["sender"] == "cleo")
    }
  }

  @Test func editsAndDeletionsReachTheRoom() async throws {
    try await ChatFixture.run { chat in
      let (anna, _) = try chat.connect()
      let (ben, _) = try chat.connect(as: "ben")
      try anna.post("helo")
      _ = try ben.receiveMessages(1)
      try anna.send(json: ["type": "edit_message", "message_id": 1, "content": "hello"])
      let edited = try ben.receiveJSON()
      #expect(edited["type"] == "message_edited" && edited["message_id"] == 1 && edited["content"] == "hello")
      #expect(edited["sender"] == "anna" && edited["edited_at"]?.stringValue != nil)
      try ben.send(json: ["type": "delete_message", "message_id": 1])
      #expect(try ben.receiveJSON()["error_code"] == "FORBIDDEN")
      #expect(try chat.send("DELETE", "/messages/1/1").status == 200)
      let deleted = try ben.receiveJSON()
      #expect(deleted["type"] == "message_deleted" && deleted["message_id"] == 1 && deleted["content"] == "")
      try anna.send(json: ["type": "delete", "message_id": "1"])
      #expect(try anna.receiveJSON(type: "error")["error_code"] == "MESSAGE_NOT_FOUND")
    }
  }

  @Test func aRetryKeepsItsNumberAndIsDeliveredOnce() async throws {
    try await ChatFixture.run { chat in
      let (anna, _) = try chat.connect()
      let (ben, _) = try chat.connect(as: "ben")
      try anna.post("hi", clientID: "c1")
      try anna.post("hi", clientID: "c1")
      let (first, again) = (try anna.receiveJSON(type: "message"), try anna.receiveJSON(type: "message"))
      let replies = [first, again].sorted { ($0["duplicate"] == true ? 1 : 0) < ($1["duplicate"] == true ? 1 : 0) }
      #expect(replies.map { $0["message_id"] } == [1, 1] && replies.map { $0["client_message_id"] } == ["c1", "c1"])
      #expect(replies[0]["duplicate"] == nil && replies[1]["duplicate"] == true)
      try anna.post("ho", clientID: "c1")
      let error = try anna.receiveJSON()
      #expect(error["error_code"] == "MESSAGE_ID_REUSED" && error["client_message_id"] == "c1")
      try anna.post("next")
      #expect(try ben.receiveMessages(2).map { $0["content"] } == ["hi", "next"])
    }
  }

  @Test(arguments: [
    ("x", "INVALID_JSON"), ("\u{22}\u{22}", "INVALID_MESSAGE"), ("[]", "INVALID_MESSAGE"), ("{}", "INVALID_MESSAGE"),
    (#"{"type":5}"#, "INVALID_MESSAGE"), (#"{"type":"message"}"#, "INVALID_MESSAGE"),
    (#"{"type":"message","content":null}"#, "INVALID_MESSAGE"),
    (#"{"type":"message","content":["a"]}"#, "INVALID_MESSAGE"),
    (#"{"type":"message","content":"\n "}"#, "INVALID_MESSAGE"),
    (#"{"type":"message","content":"a","client_message_id":7}"#, "INVALID_MESSAGE"),
    (#"{"type":"edit_message","content":"a"}"#, "INVALID_MESSAGE"),
    (#"{"type":"delete_message","message_id":1.5}"#, "INVALID_MESSAGE"),
    (#"{"type":"delete_message","message_id":99}"#, "MESSAGE_NOT_FOUND"),
    (#"{"type":"read","message_id":"x"}"#, "INVALID_MESSAGE"), (#"{"type":"dance"}"#, "INVALID_MESSAGE"),
    (#"{"type":"authenticate"}"#, "INVALID_MESSAGE"),
    ("{\"type\":\"message\",\"content\":\"" + String(repeating: "x", count: 5001) + "\"}", "MESSAGE_TOO_LONG"),
    ("{\"type\":\"message\",\"content\":\"" + String(repeating: "x", count: 200_000) + "\"}", "INVALID_JSON"),
  ])
  func reportsInvalidMessagesAndStaysOpen(text: String, code: String) async throws {
    try await ChatFixture.run { chat in
      let (anna, _) = try chat.connect()
      try anna.send(text: text)
      let error = try anna.receiveJSON()
      #expect(error["type"] == "error" && error["error_code"] == .string(code) && error["code"] == .string(code))
      #expect(error["content"]?.stringValue?.isEmpty == false && error["content"] == error["message"])
      try anna.post("fine")
      #expect(try anna.receiveJSON()["content"] == "fine")
    }
  }

  @Test func rateLimitsAFloodWithoutAffectingOthers() async throws {
    try await ChatFixture.run(
      {
        $0.messagesPerMinute = 5
        $0.signalsPerMinute = 2
      },
      { chat in
        let (anna, _) = try chat.connect()
        let (ben, _) = try chat.connect(as: "ben")
        for number in 1...8 { try anna.post("\(number)", clientID: "c\(number)") }
        let errors = try (0..<3).map { _ in try anna.receiveJSON(type: "error") }
        #expect(errors.map { $0["error_code"] } == ["RATE_LIMIT", "RATE_LIMIT", "RATE_LIMIT"])
        #expect(errors.map { $0["client_message_id"] } == ["c6", "c7", "c8"] && errors[0]["retry_after"] == 60)
        #expect(try ben.receiveMessages(5).compactMap { $0["message_id"]?.integerValue } == [1, 2, 3, 4, 5])
        for _ in 0..<3 { try ben.send(json: ["type": "typing"]) }
        #expect(try ben.receiveJSON(type: "error")["error_code"] == "RATE_LIMIT")
        try ben.post("not typing")
        #expect(try ben.receiveMessages(1)[0]["message_id"] == 6)
      })
  }

  @Test(arguments: [
    ("nowhere", "ben"), ("2", "ben"), ("secret", "ben"), ("0", "anna"), ("99999999999999999999", "anna"),
  ])
  func anInvisibleRoomDoesNotExist(room: String, user: String) async throws {
    try await ChatFixture.run { chat in
      _ = try chat.send("POST", "/rooms", ["name": "Secret", "private": true])
      let socket = try WebSocketTestClient.connect(port: chat.server.port, "/ws/chat/\(room)?token=\(user)")
      try socket.expectClose(4404, after: "ROOM_NOT_FOUND")
      try Eventually.until { chat.registry.count == 0 }
    }
  }

  @Test func sendsNothingToUsersAfterTheyLeaveAPrivateRoom() async throws {
    try await ChatFixture.run { chat in
      _ = try chat.send("POST", "/rooms", ["name": "Team", "private": true, "members": ["ben", "cleo"]])
      let (anna, _) = try chat.connect("team")
      let (ben, _) = try chat.connect("team", as: "ben")
      let (cleo, _) = try chat.connect("team", as: "cleo")
      #expect(try chat.send("POST", "/rooms/team/leave", as: "ben").status == 200)
      try ben.expectClose(4404, after: "ROOM_NOT_FOUND")
      #expect(try chat.send("DELETE", "/rooms/team/members/cleo").status == 200)
      try cleo.expectClose(4404, after: "ROOM_NOT_FOUND")
      try anna.post("alone")
      #expect(try anna.receiveMessages(1)[0]["message_id"] == 1)
    }
  }

  @Test func theSocketsOfADeletedRoomReceiveItAndAreClosed() async throws {
    try await ChatFixture.run { chat in
      _ = try chat.send("POST", "/rooms", ["name": "Mine"])
      let (anna, _) = try chat.connect("mine")
      let (ben, _) = try chat.connect("mine", as: "ben")
      #expect(try chat.send("DELETE", "/rooms/mine").status == 200)
      for socket in [anna, ben] {
        #expect(try socket.receiveJSON(type: "room_deleted")["content"]?.stringValue?.isEmpty == false)
        try socket.expectClose(4404, after: "ROOM_NOT_FOUND")
      }
    }
  }
}

/// Waiting for what another thread does.
enum Eventually {
  static func until(_ condition: () -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while !condition() {
      guard .now < deadline else { throw WireError.timedOut(what: "a condition", received: "") }
    }
  }
}
