import Bytes
import JSONCodec
import Storage
package import Web

/// The endpoints of all three families; one account works on each.
package struct AccountRoutes: Sendable {
  private let accounts: AccountsService

  package init(accounts: AccountsService) { self.accounts = accounts }

  package var routes: [Route] { chatRoutes + mobileRoutes + fitnessRoutes + profileRoutes }

  // MARK: - `/api/auth` (chat)

  private var chatRoutes: [Route] {
    [
      Route("POST", "/api/auth/signup", access: .open) { request in
        let user = try await signUp(try request.jsonObject())
        let tokens = try await accounts.openSession(user, family: .chat)
        return .json(chatBody(tokens).merging(["message": "User created successfully"]))
      },
      Route("POST", "/api/auth/login", access: .open) { request in
        .json(chatBody(try await logIn(request, family: .chat)))
      },
      Route("POST", "/api/auth/refresh", access: .open) { request in
        .json(chatBody(try await accounts.refresh(try Self.text("refresh_token", in: try request.jsonObject()))))
      },
      Route("POST", "/api/auth/logout") { request in
        try await accounts.logOut(try request.requireIdentity())
        return .json(["message": "Successfully logged out"])
      },
      Route("GET", "/api/auth/me") { request in
        let user = try await user(of: request)
        return .json([
          "id": .integer(user.number), "user_id": .string(user.id), "username": .string(user.username),
          "email": .optional(user.email), "created_at": .string(user.createdAt.rfc3339),
        ])
      },
    ]
  }

  private func signUp(_ body: [String: JSONValue]) async throws -> User {
    let username = try Self.text("username", in: body)
    let password = try Self.text("password", in: body)
    try PasswordPolicy.check(username: username)
    try PasswordPolicy.check(password, strict: false)
    do { return try await accounts.create(NewUser(username: username, password: password)) } catch StorageError
      .uniqueViolation
    {
      throw Problem.badRequest(code: "USERNAME_TAKEN", "Username already registered.")
    }
  }

  private func chatBody(_ tokens: IssuedTokens) -> JSONValue {
    [
      "access_token": .string(tokens.access), "refresh_token": .string(tokens.refresh), "token_type": "bearer",
      "expires_in": .integer(Int64(tokens.expiresIn)),
    ]
  }

  // MARK: - `/api/auth/token` (mobile sync)

  private var mobileRoutes: [Route] {
    [
      Route("POST", "/api/auth/token", access: .open) { request in
        .json(mobileBody(try await logIn(request, family: .mobile)))
      },
      Route("POST", "/api/auth/token/refresh", access: .open) { request in
        .json(mobileBody(try await accounts.refresh(try Self.text("refresh", in: try request.jsonObject()))))
      },
    ]
  }

  private func mobileBody(_ tokens: IssuedTokens) -> JSONValue {
    [
      "access": .string(tokens.access), "refresh": .string(tokens.refresh),
      "expires_in": .integer(Int64(tokens.expiresIn)),
    ]
  }

  // MARK: - `/api/v1/auth` (meals and consultations)

  private var fitnessRoutes: [Route] {
    [
      Route("POST", "/api/v1/auth/register", access: .open) { request in
        let user = try await register(try request.jsonObject())
        let tokens = try await accounts.openSession(user, family: .fitness)
        return .success(fitnessBody(tokens), status: 201)
      },
      Route("POST", "/api/v1/auth/login", access: .open) { request in
        .success(fitnessBody(try await logIn(request, family: .fitness)))
      },
      Route("POST", "/api/v1/auth/refresh", access: .open) { request in
        let body = try request.jsonObject()
        let token = try Self.text(body["refreshToken"] == nil ? "refresh_token" : "refreshToken", in: body)
        // Some clients read the pair at the top level, others under `data`.
        return .success(fitnessBody(try await accounts.refresh(token)), flattened: true)
      },
      Route("POST", "/api/v1/auth/logout", access: .open) { request in
        if let identity = request.identity { try await accounts.logOut(identity) }
        if let body = try? request.jsonObject(),
          let token = (body["refresh_token"] ?? body["refreshToken"])?.stringValue
        {
          try await accounts.logOut(refreshToken: token)
        } else if request.identity == nil {
          throw Problem.badRequest("refresh_token is required.")
        }
        return .success(["message": "Successfully logged out"])
      },
    ]
  }

  private func register(_ body: [String: JSONValue]) async throws -> User {
    let email = try Self.text("email", in: body)
    let password = try Self.text("password", in: body)
    let name = (body["name"] ?? body["fullName"] ?? body["full_name"])?.stringValue ?? ""
    try PasswordPolicy.check(email: email)
    try PasswordPolicy.check(password, strict: true)
    guard name.utf8.count <= 200 else { throw Problem.badRequest("The name may have at most 200 bytes.") }
    var birth: String?
    if let text = (body["date_of_birth"] ?? body["dateOfBirth"])?.stringValue {
      birth = try PasswordPolicy.dateOfBirth(text, now: accounts.ambient.now())
    }
    do {
      return try await accounts.create(
        NewUser(username: email, email: email, password: password, name: name, dateOfBirth: birth))
    } catch StorageError.uniqueViolation {
      throw Problem.conflict(code: "EMAIL_TAKEN", "An account with this e-mail address exists already.")
    }
  }

  private func fitnessBody(_ tokens: IssuedTokens) -> JSONValue {
    [
      "access_token": .string(tokens.access), "accessToken": .string(tokens.access),
      "refresh_token": .string(tokens.refresh), "refreshToken": .string(tokens.refresh),
      "expires_in": .integer(Int64(tokens.expiresIn)), "expiresIn": .integer(Int64(tokens.expiresIn)),
      "token_type": "bearer", "user_id": .string(tokens.user.id), "email": .string(Self.address(tokens.user)),
      "name": .string(tokens.user.name), "created_at": .string(tokens.user.createdAt.rfc3339),
      "user": profile(tokens.user),
    ]
  }

  // MARK: - `/api/v1/users/me`

  private var profileRoutes: [Route] {
    [
      Route("GET", "/api/v1/users/me") { .success(profile(try await user(of: $0)), flattened: true) },
      Route("PUT", "/api/v1/users/me") { try await update($0) },
      Route("POST", "/api/v1/users/me") { try await update($0) },
      Route("DELETE", "/api/v1/users/me") { request in
        try await accounts.delete(userID: try request.requireIdentity().userID)
        return .noContent
      },
      Route("PUT", "/api/v1/users/me/password") { request in
        let identity = try request.requireIdentity()
        let body = try request.jsonObject()
        let password = try Self.text("new_password", in: body)
        try PasswordPolicy.check(password, strict: true)
        guard try await accounts.checkPassword(try Self.text("current_password", in: body), of: identity.userID) else {
          throw Problem.badRequest(code: "INVALID_CREDENTIALS", "The current password is wrong.")
        }
        try await accounts.setPassword(password, of: identity.userID)
        return .noContent
      },
    ]
  }

  private func update(_ request: Request) async throws -> Response {
    let old = try await user(of: request)
    let body = try request.jsonObject()
    let name = (body["name"] ?? body["fullName"] ?? body["full_name"])?.stringValue ?? old.name
    guard name.utf8.count <= 200 else { throw Problem.badRequest("The name may have at most 200 bytes.") }
    var birth = old.dateOfBirth
    if let text = (body["date_of_birth"] ?? body["dateOfBirth"])?.stringValue {
      birth = try PasswordPolicy.dateOfBirth(text, now: accounts.ambient.now())
    }
    try await accounts.updateProfile(old.id, name: name, dateOfBirth: birth)
    return .success(profile(try await user(of: request)), flattened: true)
  }

  private func profile(_ user: User) -> JSONValue {
    [
      "id": .string(user.id), "user_id": .string(user.id), "username": .string(user.username),
      "email": .string(Self.address(user)), "name": .string(user.name), "fullName": .string(user.name),
      "date_of_birth": .optional(user.dateOfBirth), "role": .string(user.role),
      "created_at": .string(user.createdAt.rfc3339), "createdAt": .string(user.createdAt.rfc3339),
    ]
  }

  // MARK: - Common

  private func logIn(_ request: Request, family: TokenFamily) async throws -> IssuedTokens {
    let body = try request.jsonObject()
    let login = try Self.text(body["username"] == nil ? "email" : "username", in: body)
    return try await accounts.logIn(
      login: login, password: try Self.text("password", in: body), family: family,
      remoteAddress: request.remoteAddress)
  }

  private func user(of request: Request) async throws -> User {
    guard let user = try await accounts.user(id: try request.requireIdentity().userID) else { throw Problem.notFound() }
    return user
  }

  /// Never null: one client model demands text.
  private static func address(_ user: User) -> String { user.email ?? "" }

  private static func text(_ name: String, in body: [String: JSONValue]) throws -> String {
    guard let text = body[name]?.stringValue, !text.isEmpty, text.utf8.count <= 8192 else {
      throw Problem.badRequest("\(name) is required and must be text.", details: [name: "required"])
    }
    return text
  }
}
