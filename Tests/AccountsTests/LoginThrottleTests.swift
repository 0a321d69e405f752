import Bytes
import Testing

@testable import Accounts

@Suite struct LoginThrottleTests {
  private let now = Timestamp(seconds: 1000)

  @Test func waitsForTheEndOfTheWindow() {
    let throttle = LoginThrottle(window: .seconds(60))
    let key = LoginThrottle.Key(name: "a", attempts: 2)
    throttle.failed([key], now: now)
    #expect(throttle.retryAfter([key], now: now) == nil)
    throttle.failed([key], now: now.advanced(by: .seconds(10)))
    #expect(throttle.retryAfter([key], now: now.advanced(by: .milliseconds(10_500))) == 50)
    #expect(throttle.retryAfter([key], now: now.advanced(by: .seconds(60))) == nil)
  }

  @Test func aClockSetBackLocksNobodyOut() {
    let throttle = LoginThrottle(window: .seconds(60))
    let key = LoginThrottle.Key(name: "a", attempts: 1)
    throttle.failed([key], now: now.advanced(by: .seconds(31_536_000)))
    #expect(throttle.retryAfter([key], now: now) == nil)
    throttle.failed([key], now: now)
    #expect(throttle.retryAfter([key], now: now) == 60)
  }

  @Test func remembersABoundedNumberOfKeys() {
    let throttle = LoginThrottle(window: .seconds(60), capacity: 10)
    for number in 0..<1000 { throttle.failed([LoginThrottle.Key(name: "\(number)", attempts: 1)], now: now) }
    #expect(throttle.count <= 20)
    #expect(throttle.retryAfter([LoginThrottle.Key(name: "999", attempts: 1)], now: now) == 60)
  }
}
