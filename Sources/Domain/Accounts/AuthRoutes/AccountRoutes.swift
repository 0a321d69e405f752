package import API
import HTTPServer

/// The endpoints of all families; one account works on each.
package struct AccountRoutes: Sendable {
  private let accounts: AccountsService

  /// The routes of `accounts`.
  package init(accounts: AccountsService) { self.accounts = accounts }

  /// All routes, in the order of the families.
  package var routes: [Route] {
    ChatAuthRoutes(accounts: accounts).routes + MobileAuthRoutes(accounts: accounts).routes
      + FitnessAuthRoutes(accounts: accounts).routes + ProfileRoutes(accounts: accounts).routes
      + InvitationRoutes(accounts: accounts).routes + IdentityRoutes(accounts: accounts).routes
  }
}

extension AccountsService {
  /// Logs in with `username` or `email` and `password` of the body; either name may hold either.
  func logIn(_ request: Request, family: TokenFamily) async throws -> IssuedTokens {
    let body = try RequestBody(request)
    return try await logIn(
      login: try body.required("username", "email"), password: try body.required("password"), family: family,
      remoteAddress: request.remoteAddress)
  }

  func refresh(_ request: Request, family: TokenFamily) async throws -> IssuedTokens {
    let body = try RequestBody(request)
    return try await refresh(try body.required("refresh_token", "refreshToken", "refresh"), family: family)
  }

  /// Ends the session of the bearer, of the body's refresh token, or both.
  func logOut(_ request: Request) async throws {
    let token =
      request.body.isEmpty ? nil : try RequestBody(request).optional("refresh_token", "refreshToken", "refresh")
    if token == nil { _ = try request.requireIdentity() }
    if let identity = request.identity { try await logOut(identity) }
    if let token { try await logOut(refreshToken: token) }
  }

  /// - Parameter strict: see `PasswordPolicy.check`.
  func changePassword(_ request: Request, strict: Bool) async throws {
    let identity = try request.requireIdentity()
    let body = try RequestBody(request)
    let current = try body.required("current_password", "currentPassword", "old_password")
    let password = try body.required("new_password", "newPassword")
    try PasswordPolicy.check(password, strict: strict)
    try await changePassword(
      from: current, to: password, of: identity.userID, remoteAddress: request.remoteAddress)
  }

  /// The account of the bearer, which must have the role `admin`. - Throws: `Problem` 401 or 403.
  func admin(of request: Request) async throws -> User {
    let user = try await user(of: request)
    guard user.role == "admin" else { throw Problem.forbidden("Only accounts with the role admin may do this.") }
    return user
  }

  func user(of request: Request) async throws -> User {
    guard let user = try await user(id: try request.requireIdentity().userID) else { throw Problem.notFound() }
    return user
  }
}
