import API
import Bytes
import HTTPServer
import JSONCodec
import Storage

/// `/api/auth`, as the chat clients know it (docs/api/rest-accounts.md#families).
struct ChatAuthRoutes: Sendable {
  let accounts: AccountsService

  private var requests: AuthRequests { AuthRequests(accounts: accounts) }

  var routes: [Route] {
    [
      Route(ChatAuthOperations.signUp) { request in
        let tokens = try await accounts.sessions.open(try await signUp(request), family: .chat)
        return .json(body(tokens).merging(["message": "User created successfully"]))
      },
      Route(ChatAuthOperations.logIn) { request in
        .json(body(try await requests.logIn(request, family: .chat)))
      },
      Route(ChatAuthOperations.refresh) { request in
        .json(body(try await requests.refresh(request, family: .chat)))
      },
      Route(ChatAuthOperations.logOut) { request in
        try await requests.logOut(request)
        return .json(["message": "Successfully logged out"])
      },
      Route(ChatAuthOperations.putPassword) { try await changePassword($0) },
      Route(ChatAuthOperations.postPassword) { try await changePassword($0) },
      Route(ChatAuthOperations.me) { request in
        let user = try await accounts.users.bearer(of: request)
        return .json([
          "id": .integer(user.number), "user_id": .string(user.id), "username": .string(user.username),
          "email": .optional(user.email), "created_at": .string(user.createdAt.rfc3339),
        ])
      },
    ]
  }

  private func signUp(_ request: Request) async throws -> User {
    do {
      return try await accounts.signUps.register(request) { body in
        let username = try ProfilePolicy.username(try body.rawText("username"))
        let email = try body.optionalRawText("email").map(ProfilePolicy.email)
        let password = try body.rawText("password")
        try PasswordPolicy.check(password, strict: false)
        return NewUser(username: username, email: email, password: password)
      }
    } catch StorageError.uniqueViolation(let constraint) {
      // Clients of this family know one code for both.
      guard UserRepository.isOfEmail(constraint) else {
        throw Problem.badRequest(
          code: "USERNAME_TAKEN", "Username already registered.", details: ["username": "another one"])
      }
      throw Problem.badRequest(
        code: "USERNAME_TAKEN", "E-mail address already registered.", details: ["email": "another one"])
    }
  }

  private func changePassword(_ request: Request) async throws -> Response {
    try await requests.changePassword(request, strict: false)
    return .json(["message": "Password changed successfully"])
  }

  /// Without `user`: one client model demands text in its `id`, another a number.
  private func body(_ tokens: IssuedTokens) -> JSONValue {
    [
      "access_token": .string(tokens.access), "refresh_token": .string(tokens.refresh), "token_type": "bearer",
      "expires_in": .integer(Int64(tokens.expiresIn)),
    ]
  }
}
