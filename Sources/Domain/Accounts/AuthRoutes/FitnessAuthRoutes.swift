import API
import Bytes
import HTTPServer
import JSONCodec
import Storage

/// `/api/v1/auth`, as the meal and consultation clients know it (docs/api/rest-accounts.md#families).
struct FitnessAuthRoutes: Sendable {
  let accounts: AccountsService

  private var requests: AuthRequests { AuthRequests(accounts: accounts) }

  var routes: [Route] {
    [
      Route(FitnessAuthOperations.register) { request in
        let tokens = try await accounts.sessions.open(try await register(request), family: .fitness)
        return .success(body(tokens), status: 201)
      },
      Route(FitnessAuthOperations.logIn) { request in
        .success(body(try await requests.logIn(request, family: .fitness)))
      },
      Route(FitnessAuthOperations.refresh) { request in
        // Some clients read the pair at the top level, others under `data`.
        .success(body(try await requests.refresh(request, family: .fitness)), flattened: true)
      },
      Route(FitnessAuthOperations.logOut) { request in
        try await requests.logOut(request)
        return Self.loggedOut
      },
    ]
  }

  private static let loggedOut = Response.success(["message": "Successfully logged out"])

  private func register(_ request: Request) async throws -> User {
    let now = accounts.environment.now()
    do {
      return try await accounts.signUps.register(request) { body in
        let email = try ProfilePolicy.email(try body.rawText("email"))
        let password = try body.rawText("password")
        try PasswordPolicy.check(password, strict: true)
        return NewUser(
          username: email, email: email, password: password,
          name: try ProfilePolicy.name(try body.optionalRawText("name", "fullName", "full_name") ?? ""),
          dateOfBirth: try body.optionalRawText("date_of_birth", "dateOfBirth").map {
            try ProfilePolicy.dateOfBirth($0, now: now)
          })
      }
    } catch StorageError.uniqueViolation {
      throw Problem.conflict(code: "EMAIL_TAKEN", "An account with this e-mail address exists already.")
    }
  }

  /// Both spellings of everything that clients read in either.
  private func body(_ tokens: IssuedTokens) -> JSONValue {
    let user = tokens.user
    return [
      "access_token": .string(tokens.access), "accessToken": .string(tokens.access),
      "refresh_token": .string(tokens.refresh), "refreshToken": .string(tokens.refresh),
      "expires_in": .integer(Int64(tokens.expiresIn)), "expiresIn": .integer(Int64(tokens.expiresIn)),
      "token_type": "bearer", "user_id": .string(user.id), "email": .string(user.email ?? ""),
      "name": .string(user.name), "created_at": .string(user.createdAt.rfc3339), "user": ProfileRoutes.profile(user),
    ]
  }
}
