import HTTPCodec
import Runtime
import Testing

@testable import HTTPServer

/// The reception of requests without a socket: bytes and times in, requests and deadlines out.
@Suite struct RequestReceptionTests {
  private static let start = ContinuousClock.now
  private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
  private static let post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n"

  /// The time-outs are 75, 10 and 30 seconds.
  private func reception() -> RequestReception { RequestReception(HTTPConfiguration()) }

  private func receive(_ reception: inout RequestReception, _ text: String) {
    unsafe Array(text.utf8).withUnsafeBytes { unsafe reception.received($0) }
  }

  /// The contents of all complete requests; "100" for an expectation.
  private func requests(_ reception: inout RequestReception) throws -> [String] {
    var all: [String] = []
    while let event = try reception.next({ _ in .collected }) {
      switch event {
      case .request(let incoming): all.append(String(decoding: incoming.body, as: UTF8.self))
      case .contentExpected: all.append("100")
      }
    }
    return all
  }

  private func monotonic(_ seconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: seconds * 1_000_000_000)
  }

  // MARK: - Requests

  @Test func collectsContentAcrossReads() throws {
    var reception = reception()
    receive(&reception, Self.post + "ab")
    let early = try requests(&reception)
    receive(&reception, "cd" + Self.get)
    let late = try requests(&reception)
    #expect(early == [] && late == ["abcd", ""])
  }

  @Test func returnsARequestAgainThatWasPutBack() throws {
    var reception = reception()
    receive(&reception, Self.post + "abcd" + Self.get)
    let event = try reception.next { _ in .collected }
    if case .request(let incoming)? = event { reception.putBack(incoming) }
    let all = try requests(&reception)
    #expect(all == ["abcd", ""])
  }

  @Test(arguments: [("", ["100"]), ("ab", []), ("abcd", ["abcd"])])
  func asksForExpectedContentOnlyIfNoneArrived(_ content: String, _ events: [String]) throws {
    var reception = reception()
    receive(&reception, "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n" + content)
    let seen = try requests(&reception)
    #expect(seen == events)
  }

  // MARK: - Streamed content

  /// Starts the stream of a request with content.
  private func stream(_ reception: inout RequestReception, _ text: String) throws -> Int? {
    receive(&reception, text)
    guard case .request(let incoming)? = try reception.next({ _ in .streamed(maxBytes: 100) }) else { return nil }
    return incoming.streamNumber
  }

  @Test func returnsStreamedContentAsItArrives() throws {
    var reception = reception()
    let started = try stream(&reception, Self.post + "ab")
    let number = try #require(started)
    var events: [RequestReception.ContentEvent?] = []
    for _ in 0..<2 { events.append(try reception.nextContent(of: number)) }
    receive(&reception, "cd" + Self.get)
    for _ in 0..<3 { events.append(try reception.nextContent(of: number)) }
    let others = try requests(&reception)
    #expect(events == [.piece([97, 98]), nil, .piece([99, 100]), .end, .end])
    #expect(others == [""])
  }

  /// The content after the head, the first event and whether the connection may persist if nothing of it is taken.
  @Test(
    arguments: [
      ("", .expected, false), ("ab", .piece([97, 98]), false), ("abcd", .piece([97, 98, 99, 100]), true),
    ] as [(String, RequestReception.ContentEvent, Bool)])
  func asksForStreamedContentWhenItIsTaken(
    _ content: String, _ first: RequestReception.ContentEvent, _ isComplete: Bool
  ) throws {
    let text = "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n" + content
    var taken = reception()
    let started = try stream(&taken, text)
    let number = try #require(started)
    let event = try taken.nextContent(of: number)
    var abandoned = reception()
    _ = try stream(&abandoned, text)
    let mayPersist = abandoned.contentAbandoned()
    #expect(event == first && mayPersist == isComplete)
  }

  @Test func doesNotEndContentThatWasAbandoned() throws {
    var reception = reception()
    let started = try stream(&reception, Self.post + "ab")
    let number = try #require(started)
    let mayPersist = reception.contentAbandoned()
    let event = try reception.nextContent(of: number)
    #expect(!mayPersist && event == .abandoned)
  }

  // MARK: - Deadlines

  /// Received bytes after a complete request or none, and the deadline of the wait in seconds.
  @Test(
    arguments: [
      (false, "", 10), (false, "GET", 10), (false, "\r\n", 10), (false, post, 30), (false, post + "ab", 30),
      (true, "", 75), (true, "GET", 10), (true, post, 30),
    ])
  func waitsForEachPartOfARequest(_ isLater: Bool, _ text: String, _ seconds: Int) throws {
    var reception = reception()
    if isLater { receive(&reception, Self.get) }
    _ = try requests(&reception)
    receive(&reception, text)
    _ = try requests(&reception)
    let wait = reception.waitBegan(now: Self.start, isDraining: false)
    #expect(wait == .receive(until: Self.start + .seconds(seconds)))
  }

  @Test func doesNotMoveTheDeadlineOfAPart() throws {
    var reception = reception()
    receive(&reception, "GET")
    _ = reception.waitBegan(now: Self.start, isDraining: false)
    reception.waitEnded()
    receive(&reception, " ")
    let second = reception.waitBegan(now: Self.start + .seconds(9), isDraining: false)
    reception.waitEnded()
    receive(&reception, "/")
    let third = reception.waitBegan(now: Self.start + .seconds(10), isDraining: false)
    #expect(second == .receive(until: Self.start + .seconds(10)))
    #expect(third == .refuse)
    let waited = reception.waitedNanoseconds(now: Self.start + .seconds(10))
    #expect(waited == 10_000_000_000)
  }

  @Test(arguments: [("", RequestReception.Expiry.end), ("GET", .refuse), (post + "a", .refuse)])
  func endsIdleConnectionsAndRefusesLateRequests(_ text: String, _ expiry: RequestReception.Expiry) throws {
    var reception = reception()
    receive(&reception, text)
    _ = try requests(&reception)
    _ = reception.waitBegan(now: Self.start, isDraining: false)
    let action = reception.deadlinePassed(now: Self.start + .seconds(30), monotonic: monotonic(30))
    #expect(action == expiry)
  }

  @Test(arguments: [("", RequestReception.Wait.end), ("GET", .receive(until: start + .seconds(10)))])
  func endsOnlyIdleConnectionsInADrain(_ text: String, _ expected: RequestReception.Wait) throws {
    var reception = reception()
    receive(&reception, text)
    _ = try requests(&reception)
    let wait = reception.waitBegan(now: Self.start, isDraining: true)
    #expect(wait == expected)
  }

  @Test func answersDuringAWaitMoveItsDeadlineWhenItPasses() throws {
    var reception = reception()
    _ = reception.waitBegan(now: Self.start, isDraining: false)
    let isWaiting = reception.isWaitingForRequest
    #expect(isWaiting)
    receive(&reception, Self.get + Self.get)
    _ = try requests(&reception)
    let first = [reception.answered(at: monotonic(5)), reception.answered(at: monotonic(7))]
    let expiry = reception.deadlinePassed(now: Self.start + .seconds(80), monotonic: monotonic(80))
    let wait = reception.waitBegan(now: Self.start + .seconds(80), isDraining: false)
    let end = reception.deadlinePassed(now: Self.start + .seconds(82), monotonic: monotonic(82))
    #expect(first == [true, false])
    #expect(expiry == .wait && wait == .receive(until: Self.start + .seconds(82)) && end == .end)
  }

  @Test func resumesOnceAfterAPause() {
    var reception = reception()
    reception.paused()
    let resumed = [reception.resumed(), reception.resumed()]
    #expect(resumed == [true, false])
  }
}
