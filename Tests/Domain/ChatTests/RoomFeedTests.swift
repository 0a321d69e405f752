import Testing

@testable import Chat

/// The order of the frames of a room that several nodes store.
@Suite struct RoomFeedTests {
  private static func add(_ numbers: Int64?..., to feed: inout RoomFeed) -> [Int64?] {
    numbers.flatMap { feed.add(RoomFrame([], number: $0)).map(\.number) }
  }

  @Test func passesFramesInTheirOrder() {
    var feed = RoomFeed()
    let passed1 = Self.add(7, 8, 9, to: &feed)
    #expect(passed1 == [7, 8, 9])
    #expect(!feed.isWaiting)
  }

  @Test func keepsAFrameUntilTheOneBeforeItArrives() {
    var feed = RoomFeed()
    let passed2 = Self.add(1, 3, 4, to: &feed)
    #expect(passed2 == [1])
    #expect(feed.isWaiting)
    let passed3 = Self.add(2, 5, to: &feed)
    #expect(passed3 == [2, 3, 4, 5])
    #expect(!feed.isWaiting)
  }

  @Test func dropsFramesThatWerePassedBefore() {
    var feed = RoomFeed()
    let passed4 = Self.add(4, 5, 4, 5, 6, to: &feed)
    #expect(passed4 == [4, 5, 6])
  }

  @Test func passesSignalsAtOnce() {
    var feed = RoomFeed()
    let passed5 = Self.add(1, 3, nil, to: &feed)
    #expect(passed5 == [1, nil])
  }

  /// The sockets notice the gap and read the history.
  @Test func givesUpAMissingFrame() {
    var feed = RoomFeed()
    let passed6 = Self.add(1, 4, 3, 7, to: &feed)
    #expect(passed6 == [1])
    let given = feed.flush().map(\.number)
    #expect(given == [3, 4, 7])
    let passed7 = Self.add(2, 8, to: &feed)
    #expect(passed7 == [8])
  }

  @Test func boundsTheWaitingFrames() {
    var feed = RoomFeed()
    _ = Self.add(1, to: &feed)
    var passed: [Int64?] = []
    for number in Int64(3)...259 { passed += Self.add(number, to: &feed) }
    #expect(passed == (Int64(3)...259).map(Optional.init))
  }
}
