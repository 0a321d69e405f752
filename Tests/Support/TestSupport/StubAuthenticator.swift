import API
import Bytes
package import HTTPServer

/// Takes each token for the id of the user whom it speaks for, for an hour.
package struct StubAuthenticator: Authenticator {
  private let clock: ManualClock

  package init(clock: ManualClock) { self.clock = clock }

  package func authenticate(_ token: String) async throws -> Identity? {
    Identity(
      userID: token, username: token, email: nil, expiresAt: clock.now.advanced(by: .seconds(3600)), sessionID: "s")
  }
}
