import Bytes
import Testing

@testable import Realtime

@Suite struct ConnectionRateLimiterTests {
  private let start = Timestamp(seconds: 1_000_000)

  private func at(_ seconds: Int) -> Timestamp { start.advanced(by: .seconds(seconds)) }

  @Test func theWindowSlides() {
    let limiter = ConnectionRateLimiter(configuration: .init())
    for second in 0..<10 { #expect(limiter.admits(userID: "a", type: "t", at: at(second))) }
    #expect(!limiter.admits(userID: "a", type: "t", at: at(59)))
    // The connection of second 0 is a minute old, that of second 1 is not.
    #expect(limiter.admits(userID: "a", type: "t", at: at(60)))
    #expect(!limiter.admits(userID: "a", type: "t", at: at(60)))
  }

  @Test func countsPerUserAndType() {
    let limiter = ConnectionRateLimiter(configuration: .init())
    for _ in 0..<10 { _ = limiter.admits(userID: "a", type: "t", at: start) }
    #expect(limiter.admits(userID: "b", type: "t", at: start))
    #expect(limiter.admits(userID: "a", type: "u", at: start))
    #expect(!limiter.admits(userID: "a", type: "t", at: start))
  }

  @Test func refusesAnAddressAfterThirtyFailures() {
    let limiter = ConnectionRateLimiter(configuration: .init())
    for _ in 0..<29 { limiter.failed(address: "192.0.2.1", at: start) }
    #expect(!limiter.refuses(address: "192.0.2.1", at: start))
    limiter.failed(address: "192.0.2.1", at: start)
    #expect(limiter.refuses(address: "192.0.2.1", at: at(59)))
    #expect(!limiter.refuses(address: "192.0.2.2", at: start))
    #expect(!limiter.refuses(address: "192.0.2.1", at: at(60)))
  }

  @Test func countsTheAddressesOfAnIPv6NetworkTogether() {
    let limiter = ConnectionRateLimiter(configuration: .init())
    for host in 1...30 { limiter.failed(address: "2001:db8::\(host)", at: start) }
    #expect(limiter.refuses(address: "2001:db8::ffff", at: start))
    #expect(!limiter.refuses(address: "2001:db8:0:1::1", at: start))
  }

  @Test func zeroNeverRefuses() {
    var configuration = RealtimeConfiguration()
    configuration.failuresPerMinute = 0
    let limiter = ConnectionRateLimiter(configuration: configuration)
    for _ in 0..<100 { limiter.failed(address: "192.0.2.1", at: start) }
    #expect(!limiter.refuses(address: "192.0.2.1", at: start))
  }

  @Test func aClockSetBackRefusesNoUser() {
    let limiter = ConnectionRateLimiter(configuration: .init())
    for _ in 0..<10 { _ = limiter.admits(userID: "a", type: "t", at: at(5000)) }
    #expect(limiter.admits(userID: "a", type: "t", at: start))
  }

  @Test func remembersABoundedNumber() {
    let limiter = ConnectionRateLimiter(configuration: .init(), maxKeys: 3)
    for _ in 0..<30 { limiter.failed(address: "192.0.2.0", at: start) }
    for host in 1...2 { limiter.failed(address: "192.0.2.\(host)", at: at(30)) }
    // Full, but the first is old by now: only it is forgotten.
    limiter.failed(address: "192.0.2.3", at: at(61))
    #expect(!limiter.refuses(address: "192.0.2.0", at: at(61)))
    for _ in 0..<30 { limiter.failed(address: "192.0.2.3", at: at(61)) }
    #expect(limiter.refuses(address: "192.0.2.3", at: at(61)))
    // Full within a minute: all are forgotten.
    limiter.failed(address: "192.0.2.4", at: at(61))
    #expect(!limiter.refuses(address: "192.0.2.3", at: at(61)))
  }
}
