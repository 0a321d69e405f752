import Testing

@testable import LanguageModel

@Suite struct TransferTimingTests {
  private let start = ContinuousClock.now

  private func timing(total: Duration = .seconds(1000)) -> TransferTiming {
    TransferTiming(ModelTimeouts(), start: start, deadline: start + total)
  }

  @Test func appliesTheTimeoutOfEachPhase() {
    var timing = timing()
    #expect(timing.next(isPaused: false) == (.connect, start + .seconds(10)))
    timing.connected(at: start + .seconds(2))
    timing.connected(at: start + .seconds(3))
    #expect(timing.next(isPaused: false) == (.firstByte, start + .seconds(62)))
    timing.received(at: start + .seconds(5))
    timing.received(at: start + .seconds(7))
    #expect(timing.next(isPaused: false) == (.betweenBytes, start + .seconds(37)))
  }

  @Test func boundsTheWhole() {
    var timing = timing(total: .seconds(12))
    #expect(timing.next(isPaused: false) == (.connect, start + .seconds(10)))
    timing.connected(at: start)
    #expect(timing.next(isPaused: false) == (.total, start + .seconds(12)))
  }

  @Test func doesNotBlameTheEndpointForOurPause() {
    var timing = timing()
    timing.received(at: start)
    #expect(timing.next(isPaused: true) == (.total, start + .seconds(1000)))
  }
}

@Suite struct ResponseHeadReaderTests {
  private func read(_ lines: String...) -> [ResponseHeadReader.Step] {
    var reader = ResponseHeadReader()
    return lines.map { reader.received(line: Array($0.utf8)) }.filter { $0 != .more }
  }

  @Test func readsTheStatusAndRelevantFields() {
    #expect(
      read(
        "HTTP/1.1 429 Too Many\r\n", "Content-Type: Text/Event-Stream; charset=utf-8\r\n", "RETRY-AFTER:  7\r\n",
        "X: y\r\n", "\r\n")
        == [.head(ResponseHead(status: 429, contentType: "text/event-stream", retryAfter: "7"))])
  }

  @Test func passesOverInterimHeadsAndTrailers() {
    #expect(
      read("HTTP/1.1 100 Continue\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "\r\n", "Trailer: x\r\n", "\r\n")
        == [.head(ResponseHead(status: 200))])
  }

  @Test func boundsTheHead() {
    var reader = ResponseHeadReader()
    let line = Array(("A: " + String(repeating: "a", count: 30_000) + "\r\n").utf8)
    #expect(reader.received(line: line) == .more)
    #expect(reader.received(line: line) == .more)
    #expect(reader.received(line: line) == .tooLarge)
  }
}
