import Testing

@testable import HTTPServer

@Suite struct WebSocketInboxTests {
  private func message(_ count: Int) -> SessionEvent { .message([UInt8](repeating: 1, count: count), isBinary: true) }

  @Test func givesEventsInOrderAndCountsTheirBytes() {
    var inbox = WebSocketInbox()
    let events = [message(1), .idle, message(3), .notification(.replaced), message(0)]
    for round in 0..<3 {
      for (index, event) in events.enumerated() {
        inbox.append(event)
        #expect(inbox.count == index + 1, "round \(round)")
      }
      #expect(inbox.bytes == 4)
      let first = inbox.takeFirst()
      #expect(first == events[0])
      inbox.append(message(5))
      #expect(inbox.count == 5 && inbox.bytes == 8)
      for event in events.dropFirst() + [message(5)] {
        let next = inbox.takeFirst()
        #expect(next == event)
      }
      let none = inbox.takeFirst()
      #expect(none == nil && inbox.isEmpty && inbox.count == 0 && inbox.bytes == 0)
    }
  }

  @Test func isFullByNumberOrBytes() {
    var configuration = WebSocketConfiguration()
    configuration.maxPendingMessages = 3
    configuration.maxPendingBytes = 100
    var inbox = WebSocketInbox()
    for _ in 0..<3 {
      #expect(!inbox.isFull(configuration))
      inbox.append(.idle)
    }
    #expect(inbox.isFull(configuration))
    inbox.removeAll()
    inbox.append(message(99))
    #expect(!inbox.isFull(configuration))
    inbox.append(message(1))
    #expect(inbox.isFull(configuration))
    _ = inbox.takeFirst()
    #expect(!inbox.isFull(configuration))
  }
}

@Suite struct WebSocketPongsTests {
  @Test func answersEveryPingOfAPeerThatReads() {
    var pongs = WebSocketPongs()
    for number in 0..<1000 {
      let payload = [UInt8(truncatingIfNeeded: number)]
      let (answer, owed) = (pongs.answer(payload), pongs.flushed())
      #expect(answer == payload && owed == nil)
    }
  }

  /// RFC 6455 §5.5.3.
  @Test func owesOnlyTheLatestPongToAPeerThatDoesNot() {
    var pongs = WebSocketPongs()
    var answered = 0
    for number in 0..<100_000 where pongs.answer([UInt8(number % 251)]) != nil { answered += 1 }
    #expect(answered == 64)
    let (owed, nothing, answer) = (pongs.flushed(), pongs.flushed(), pongs.answer([7]))
    #expect(owed == [UInt8(99_999 % 251)] && nothing == nil && answer == [7])
  }
}
