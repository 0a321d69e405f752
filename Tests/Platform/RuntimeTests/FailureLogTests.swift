import Testing

@testable import Runtime

@Suite struct FailureLogTests {
  @Test func reportsTheFirstImmediatelyAndTheOthersOncePerSecond() {
    let log = FailureLog()
    let start = ContinuousClock.now
    let told = [0, 1, 2, 999, 1000, 1001, 1999, 2000, 9000].map { log.count(at: start + .milliseconds($0)) }
    #expect(told == [1, nil, nil, nil, 4, nil, nil, 3, 1])
  }
}
