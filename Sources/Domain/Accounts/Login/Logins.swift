import API
import Bytes
import HTTPServer
import Net

/// Logs users in with their passwords. Any thread.
struct Logins: Sendable {
  let users: Users
  let passwords: Passwords
  let sessions: Sessions

  /// Checks a password and opens a session.
  /// - Throws: `Problem` 401 if it does not match, 429 after too many tries, 503 if too many wait.
  func logIn(
    login: String, password: String, family: TokenFamily, remoteAddress: String
  ) async throws -> IssuedTokens {
    let isPossible = login.utf8.count <= ProfilePolicy.maxEmailBytes
    let found = isPossible ? try await users.find(login: login) : nil
    // Under the account's own id if there is one, so that its two names share one count.
    let name = found?.id ?? (isPossible ? ProfilePolicy.key(login) : "")
    let attempt = LoginThrottle.Attempt(account: name, client: ClientNetwork(clientAddress: remoteAddress))
    guard try await passwords.matches(password, found, attempt), let found else { throw Passwords.invalidCredentials }
    return try await sessions.open(found, family: family)
  }
}
