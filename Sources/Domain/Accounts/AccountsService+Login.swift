import API
import Bytes
import HTTPServer
import Net

extension AccountsService {
  /// Checks a password and opens a session.
  /// - Throws: `Problem` 401 if it does not match, 429 after too many tries, 503 if too many wait.
  package func logIn(
    login: String, password: String, family: TokenFamily, remoteAddress: String
  ) async throws -> IssuedTokens {
    let found = login.utf8.count <= 254 ? try await user(login: login) : nil
    // Under the account's own id if there is one, so that its two names share one count.
    let name = found?.id ?? (login.utf8.count <= 254 ? ProfilePolicy.key(login) : "")
    let attempt = LoginThrottle.Attempt(account: name, client: ClientNetwork(clientAddress: remoteAddress))
    guard try await matches(password, found, attempt), let found else { throw Self.invalidCredentials }
    return try await openSession(found, family: family)
  }

  /// Changes the password of a user who knows the current one, and ends every session of the account.
  /// - Throws: `Problem` 400 if the current one is wrong, 429 after too many tries, 503 if too many wait.
  func changePassword(
    from current: String, to password: String, of userID: String, remoteAddress: String
  ) async throws {
    guard let found = try await user(id: userID) else { throw Problem.unauthorized() }
    let attempt = LoginThrottle.Attempt(account: found.id, client: ClientNetwork(clientAddress: remoteAddress))
    guard try await matches(current, found, attempt, isTrusted: true) else {
      throw Problem.badRequest(code: "INVALID_CREDENTIALS", "The current password is wrong.")
    }
    try await setPassword(password, of: userID, remoteAddress: remoteAddress)
  }

  /// Checks the password of an account. It takes as long if there is no such account, it is disabled, or
  /// the password is longer than any can be.
  /// - Parameter isTrusted: whether the client has a valid token of the account, so that failures of others do not delay it.
  private func matches(
    _ password: String, _ user: User?, _ attempt: LoginThrottle.Attempt, isTrusted: Bool = false
  ) async throws -> Bool {
    if let wait = throttle.check(attempt, isTrusted: isTrusted, now: environment.now()) {
      throw Self.tooManyFailures(wait)
    }
    let isPossible =
      user?.isDisabled == false && user?.hasPassword == true && password.utf8.count <= PasswordPolicy.maxBytes
    let isReturning = isTrusted || throttle.isKnown(attempt)
    let request = HashRequest(client: attempt.client, priority: isReturning ? .returningLogin : .login)
    let (throttle, environment) = (throttle, environment)
    do {
      return try await hasher.verify(
        isPossible ? password : "", against: isPossible ? user?.passwordHash : nil, request,
        admit: {
          if let wait = throttle.begin(attempt, isTrusted: isTrusted, now: environment.now()) {
            throw Self.tooManyFailures(wait)
          }
        },
        settle: { throttle.end(attempt, succeeded: $0, now: environment.now()) })
    } catch is PasswordHasher.Busy {
      throw Self.busy
    }
  }

  private static func tooManyFailures(_ seconds: Int) -> Problem {
    .tooManyRequests(
      retryAfter: seconds,
      "Too many failed logins. Please wait \(seconds) \(seconds == 1 ? "second" : "seconds").")
  }

  static let invalidCredentials = Problem.unauthorized(
    code: "INVALID_CREDENTIALS", "Username or password is wrong.")
}
