import HTTPServer
import JSONCodec
import TestSupport
import Testing

@testable import Chat

@Suite struct MessageRoutesTests {
  private static func ids(_ rows: [JSONValue]) -> [Int64] { rows.compactMap { $0["message_id"]?.integerValue } }

  @Test(arguments: [
    ("", [1, 2, 4, 5, 6]), ("?limit=2", [5, 6]), ("?limit=99999", [1, 2, 4, 5, 6]), ("?before=4", [1, 2]),
    ("?before=5&limit=2", [2, 4]), ("?after=4", [5, 6]), ("?after=0&limit=3", [1, 2, 4]), ("?after=6", []),
    ("?after=1&before=6", [2, 4, 5]), ("?after=1&before=6&limit=1", [2]), ("?before=0", []),
    ("?before=999", [1, 2, 4, 5, 6]),
    ("/recent", [1, 2, 4, 5, 6]), ("/recent?limit=1", [6]),
  ])
  func listsAWindowOldestFirst(query: String, ids: [Int64]) async throws {
    try await ChatFixture.run { chat in
      for number in 1...6 { try chat.post("\(number)") }
      _ = try chat.send("DELETE", "/messages/1/3")
      #expect(Self.ids(try chat.rows("/messages/general" + query)) == ids)
    }
  }

  @Test(arguments: ["limit=0", "limit=x", "before=-1", "after=", "after=9223372036854775807"])
  func refusesAWindowThatIsNone(query: String) async throws {
    try await ChatFixture.run { chat in
      let answer = try chat.send("GET", "/messages/1?\(query)")
      #expect(answer.status == 400)
    }
  }

  @Test func recentIsFiftyByDefault() async throws {
    try await ChatFixture.run { chat in
      for number in 1...55 { try chat.post("\(number)") }
      #expect(Self.ids(try chat.rows("/messages/1/recent")) == Array(6...55))
      #expect(try chat.rows("/messages/1").count == 55)
    }
  }

  @Test func aRowContainsTheFieldsClientsRead() async throws {
    try await ChatFixture.run { chat in
      _ = try chat.send(
        "POST", "/messages/1", ["content": "Grüße \"\\\u{1F469}\u{200D}\u{1F680}", "client_message_id": "a"])
      let row = try #require(try chat.rows("/messages/1").first)
      #expect(row["room_id"] == 1 && row["message_id"] == 1 && row["sender"] == "anna")
      #expect(row["message"] == "Grüße \"\\\u{1F469}\u{200D}\u{1F680}" && row["content"] == row["message"])
      #expect(row["timestamp"] == "2026-01-15T12:00:00" && row["message_type"] == "text")
      #expect(row["edited_at"] == .null && row["client_message_id"] == "a")
    }
  }

  @Test(arguments: [
    ("q=hello", [1, 2]), ("q=HELLO", [1, 2]), ("q=gr%C3%BCn", [3]), ("q=GR%C3%9CN", [3]), ("q=100%25", [4]),
    ("q=_", [5]),
    ("q=%5C", [5]), ("q=hello&limit=1", [2]), ("q=hello&before=2", [1]), ("q=nothing", []), ("q=gone", []),
    ("query=hello&after=1", [2]),
  ])
  func findsMessagesThatContainAPhrase(query: String, ids: [Int64]) async throws {
    try await ChatFixture.run { chat in
      for text in ["Hello you", "oh hello", "GRÜN ist schön", "100% sure", "a\\b_c", "gone"] { try chat.post(text) }
      _ = try chat.send("DELETE", "/messages/1/6")
      #expect(Self.ids(try chat.rows("/rooms/general/search?" + query)) == ids)
      #expect(Self.ids(try chat.rows("/messages/general/search?" + query)) == ids)
    }
  }

  /// With U+0301, an accent that makes one letter with the sign before it.
  @Test(arguments: [("q=%5C%CC%81", [1]), ("q=%25%CC%81", [2]), ("q=_%CC%81", [])] as [(String, [Int64])])
  func findsSignsUnderAccents(query: String, ids: [Int64]) async throws {
    try await ChatFixture.run { chat in
      for text in ["a\\\u{301}", "5%\u{301}", "x\u{301}"] { try chat.post(text) }
      #expect(Self.ids(try chat.rows("/rooms/general/search?" + query)) == ids)
    }
  }

  @Test func searchLooksNoDeeperThanItMay() async throws {
    try await ChatFixture.run(
      { $0.searchDepth = 3 },
      { chat in
        for number in 1...6 { try chat.post("x\(number)") }
        #expect(Self.ids(try chat.rows("/messages/1/search?q=x")) == [4, 5, 6])
        #expect(Self.ids(try chat.rows("/messages/1/search?q=x&before=4")) == [1, 2, 3])
        for query in ["", "q=", "q=%20", "q=" + String(repeating: "x", count: 201)] {
          #expect(try chat.send("GET", "/messages/1/search?\(query)").status == 400)
        }
      })
  }

