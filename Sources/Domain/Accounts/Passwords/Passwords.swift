import API
import Bytes
import HTTPServer
import Net
import Runtime
import Storage

/// Hashes, verifies and changes passwords. Failed attempts are limited (`LoginThrottle`). Any thread.
package struct Passwords: Sendable {
  private let database: any Database
  private let environment: Environment
  private let signOuts: SignOuts
  private let hasher: PasswordHasher
  private let throttle: LoginThrottle

  /// - Throws: `SystemError` if the hashing threads cannot be started.
  init(
    database: any Database, environment: Environment, signOuts: SignOuts, configuration: AccountsService.Configuration
  ) throws {
    self.database = database
    self.environment = environment
    self.signOuts = signOuts
    hasher = try PasswordHasher(threads: configuration.hashThreads, logN: configuration.hashLogN)
    throttle = LoginThrottle(configuration.throttleLimits, node: signOuts.node, environment: environment)
  }

  /// Ends the hashing threads. Call it once no request can arrive any more.
  func stop() async { await hasher.stop() }

  /// The hash of a new password.
  /// - Parameter remoteAddress: the client that the work is counted for, or `localAddress`.
  /// - Throws: `Problem` 503 if too many wait.
  func hash(_ password: String, remoteAddress: String) async throws -> String {
    let request = HashRequest(client: ClientNetwork(clientAddress: remoteAddress), priority: .newPassword)
    do {
      return try await hasher.hash(password, salt: environment.randomBytes(16), request)
    } catch is PasswordHasher.Busy {
      throw Self.busy
    }
  }

  /// Changes a password and ends every session of the account.
  /// - Parameters:
  ///   - remoteAddress: as for `hash`.
  ///   - condition: runs first in the transaction; an error of it leaves the password as it is.
  /// - Throws: `Problem` 503 if too many wait.
  func set(
    _ password: String, of userID: String, remoteAddress: String,
    if condition: @escaping @Sendable (any SQLConnection) throws -> Void = { _ in }
  ) async throws {
    let hash = try await hash(password, remoteAddress: remoteAddress)
    let now = environment.now()
    try await database.write(in: .user(userID).and(signOuts.scope)) { connection in
      try condition(connection)
      try PasswordLinkRepository.delete(userID: userID, in: connection)
      try UserRepository.setPassword(userID, hash: hash, now: now, in: connection)
      try SessionRepository.revokeAll(of: userID, now: now, in: connection)
      try signOuts.record(userID, now: now, in: connection)
    }
    signOuts.apply(userID: userID)
  }

  /// Changes the password of a user who knows the current one, and ends every session of the account.
  /// - Throws: `Problem` 400 if the current one is wrong, 429 after too many tries, 503 if too many wait.
  func change(
    from current: String, to password: String, of userID: String, remoteAddress: String
  ) async throws {
    let found = try await database.read { try UserRepository.find(id: userID, in: $0) }
    guard let found else { throw Problem.unauthorized() }
    let attempt = LoginThrottle.Attempt(account: found.id, client: ClientNetwork(clientAddress: remoteAddress))
    guard try await matches(current, found, attempt, isTrusted: true) else {
      throw Problem.badRequest(code: "INVALID_CREDENTIALS", "The current password is wrong.")
    }
    try await set(password, of: userID, remoteAddress: remoteAddress)
  }

  /// Runs `find` as one try of a secret that belongs to no known account. Its result counts as in a login: failures of one
  /// client are limited, at all accounts together as well.
  /// - Returns: the result of `find`; nil is a failure.
  /// - Throws: `Problem` 429 after too many failures.
  func countingFailures<Value: Sendable>(
    of remoteAddress: String, _ find: () async throws -> Value?
  ) async throws -> Value? {
    let attempt = LoginThrottle.Attempt(
      account: Self.unknownAccount, client: ClientNetwork(clientAddress: remoteAddress))
    // Without the delay of an account: it would let strangers delay everyone who has a valid secret.
    if let wait = throttle.begin(attempt, isTrusted: true, now: environment.now()) { throw Self.tooManyFailures(wait) }
    var succeeded = false
    defer { throttle.end(attempt, succeeded: succeeded, now: environment.now()) }
    let value = try await find()
    succeeded = value != nil
    return value
  }

  /// The account of tries that name none. No username has a space.
  private static let unknownAccount = "password link"

  /// Checks the password of an account. It takes as long if there is no such account, it is disabled, or
  /// the password is longer than any can be.
  /// - Parameter isTrusted: whether the client has a valid token of the account, so that failures of others do not delay it.
  func matches(
    _ password: String, _ user: User?, _ attempt: LoginThrottle.Attempt, isTrusted: Bool = false
  ) async throws -> Bool {
    if !environment.areLimitsRelaxed, let wait = throttle.check(attempt, isTrusted: isTrusted, now: environment.now()) {
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
          guard !environment.areLimitsRelaxed,
            let wait = throttle.begin(attempt, isTrusted: isTrusted, now: environment.now())
          else { return }
          throw Self.tooManyFailures(wait)
        },
        settle: { throttle.end(attempt, succeeded: $0, now: environment.now()) })
    } catch is PasswordHasher.Busy {
      throw Self.busy
    }
  }

  private static func tooManyFailures(_ wait: LoginThrottle.Wait) -> Problem {
    .tooManyRequests(
      retryAfter: wait.seconds,
      "Too many failed logins. Please wait \(wait.seconds) \(wait.seconds == 1 ? "second" : "seconds")."
    ).naming(settings: wait.setting)
  }

  /// The client of what the operator does, on the command line or at the start.
  package static let localAddress = "local"

  private static let busy = Problem(
    status: 503, code: "BUSY", message: "Too many logins and sign-ups at once. Please try again in a moment.",
    fields: ["Retry-After": "2"])

  /// The refusal of a login; the same for an unknown name, a wrong password and a disabled account.
  static let invalidCredentials = Problem.unauthorized(
    code: "INVALID_CREDENTIALS", "Username or password is wrong.")
}
