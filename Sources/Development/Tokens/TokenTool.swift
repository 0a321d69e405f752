package import API
import HTTPServer
import JSONCodec
package import Realtime

/// The accounts of a server, as ``TokenTool`` uses them. The accounts service conforms to it.
package protocol TokenAccounts: Sendable {
  /// The id of the account with a username, an e-mail address or an id; nil if there is none.
  func userID(named name: String) async throws -> String?
  /// The number of sessions of an account that have not ended.
  func liveSessions(of userID: String) async throws -> Int
  /// Ends the session of a token and closes the sockets of its account. - Returns: the number of ended sessions.
  func revoke(token: String) async throws -> Int
  /// Ends all sessions of an account and closes its sockets. - Returns: the number of ended sessions.
  func revokeAll(of userID: String) async throws -> Int
}

/// `/dev/tokens`: expires access tokens before their time, and revokes sessions.
package struct TokenTool: Sendable {
  private let expired: ExpiredTokens
  private let accounts: any TokenAccounts
  private let authenticator: any Authenticator
  private let registry: ConnectionRegistry

  /// - Parameters:
  ///   - expired: read by the authenticator of the server.
  ///   - authenticator: of the server.
  ///   - registry: the sockets that end with their tokens.
  package init(
    _ expired: ExpiredTokens, accounts: any TokenAccounts, authenticator: any Authenticator,
    registry: ConnectionRegistry
  ) {
    self.expired = expired
    self.accounts = accounts
    self.authenticator = authenticator
    self.registry = registry
  }

  /// The routes.
  package var tool: DevelopmentTool {
    DevelopmentTool(routes: [
      Route(TokenOperations.expire) { request in
        let count =
          switch try await subject(of: request) {
          case .token(let token): try await expire(token)
          case .user(let userID): try await expireAll(of: userID)
          }
        return .json(["expired": .integer(Int64(count))])
      },
      Route(TokenOperations.revoke) { request in
        let count =
          switch try await subject(of: request) {
          case .token(let token): try await accounts.revoke(token: token)
          case .user(let userID): try await accounts.revokeAll(of: userID)
          }
        return .json(["revoked": .integer(Int64(count))])
      },
    ])
  }

  /// The tokens that a request is about.
  private enum Subject {
    case token(String)
    case user(id: String)
  }

  /// - Throws: `Problem` 400, or 404 if there is no such account.
  private func subject(of request: Request) async throws -> Subject {
    let fields = try JSONFields(request)
    let token = try fields.optionalRawText("token")
    let name = try fields.optionalText("user", length: 1...254)
    if let token, name == nil { return .token(token) }
    guard let name, token == nil else {
      throw Problem.badRequest("Send either token or user.", details: ["token": "or user"])
    }
    guard let userID = try await accounts.userID(named: name) else {
      throw Problem(status: 404, code: "USER_NOT_FOUND", message: "No account has this username, address or id.")
    }
    return .user(id: userID)
  }

  private func expire(_ token: String) async throws -> Int {
    guard let identity = try await authenticator.authenticate(token) else { return 0 }
    expired.expire(token)
    registry.tokensExpired(userID: identity.userID, at: identity.expiresAt)
    return 1
  }

  private func expireAll(of userID: String) async throws -> Int {
    let count = try await accounts.liveSessions(of: userID)
    expired.expireAll(of: userID)
    registry.tokensExpired(userID: userID, at: nil)
    return count
  }
}
