import API
import JSONCodec
import Runtime
import Storage
import TestSupport
import Testing

@testable import Chat

@Suite struct ChatReplayTests {
  @Test func sendsMissedMessagesThenContinuesLive() async throws {
    try await ChatFixture.run { chat in
      let (anna, _) = try chat.connect()
      for number in 1...300 { try anna.post("m\(number)") }
      _ = try anna.receiveMessages(300)
      let (ben, welcome) = try chat.connect(as: "ben", since: 10)
      #expect(welcome["since"] == 10)
      try anna.post("m301")
      let received = try ben.receiveMessages(291)
      #expect(received.compactMap { $0["message_id"]?.integerValue } == Array(11...301))
      #expect(received.map { $0["content"] } == (11...301).map { .string("m\($0)") })
    }
  }

  @Test func changesOfOldMessagesAreMissedToo() async throws {
    try await ChatFixture.run { chat in
      for text in ["a", "b", "c", "d"] { try chat.post(text) }
      _ = try chat.send("PUT", "/messages/1/1", ["content": "a2"])
      _ = try chat.send("DELETE", "/messages/1/2")
      _ = try chat.send("DELETE", "/messages/1/4")
      let (ben, _) = try chat.connect(as: "ben", since: 3)
      let frames = try (0..<3).map { _ in try ben.receiveJSON() }
      // In the order of the changes; 4 was made and deleted meanwhile.
      #expect(frames.map { $0["type"] } == ["message_deleted", "message_edited", "message_deleted"])
      #expect(frames.map { $0["message_id"] } == [4, 1, 2])
      #expect(frames[1]["content"] == "a2")
    }
  }

  @Test(arguments: [("since=99", true), ("since=4", true), ("since=3", true), ("since=x", false), ("since=-1", false)])
  func aSinceThatIsNoMessageBeginsAtTheEnd(query: String, isTaken: Bool) async throws {
    try await ChatFixture.run { chat in
      for text in ["1", "2", "3"] { try chat.post(text) }
      let socket = try WebSocketTestClient.connect(port: chat.server.port, "/ws/chat/1?token=anna&\(query)")
      guard isTaken else { return try socket.expectClose(4400, after: "INVALID_PARAMETER") }
      #expect(try socket.receiveJSON()["since"] == 3)
      try socket.post("4")
      #expect(try socket.receiveJSON()["message_id"] == 4)
    }
  }

  /// A client that follows the changes from any position, in pages of any size, ends with the stored history.
  @Test(arguments: [1, 2, 3, 7, 100])
  func followingFromAnywhereEndsAtTheSameHistory(limit: Int) async throws {
    try await withFixture(try await ChatFixture { $0.messagesPerMinute = 0 }) { fixture async throws in
      var random = SeededGenerator(seed: UInt64(limit))
      var states: [[Int64: String]] = [[:]]
      var positions: [Int64] = [0]
      for step in 1...120 {
        let known = states[states.count - 1]
        let action: RoomCommand.Action
        switch Int.random(in: 0..<4, using: &random) {
        case 0: action = .edit(known.keys.sorted().randomElement(using: &random) ?? 0, "edit \(step)")
        case 1: action = .delete(known.keys.sorted().randomElement(using: &random) ?? 0)
        default: action = .post("message \(step)", clientID: nil)
        }
        let author = ChatMessageRepository.Author(roomID: 1, userID: "anna", username: "anna")
        guard case .done(let change)? = try? await fixture.chat.history.submit(.init(author: author, action: action))
        else { continue }
        #expect(change.number == positions[positions.count - 1] + 1)
        var state = known
        state[change.message.id] = change.kind == .deleted ? nil : change.message.content
        states.append(state)
        positions.append(change.number)
      }
      for (start, position) in positions.enumerated() {
        var (state, position) = (states[start], position)
        while true {
          let found = try await fixture.database.read { [position] in
            try RoomChanges.read(1, userID: "ben", after: position, limit: limit, in: $0)
          }
          let page = try #require(found)
          #expect(page.changes.map(\.number) == page.changes.map(\.number).sorted())
          #expect(page.changes.allSatisfy { $0.number > position && $0.number <= page.end })
          for change in page.changes {
            state[change.message.id] = change.kind == .deleted ? nil : change.message.content
          }
          position = page.end
          if page.isComplete { break }
        }
        #expect(state == states[states.count - 1] && position == positions[positions.count - 1])
      }
    }
  }

