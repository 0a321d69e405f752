import API
import HTTPServer

/// The requests that several families of routes answer alike.
struct AuthRequests: Sendable {
  let accounts: AccountsService

  /// Logs in with `username` or `email` and `password` of the body; either name may hold either.
  func logIn(_ request: Request, family: TokenFamily) async throws -> IssuedTokens {
    let body = try JSONFields(request)
    return try await accounts.logins.logIn(
      login: try body.rawText("username", "email"), password: try body.rawText("password"), family: family,
      remoteAddress: request.remoteAddress)
  }

  func refresh(_ request: Request, family: TokenFamily) async throws -> IssuedTokens {
    let body = try JSONFields(request)
    return try await accounts.sessions.refresh(
      try body.rawText("refresh_token", "refreshToken", "refresh"), family: family)
  }

  /// Ends the session of the bearer, of the body's refresh token, or both.
  func logOut(_ request: Request) async throws {
    let token =
      request.body.isEmpty ? nil : try JSONFields(request).optionalRawText("refresh_token", "refreshToken", "refresh")
    if token == nil { _ = try request.requireIdentity() }
    if let identity = request.identity { try await accounts.sessions.end(identity) }
    if let token { try await accounts.sessions.end(refreshToken: token) }
  }

  /// - Parameter strict: see `PasswordPolicy.check`.
  func changePassword(_ request: Request, strict: Bool) async throws {
    let identity = try request.requireIdentity()
    let body = try JSONFields(request)
    let current = try body.rawText("current_password", "currentPassword", "old_password")
    let password = try body.rawText("new_password", "newPassword")
    try PasswordPolicy.check(password, strict: strict)
    try await accounts.passwords.change(
      from: current, to: password, of: identity.userID, remoteAddress: request.remoteAddress)
  }
}
