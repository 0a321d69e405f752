import API
import Bytes
import Testing

@Suite struct RateWindowTests {
  private let start = Timestamp(seconds: 1_000_000)

  private func at(_ milliseconds: Int) -> Timestamp { start.advanced(by: .milliseconds(milliseconds)) }

  /// Requests of one key at moments in milliseconds, and the limit after each.
  @Test(
    arguments: [
      (3, [(0, 2, 60, false), (0, 1, 60, false), (0, 0, 60, false), (0, 0, 60, true)]),
      (
        2,
        [
          (0, 1, 60, false), (10_000, 0, 50, false), (59_999, 0, 1, true), (60_000, 0, 10, false),
          (60_001, 0, 10, true),
        ]
      ),
      (1, [(0, 0, 60, false), (500, 0, 60, true), (1_000, 0, 59, true), (60_000, 0, 60, false)]),
      // The wall clock was set back.
      (1, [(5_000_000, 0, 60, false), (0, 0, 60, false), (1_000, 0, 59, true)]),
    ] as [(Int, [(Int, Int, Int, Bool)])])
  func reportsRemainingRequestsAndReset(
    _ limit: Int, _ requests: [(moment: Int, remaining: Int, reset: Int, isExceeded: Bool)]
  ) {
    let window = RateWindow(limit: limit)
    for (moment, remaining, reset, isExceeded) in requests {
      let state = window.take("a", at: at(moment))
      let expected = RateLimit(
        limit: limit, remaining: remaining, resetSeconds: reset, isExceeded: isExceeded)
      #expect(state == expected, "at \(moment) ms")
    }
  }

  @Test func keysDoNotShareALimit() {
    let window = RateWindow(limit: 1)
    #expect(window.admits("a", at: start) && window.admits("b", at: start))
    #expect(!window.admits("a", at: start) && window.isFull("b", at: start))
    #expect(!window.isFull("c", at: start))
  }

  /// Each refusal names a wait after which the same request is admitted.
  @Test func aRequestAfterTheResetIsAdmitted() {
    let window = RateWindow(limit: 600)
    var moment = 0
    for _ in 0..<5_000 {
      let state = window.take("a", at: at(moment))
      if state.isExceeded {
        moment += state.resetSeconds * 1000
        #expect(!window.take("a", at: at(moment)).isExceeded)
      }
      moment += 7
    }
  }
}
