import Testing

@testable import HTTPServer

/// The minimum speed of streamed content, with times passed in.
@Suite struct ContentPaceTests {
  private static let start = ContinuousClock.now

  /// Waits as start, end and received bytes, and the deadline of a wait that starts at 100 seconds.
  @Test(
    arguments: [
      ([], 130), ([(0, 10, 1)], 120), ([(0, 10, 1), (50, 60, 1)], 110), ([(0, 29, 1), (50, 51, 1)], nil),
      ([(0, 29, 64 << 10)], 130), ([(0, 20, 32 << 10), (50, 55, 32 << 10)], 130),
      ([(0, 20, 32 << 10), (50, 55, 1)], 105),
    ] as [([(Int, Int, Int)], Int?)])
  func limitsTheTimeSpentWaiting(_ waits: [(Int, Int, Int)], _ deadline: Int?) {
    var pace = ContentPace(timeout: .seconds(30))
    for (begin, end, count) in waits {
      _ = pace.waitBegan(now: Self.start + .seconds(begin))
      pace.waitEnded(count: count, now: Self.start + .seconds(end))
    }
    let due = pace.waitBegan(now: Self.start + .seconds(100))
    #expect(due == deadline.map { Self.start + .seconds($0) })
  }
}
