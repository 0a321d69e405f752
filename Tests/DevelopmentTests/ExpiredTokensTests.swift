import API
import HTTPServer
import TestSupport
import Testing

@testable import Development

/// Access tokens that count as expired (docs/api/development.md#tokens).
@Suite struct ExpiredTokensTests {
  @Test func oneTokenOfAUserExpires() {
    let tokens = ExpiredTokens()
    tokens.expire("a")
    #expect(tokens.contains("a", of: "ada", isExternal: false))
    #expect(tokens.contains("a", of: "ada", isExternal: true))
    #expect(!tokens.contains("b", of: "ada", isExternal: false))
  }

  /// The time of issue has whole seconds: a refresh within the same second must give a valid token.
  @Test func tokensThatAreIssuedAfterAllExpiredAreValid() {
    let tokens = ExpiredTokens()
    tokens.issued(accessToken: "early", userID: "ada")
    tokens.expireAll(of: "ada")
    #expect(tokens.contains("early", of: "ada", isExternal: false))
    #expect(tokens.contains("unknown", of: "ada", isExternal: false))
    tokens.issued(accessToken: "late", userID: "ada")
    #expect(!tokens.contains("late", of: "ada", isExternal: false))
    #expect(!tokens.contains("other", of: "bob", isExternal: false))
    #expect(!tokens.contains("external", of: "ada", isExternal: true))
    tokens.expireAll(of: "ada")
    #expect(tokens.contains("late", of: "ada", isExternal: false))
  }

  @Test func dropsTheOldestBeyondItsCapacity() {
    let tokens = ExpiredTokens()
    for number in 0...ExpiredTokens.capacity {
      tokens.expire("token\(number)")
      tokens.expireAll(of: "user\(number)")
    }
    #expect(!tokens.contains("token0", of: "x", isExternal: false))
    #expect(tokens.contains("token1", of: "x", isExternal: false))
    #expect(!tokens.contains("any", of: "user0", isExternal: false))
    #expect(tokens.contains("any", of: "user1", isExternal: false))
  }

  @Test func theAuthenticatorRefusesThemLikeTokensWhoseTimeIsOver() async throws {
    let expired = ExpiredTokens()
    let authenticator = ExpiringAuthenticator(StubAuthenticator(clock: ManualClock()), expired: expired)
    #expect(try await authenticator.authenticate("ada")?.userID == "ada")
    expired.expire("ada")
    #expect(try await authenticator.authenticate("ada") == nil)
    guard case .refused(let problem) = try await authenticator.decide("ada") else {
      Issue.record("the token is accepted")
      return
    }
    #expect(problem == .unauthorized())
  }
}
