import API
import Bytes
import HTTPServer
import Net
import Storage

/// Creates accounts for clients. Any thread.
struct SignUps: Sendable {
  private let database: any Database
  private let environment: Environment
  private let users: Users
  private let mode: SignUpMode
  private let limiter: SignUpLimiter

  init(database: any Database, environment: Environment, users: Users, configuration: AccountsService.Configuration) {
    self.database = database
    self.environment = environment
    self.users = users
    mode = configuration.signUp
    limiter = SignUpLimiter(limit: configuration.signUpsPerHour)
  }

  /// Creates an account for a client. The mode, the invitation, the limit of the address and the name are checked in this
  /// order before the password is hashed.
  /// - Parameter draft: reads and validates the account's data.
  /// - Throws: `Problem` 400, 403, 429 or 503; `StorageError.uniqueViolation` if the username or address is taken.
  func register(_ request: Request, _ draft: (JSONFields) throws -> NewUser) async throws -> User {
    guard mode != .closed else { throw SignUpProblem.closed }
    let body = try JSONFields(request)
    let user = try draft(body)
    let invitation = mode == .invite ? try await openInvitation(body) : nil
    let client = ClientNetwork(clientAddress: request.remoteAddress)
    if !environment.areLimitsRelaxed, let seconds = limiter.reserve(client, now: environment.now()) {
      throw SignUpProblem.tooMany(retryAfter: seconds)
    }
    // Hashing costs 32 MiB and up to 100 ms; a taken name must not.
    try await database.read { try UserRepository.checkFree(user, in: $0) }
    do {
      return try await users.create(user, remoteAddress: request.remoteAddress, invitation: invitation)
    } catch let problem as Problem where problem.status == 503 {
      limiter.release(client)
      throw problem
    }
  }

  /// The digest of the body's invitation code. The account's transaction checks the code again when it consumes it.
  /// - Throws: `Problem` 403 if there is no code or it cannot be used.
  private func openInvitation(_ body: JSONFields) async throws -> String {
    guard let code = try body.optionalRawText("invitation", "invite_code"), !code.isEmpty else {
      throw SignUpProblem.invitationRequired
    }
    let digest = Invitation.digest(of: code)
    let now = environment.now()
    let isOpen = try await database.read { try InvitationRepository.isOpen(digest, now: now, in: $0) }
    guard isOpen else { throw SignUpProblem.invitationInvalid }
    return digest
  }
}
