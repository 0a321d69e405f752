import API
import Bytes
package import HTTPServer

/// Accepts each token as the id of its user, valid for an hour.
package struct StubAuthenticator: Authenticator {
  private let clock: ManualClock

  /// Tokens expire by `clock`.
  package init(clock: ManualClock) { self.clock = clock }

  /// Accepts every token.
  package func authenticate(_ token: String) async throws -> Identity? {
    Identity(
      userID: token, username: token, email: nil, expiresAt: clock.now.advanced(by: .seconds(3600)), sessionID: "s")
  }
}