  @Test func onlyItsSenderEditsAndDeletesAMessage() async throws {
    try await ChatFixture.run { chat in
      try chat.post("first")
      for (method, json) in [("PUT", ["content": "x"] as JSONValue?), ("PATCH", ["content": "x"]), ("DELETE", nil)] {
        let answer = try chat.send(method, "/messages/1/1", json, as: "ben")
        #expect(answer.status == 403, "\(method)")
      }
      chat.clock.advance(by: .seconds(5))
      let edited = try chat.send("PATCH", "/messages/general/1", ["content": "second"]).json
      #expect(edited?["message"] == "second" && edited?["edited_at"] == "2026-01-15T12:00:05")
      #expect(edited?["timestamp"] == "2026-01-15T12:00:00")
      #expect(try chat.rows("/messages/1")[0]["message"] == "second")
      #expect(try chat.send("DELETE", "/messages/1/1").status == 200)
      for path in ["/messages/1/1", "/messages/1/2", "/messages/1/x", "/messages/1/-1"] {
        #expect(try chat.send("PUT", path, ["content": "x"]).json?["error"]?["code"] == "MESSAGE_NOT_FOUND")
      }
      #expect(try chat.rows("/messages/1").isEmpty)
      // Its number stays taken.
      #expect(try chat.post("next") == 2)
    }
  }

  @Test func sendingAgainUnderOneIdIsOneMessage() async throws {
    try await ChatFixture.run { chat in
      func post(_ text: String, _ id: String, room: String = "1", as user: String = "anna") throws -> WireResponse {
        try chat.send(
          "POST", "/messages/\(room)", ["content": .string(text), "client_message_id": .string(id)], as: user)
      }
      #expect(try post("hi", "a").json?["message_id"] == 1)
      #expect(try post("hi", "a").json?["message_id"] == 1)
      let other = try post("ho", "a")
      #expect(other.status == 409 && other.json?["error"]?["code"] == "MESSAGE_ID_REUSED")
      // Ids of others, and of other rooms, are other ids.
      #expect(try post("ho", "a", as: "ben").json?["message_id"] == 2)
      _ = try chat.send("POST", "/rooms", ["name": "second"])
      #expect(try post("ho", "a", room: "second").json?["message_id"] == 1)
      #expect(try chat.rows("/messages/1").count == 2)
      for id in [JSONValue.integer(5), "", .string(String(repeating: "x", count: 129))] {
        #expect(try chat.send("POST", "/messages/1", ["content": "x", "client_message_id": id]).status == 400)
      }
    }
  }

  @Test func theFloodOfOneUserInOneRoomIsRefused() async throws {
    try await ChatFixture.run(
      { $0.messagesPerMinute = 3 },
      { chat in
        for number in 1...3 { try chat.post("\(number)") }
        let refused = try chat.send("POST", "/messages/1", ["content": "4"])
        #expect(
          refused.status == 429 && refused.json?["error"]?["code"] == "RATE_LIMIT" && refused["Retry-After"] == "60")
        #expect(try chat.send("PUT", "/messages/1/1", ["content": "4"]).status == 429)
        try chat.post("others may", as: "ben")
        _ = try chat.send("POST", "/rooms", ["name": "second"])
        try chat.post("elsewhere", in: "second")
        chat.clock.advance(by: .seconds(61))
        #expect(try chat.post("later") == 5)
      })
  }

  @Test func contentIsBounded() async throws {
    try await ChatFixture.run(
      { $0.maxContent = 10 },
      { chat in
        for (content, code) in [
          (JSONValue.string(String(repeating: "\u{1F469}\u{200D}\u{1F680}", count: 11)), "MESSAGE_TOO_LONG"),
          (.string(" "), "VALIDATION_ERROR"), (.integer(1), "VALIDATION_ERROR"), (.null, "VALIDATION_ERROR"),
          (.string("\u{0}"), "VALIDATION_ERROR"),
          (.string("a" + String(repeating: "\u{301}", count: 40_000)), "MESSAGE_TOO_LONG"),
        ] {
          let answer = try chat.send("POST", "/messages/1", ["content": content])
          #expect(answer.status == 400 && answer.json?["error"]?["code"] == .string(code))
        }
        try chat.post(String(repeating: "\u{1F469}\u{200D}\u{1F680}", count: 10))
      })
  }
}
