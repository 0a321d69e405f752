import Testing

@testable import HTTPServer

@Suite struct WebSocketTimersTests {
  private let start = ContinuousClock.now

  private func timers(ping: Duration = .seconds(25)) -> WebSocketTimers {
    WebSocketTimers(pingInterval: ping, now: start)
  }

  /// Everything due at a moment, in order.
  private func due(_ timers: inout WebSocketTimers, _ seconds: Int, isBehind: Bool = false) -> [WebSocketTimers.Due] {
    var all: [WebSocketTimers.Due] = []
    while let due = timers.due(start + .seconds(seconds), isBehind: isBehind) { all.append(due) }
    return all
  }

  @Test func pingsAtItsIntervalAndTimesOutAfterThreePingsWithoutInput() {
    var timers = timers()
    #expect(timers.next == start + .seconds(25))
    var told: [[WebSocketTimers.Due]] = []
    for second in [24, 25, 49, 50, 75, 99, 100] { told.append(due(&timers, second)) }
    #expect(told == [[], [.ping], [], [.ping], [.ping], [], [.dead]])
  }

  @Test func sendsAPingBeforeTimingOutAfterAProcessPause() {
    var timers = timers()
    let told = due(&timers, 10_000)
    #expect(told == [.ping])
    #expect(timers.next == start + .seconds(10_025))
  }

  @Test func everyByteIsASignOfLife() {
    var timers = timers()
    for tick in 1...20 {
      timers.receivedBytes()
      let told5 = due(&timers, 25 * tick)
      #expect(told5 == [.ping])
    }
  }

  @Test func doesNotTimeOutWhileReadingIsPaused() {
    var timers = timers()
    for tick in 1...20 {
      let told = due(&timers, 25 * tick, isBehind: true)
      #expect(told == [.ping])
    }
    for tick in 21...22 { _ = due(&timers, 25 * tick) }
    let told7 = due(&timers, 575)
    #expect(told7 == [.dead])
  }

  @Test func reportsIdlenessOnceUntilSomethingHappens() {
    var timers = timers()
    timers.setIdleTimeout(.seconds(10), countingPongs: false)
    #expect(timers.next == start + .seconds(10))
    let answer8 = timers.receivedActivity(start + .seconds(5))
    #expect(answer8 == false)
    let told9 = due(&timers, 14)
    #expect(told9 == [])
    let told10 = due(&timers, 15)
    #expect(told10 == [.idle])
    let told11 = due(&timers, 24)
    #expect(told11 == [])
    let answer12 = timers.receivedPong(start + .seconds(24))
    #expect(answer12 == false)
    #expect(timers.next == start + .seconds(25))
    let answer13 = timers.receivedActivity(start + .seconds(24))
    #expect(answer13, "it has to be waited for again")
    #expect(timers.next == start + .seconds(25))
    timers.receivedBytes()
    let told14 = due(&timers, 34)
    #expect(told14 == [.idle, .ping])
  }

  @Test func countsPongsAsActivityIfConfigured() {
    var timers = timers()
    timers.setIdleTimeout(.seconds(10), countingPongs: true)
    let answer15 = timers.receivedPong(start + .seconds(9))
    #expect(answer15 == false)
    let told16 = due(&timers, 18)
    #expect(told16 == [])
    let told17 = due(&timers, 19)
    #expect(told17 == [.idle])
    let answer18 = timers.receivedPong(start + .seconds(20))
    #expect(answer18)
    timers.setIdleTimeout(nil, countingPongs: true)
    #expect(timers.next == start + .seconds(25))
  }

  @Test func reportsADeadlineOnce() {
    var timers = timers()
    timers.deadline = start + .seconds(3)
    #expect(timers.next == start + .seconds(3))
    let told19 = due(&timers, 3)
    #expect(told19 == [.deadline])
    let told20 = due(&timers, 24)
    #expect(told20 == [])
  }

  @Test func onlyTheCloseDeadlineIsDueWhileClosing() {
    var timers = timers()
    timers.setIdleTimeout(.seconds(1), countingPongs: false)
    timers.closeDeadline = start + .seconds(60)
    #expect(timers.next == start + .seconds(60))
    let told21 = due(&timers, 59)
    #expect(told21 == [])
    let answer22 = timers.due(start + .seconds(60), isBehind: false)
    #expect(answer22 == .closing)
  }
}