  @Test func aMessageOfAnAccountThatIsGoneSpoilsNoBatch() async throws {
    try await withFixture(try await ChatFixture()) { fixture in
      let history = fixture.chat.history
      async let good = history.submit(
        .init(author: .init(roomID: 1, userID: "anna", username: "anna"), action: .post("a", clientID: nil)))
      async let bad = history.submit(
        .init(author: .init(roomID: 1, userID: "nobody", username: "nobody"), action: .post("b", clientID: nil)))
      async let other = history.submit(
        .init(author: .init(roomID: 1, userID: "ben", username: "ben"), action: .post("c", clientID: nil)))
      _ = try await (good, other)
      do {
        _ = try await bad
        Issue.record("It was stored.")
      } catch let problem as Problem {
        #expect(problem.status == 401)
      }
      let ids = try await fixture.database.read { try $0.query("SELECT id FROM chat_messages ORDER BY id") }
      #expect(ids.compactMap { $0.integer("id") } == [1, 2])
    }
  }

  @Test func theMessagesOfAnAccountAreErasedInStepsAndAllRoomsReceiveIt() async throws {
    try await ChatFixture.run { chat in
      _ = try chat.send("POST", "/rooms", ["name": "Team", "private": true, "members": ["ben"]])
      for number in 0..<250 { try chat.post("\(number)") }
      try chat.post("theirs", as: "ben")
      try chat.post("in private", in: "team")
      #expect(try chat.send("DELETE", "/messages/1/7").status == 200)
      let (ben, _) = try chat.connect(as: "ben")
      let (team, _) = try chat.connect("team", as: "ben")
      let done = Locked(false)
      Task {
        try await chat.chat.erase(userID: "anna")
        done.withLock { $0 = true }
      }
      var erased: Set<Int64> = []
      for _ in 0..<249 {
        let frame = try ben.receiveJSON()
        #expect(frame["type"] == "message_deleted" && frame["sender"] == "" && frame["content"] == "")
        erased.insert(frame["message_id"]?.integerValue ?? 0)
      }
      #expect(erased == Set(1...250).subtracting([7]))
      #expect(try team.receiveJSON(type: "message_deleted")["message_id"] == 1)
      try Eventually.until { done.withLock { $0 } }
      #expect(try chat.rows("/messages/1", as: "ben").map { $0["message"] } == ["theirs"])
      // A client that was disconnected receives them too, and no number is missing.
      let (late, _) = try chat.connect(as: "cleo", since: 0)
      let frames = try (0..<251).map { _ in try late.receiveJSON() }
      #expect(frames.compactMap { $0["message_id"]?.integerValue } == Array(1...251))
    }
  }

  @Test func aPrivateRoomWithoutMembersIsDeleted() async throws {
    try await withFixture(try await ChatFixture()) { fixture in
      try await runBlocking {
        for (name, members) in [("Alone", []), ("Shared", ["ben"])] as [(JSONValue, JSONValue)] {
          _ = try fixture.send("POST", "/rooms", ["name": name, "private": true, "members": members])
        }
      }
      try await fixture.database.write { _ = try $0.execute("DELETE FROM users WHERE id = 'anna'") }
      try await fixture.chat.purge()
      let rooms = try await fixture.database.read { try $0.query("SELECT name FROM chat_rooms ORDER BY id") }
      #expect(rooms.map { $0.text("name") } == ["general", "Shared"])
    }
  }

  @Test func theMessagesOfADeletedAccountAreEmptied() async throws {
    try await withFixture(try await ChatFixture()) { fixture in
      try await runBlocking {
        try fixture.post("mine")
        try fixture.post("theirs", as: "ben")
        _ = try fixture.send("POST", "/rooms", ["name": "Annas"])
      }
      try await fixture.database.write { _ = try $0.execute("DELETE FROM users WHERE id = 'anna'") }
      try await runBlocking {
        let rows = try fixture.rows("/messages/1", as: "ben")
        #expect(rows.map { $0["message"] } == ["theirs"])
        let room = try fixture.send("GET", "/rooms/annas", as: "ben")
        #expect(room.json?["owner"] == .null)
      }
      let row = try await fixture.database.read { try $0.first("SELECT * FROM chat_messages WHERE id = 1", []) }
      #expect(row?.text("content") == "" && row?.text("sender") == "")
    }
  }
}
