import JSONCodec
import Storage
import TestSupport
import Testing

@testable import Chat

/// The errors of messages that cannot be stored: the sender receives them, and the same message is stored when it is sent
/// again.
@Suite struct ChatCodesTests {
  @Test func commandsAboveTheQueueLimitAreRefusedAndStoredLater() async throws {
    try await ChatFixture.run(
      { $0.maxWaiting = 1 },
      { chat in
        let (anna, _) = try chat.connect()
        try anna.settle()
        let writer = HeldWriter(chat.database)
        for number in 1...3 { try anna.post("\(number)", clientID: "c\(number)") }
        for number in 2...3 {
          let error = try anna.receiveJSON(type: "error")
          #expect(error["error_code"] == "SERVER_BUSY" && error["client_message_id"] == .string("c\(number)"))
          #expect(error["retry_after"] == 1)
        }
        writer.unblock()
        #expect(try anna.receiveJSON(type: "message")["message_id"] == 1)
        try anna.post("2", clientID: "c2")
        let second = try anna.receiveJSON(type: "message")
        #expect(second["message_id"] == 2 && second["content"] == "2" && second["duplicate"] == nil)
      })
  }

  @Test func failedStorageIsReportedAndARepetitionIsStoredOnce() async throws {
    try await ChatFixture.run { chat in
      let (anna, _) = try chat.connect()
      let (ben, _) = try chat.connect(as: "ben")
      try chat.alter("ALTER TABLE chat_messages RENAME TO elsewhere")
      for number in 1...2 { try anna.post("\(number)", clientID: "c\(number)") }
      for number in 1...2 {
        let error = try anna.receiveJSON(type: "error")
        #expect(error["error_code"] == "SERVER_ERROR" && error["client_message_id"] == .string("c\(number)"))
      }
      #expect(try chat.send("POST", "/messages/1", ["content": "x"]).status == 503)
      try chat.alter("ALTER TABLE elsewhere RENAME TO chat_messages")
      try anna.post("2", clientID: "c2")
      try anna.post("1", clientID: "c1")
      let received = try ben.receiveMessages(2)
      #expect(received.compactMap { $0["message_id"]?.integerValue } == [1, 2] && received[0]["content"] == "2")
    }
  }

  /// It would miss something.
  @Test func aHistoryThatCannotBeReadEndsTheSocketWith1011() async throws {
    try await ChatFixture.run { chat in
      try chat.post("hi")
      try chat.alter("ALTER TABLE chat_messages RENAME TO elsewhere")
      let (anna, _) = try chat.connect(since: 0)
      try anna.expectClose(1011, after: "SERVER_ERROR")
    }
  }

  @Test func aFloodIsOneUsersInOneRoom() async throws {
    try await ChatFixture.run(
      { $0.messagesPerMinute = 2 },
      { chat in
        _ = try chat.send("POST", "/rooms", ["name": "Other"])
        let (anna, _) = try chat.connect()
        let (other, _) = try chat.connect("other")
        for number in 1...3 { try anna.post("\(number)") }
        #expect(try anna.receiveJSON(type: "error")["error_code"] == "RATE_LIMIT")
        for number in 1...2 { try other.post("\(number)") }
        #expect(try other.receiveMessages(2).count == 2)
        // The other side counts with it.
        #expect(try chat.send("POST", "/messages/general", ["content": "x"]).status == 429)
        #expect(try chat.send("POST", "/messages/general", ["content": "x"], as: "ben").status == 200)
      })
  }
}
