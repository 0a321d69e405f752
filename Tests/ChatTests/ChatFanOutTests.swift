import Dispatch
import JSONCodec
import Runtime
import Storage
import TestSupport
import Testing

@testable import Chat

/// What a message costs that many hear.
@Suite struct ChatFanOutTests {
  /// Keeps the one thread that writes busy until it is let go, so that what is said meanwhile is one batch.
  private final class HeldWriter: Sendable {
    private let release = DispatchSemaphore(value: 0)

    init(_ database: SQLiteDatabase) {
      let (isHeld, release) = (DispatchSemaphore(value: 0), release)
      Task {
        try await database.write { _ in
          isHeld.signal()
          release.wait()
        }
      }
      isHeld.wait()
    }

    func letGo() { release.signal() }
  }

  @Test func aFrameIsMadeOncePerMessageAndWrittenOncePerTurnAndSocket() async throws {
    try await ChatFixture.run { chat in
      let members = try (0..<15).map { try chat.connect(as: ["anna", "ben", "cleo"][$0 % 3]).socket }
      // Those who came later are heard of; a pong is behind it.
      for member in members { _ = try member.messagesBeforePong() }
      let writer = HeldWriter(chat.database)
      let before = chat.server.writeCount
      let heard = chat.counts.delivered.withLock { $0 }
      for number in 0..<10 { try members[number].say("\(number)") }
      try Eventually.until { chat.chat.history.waitingCount == 10 }
      #expect(chat.server.writeCount == before)
      writer.letGo()
      for member in members {
        #expect(try member.receiveMessages(10).compactMap { $0["message_id"]?.integerValue } == Array(1...10))
      }
      #expect(chat.counts.stored.withLock { $0 } == 10)
      #expect(chat.counts.encoded.withLock { $0 } == 10)
      #expect(chat.counts.delivered.withLock { $0 } == heard + 150)
      #expect(chat.server.writeCount == before + 15)
    }
  }
}
