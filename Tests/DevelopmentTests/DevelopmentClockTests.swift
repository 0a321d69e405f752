import Bytes
import TestSupport
import Testing

@testable import Development

/// The clock that can be moved (docs/api/development.md#clock).
@Suite struct DevelopmentClockTests {
  @Test func theEnvironmentFollowsTheClockAndTheClockTheRealOne() {
    let real = ManualClock("2026-01-15T12:00:00Z")
    let state = DevelopmentState(real.environment)
    #expect(state.environment.now() == real.now)
    #expect(state.clock.move(to: .seconds(3600)))
    #expect(state.environment.now().rfc3339 == "2026-01-15T13:00:00Z")
    real.advance(by: .seconds(60))
    #expect(state.environment.now().rfc3339 == "2026-01-15T13:01:00Z")
    #expect(state.clock.move(to: .zero) && state.environment.now() == real.now)
  }

  @Test func canBeSetToATimeBeforeTheRealOne() throws {
    let clock = DevelopmentClock(ManualClock("2026-01-15T12:00:00Z").environment)
    #expect(clock.set(try #require(Timestamp(rfc3339: "2026-01-15T11:59:59.5Z"))))
    #expect(clock.offset == .milliseconds(-500))
  }

  @Test(arguments: ["1999-12-31T23:59:59Z", "2200-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
  func staysWithinTwoCenturies(_ text: String) throws {
    let clock = DevelopmentClock(ManualClock().environment)
    #expect(!clock.set(try #require(Timestamp(rfc3339: text))) && clock.offset == .zero)
  }

  @Test func limitsAreRelaxedBySwitchOnly() {
    let state = DevelopmentState(ManualClock().environment)
    #expect(!state.environment.areLimitsRelaxed && !ManualClock().environment.areLimitsRelaxed)
    state.limits.set(isRelaxed: true)
    #expect(state.environment.areLimitsRelaxed)
    #expect(DevelopmentState(ManualClock().environment, isRelaxed: true).environment.areLimitsRelaxed)
  }
}
