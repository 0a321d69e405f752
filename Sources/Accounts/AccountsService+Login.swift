import Bytes
import Net
import Web

extension AccountsService {
  /// Checks a password and opens a session.
  /// - Throws: `Problem` 401 where it does not match, 429 after too many tries, 503 where too many wait.
  package func logIn(
    login: String, password: String, family: TokenFamily, remoteAddress: String
  ) async throws -> IssuedTokens {
    let found = login.utf8.count <= 254 ? try await user(login: login) : nil
    guard try await matches(password, found, login: login, remoteAddress: remoteAddress), let found else {
      throw Self.invalidCredentials
    }
    return try await openSession(found, family: family)
  }

  /// Changes the password of somebody who knows the current one, and ends every session of the account.
  /// - Throws: `Problem` 400 where it is another one, 429 after too many tries.
  func changePassword(
    from current: String, to password: String, of userID: String, remoteAddress: String
  ) async throws {
    guard let found = try await user(id: userID) else { throw Problem.unauthorized() }
    guard try await matches(current, found, login: found.username, remoteAddress: remoteAddress) else {
      throw Problem.badRequest(code: "INVALID_CREDENTIALS", "The current password is wrong.")
    }
    try await setPassword(password, of: userID, remoteAddress: remoteAddress)
  }

  /// Whether an account may enter with a password. It takes as long where there is no such account, it is disabled, or
  /// the password is too long to be anybody's.
  private func matches(
    _ password: String, _ user: User?, login: String, remoteAddress: String
  ) async throws -> Bool {
    // Under the account's own id where there is one, so that its two names share one count.
    let name = user?.id ?? (login.utf8.count <= 254 ? ProfilePolicy.key(login) : "")
    let account = LoginThrottle.Key(name: "user:" + name, attempts: configuration.loginAttempts)
    let address = LoginThrottle.Key(name: "address:" + remoteAddress, attempts: configuration.addressAttempts)
    let isPossible = user?.isDisabled == false && password.utf8.count <= PasswordPolicy.maxBytes
    let admit: @Sendable () throws -> Void = { [throttle, ambient] in
      if let seconds = throttle.retryAfter([account, address], now: ambient.now()) {
        throw Problem.tooManyRequests(
          retryAfter: seconds, "Too many failed logins. Please wait \(seconds) seconds.")
      }
    }
    try admit()
    do {
      return try await hasher.verify(
        isPossible ? password : "", against: isPossible ? user?.passwordHash : nil,
        HashRequest(client: ClientNetwork(clientAddress: remoteAddress), priority: .login), admit: admit
      ) { [throttle, ambient] matches in
        if matches { throttle.succeeded(account) } else { throttle.failed([account, address], now: ambient.now()) }
      }
    } catch is PasswordHasher.Busy {
      throw Self.busy
    }
  }

  static let invalidCredentials = Problem.unauthorized(
    code: "INVALID_CREDENTIALS", "Username or password is wrong.")
}
