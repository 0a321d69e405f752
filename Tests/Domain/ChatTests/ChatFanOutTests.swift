import JSONCodec
import Runtime
import TestSupport
import Testing

@testable import Chat

/// The cost of a message with many receivers.
@Suite struct ChatFanOutTests {
  @Test func aFrameIsEncodedOncePerMessageAndWrittenOncePerIterationAndSocket() async throws {
    try await ChatFixture.run { chat in
      let members = try (0..<15).map { try chat.connect(as: ["anna", "ben", "cleo"][$0 % 3]).socket }
      for member in members { try member.settle() }
      let writer = HeldWriter(chat.database)
      let before = chat.server.writeCount
      let delivered = chat.counts.delivered.withLock { $0 }
      for number in 0..<10 { try members[number].post("\(number)") }
      try Eventually.until { chat.chat.history.waitingCount == 10 }
      #expect(chat.server.writeCount == before)
      writer.unblock()
      for member in members {
        #expect(try member.receiveMessages(10).compactMap { $0["message_id"]?.integerValue } == Array(1...10))
      }
      #expect(chat.counts.stored.withLock { $0 } == 10)
      #expect(chat.counts.encoded.withLock { $0 } == 10)
      #expect(chat.counts.delivered.withLock { $0 } == delivered + 150)
      #expect(chat.server.writeCount == before + 15)
    }
  }
}
