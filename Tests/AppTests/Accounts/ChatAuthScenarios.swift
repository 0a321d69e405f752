import JSONCodec
import TestSupport
import Testing

/// The routes of `ChatAuthRoutes`: docs/api/rest-accounts.md#families.
@Suite(.sharedHearth) struct ChatAuthScenarios {
  private static let auth = "/api/auth"
  private static let password = "correct horse"

  @Test(arguments: signUp + login + refresh) func openSessions(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  @Test(arguments: logout + passwordChange + account) func useSessions(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  // MARK: - Preparations and side effects

  /// The owner has a second session, whose refresh token is `{refresh}`.
  static let aSession: Scenario.Step = { context in
    _ = try context.client(.owner)
    let body: JSONValue = ["username": "{owner}", "password": .string(password)]
    context["refresh"] =
      try context.expect(.post("/api/auth/login", body, as: .none), 200)["refresh_token"]?.stringValue
  }

  private static let anOwner: Scenario.Step = { _ = try $0.client(.owner) }

  private static let theOwnerIsSignedOut: Scenario.Step = { try $0.expect(.get(auth + "/me"), 401) }

  private static func canLogIn(_ username: String, _ password: String = password) -> Scenario.Step {
    { try $0.expect(.post(auth + "/login", credentials(username, password), as: .none), 200) }
  }

  private static func credentials(_ username: String, _ password: String = password) -> JSONValue {
    ["username": .string(username), "password": .string(password)]
  }

  static func refusal(_ code: JSONValue) -> JSONValue { ["success": false, "data": nil, "error": ["code": code]] }

  // MARK: - Rows

  private static let signUp = [
    Scenario(
      "a sign-up opens a session", .post(auth + "/signup", credentials("Ada"), as: .none), 200,
      contains: ["token_type": "bearer", "expires_in": 1800, "message": "User created successfully"],
      excludes: [password], then: canLogIn("ada")),
    Scenario(
      "a username is unique", given: anOwner, .post(auth + "/signup", credentials("{owner}"), as: .none), 400,
      contains: refusal("USERNAME_TAKEN")),
    Scenario(
      "a password has eight characters", .post(auth + "/signup", credentials("bea", "short"), as: .none), 400,
      contains: refusal("WEAK_PASSWORD"),
      then: { try $0.expect(.post(auth + "/login", credentials("bea", "short"), as: .none), 401) }),
    Scenario(
      "an e-mail address is valid",
      .post(auth + "/signup", credentials("cay").merging(["email": "nobody"]), as: .none), 400,
      contains: refusal("INVALID_EMAIL")),
    Scenario(
      "a username has no spaces", .post(auth + "/signup", credentials("d e e"), as: .none), 400,
      contains: refusal("VALIDATION_ERROR").merging([
        "error": ["details": ["username": "3 to 150 bytes without spaces and invisible characters"]]
      ])),
    Scenario(
      "a sign-up is a JSON object", .post(auth + "/signup", text: "[]", as: .none), 400,
      contains: refusal("INVALID_JSON")),
  ]

  private static let login = [
    Scenario(
      "a login opens a session", given: anOwner, .post(auth + "/login", credentials("{owner}"), as: .none), 200,
      contains: ["token_type": "bearer", "expires_in": 1800]),
    Scenario(
      "a wrong password is refused", given: anOwner, .post(auth + "/login", credentials("{owner}", "wrong"), as: .none),
      401,
      contains: refusal("INVALID_CREDENTIALS")),
    Scenario(
      "a login names an account", .post(auth + "/login", ["password": "x"], as: .none), 400,
      contains: refusal("VALIDATION_ERROR")),
    Scenario(
      "wrong passwords are limited",
      given: {
        try anOwner($0)
        for _ in 0..<10 { try $0.expect(.post(auth + "/login", credentials("{owner}", "wrong"), as: .none), 401) }
      },
      .post(auth + "/login", credentials("{owner}"), as: .none), 429, contains: refusal("RATE_LIMIT")),
  ]

  private static let refresh = [
    Scenario(
      "a refresh token is exchanged for a pair", given: aSession,
      .post(auth + "/refresh", ["refresh_token": "{refresh}"], as: .none), 200,
      contains: ["token_type": "bearer", "expires_in": 1800]),
    Scenario(
      "an unknown refresh token is refused", .post(auth + "/refresh", ["refresh_token": "x.y.z"], as: .none), 401,
      contains: refusal("INVALID_REFRESH_TOKEN")),
    Scenario(
      "a refresh token is valid once",
      given: {
        try aSession($0)
        try $0.expect(.post(auth + "/refresh", ["refresh_token": "{refresh}"], as: .none), 200)
      },
      .post(auth + "/refresh", ["refresh_token": "{refresh}"], as: .none), 401,
      contains: refusal("TOKEN_REVOKED").merging([
        "message": "The refresh token has been revoked. Please log in again."
      ])),
  ]

  private static let logout = [
    Scenario(
      "a logout ends the session of the access token", .post(auth + "/logout"), 200,
      contains: ["message": "Successfully logged out"], then: theOwnerIsSignedOut),
    Scenario(
      "a logout ends the session of the refresh token", given: aSession,
      .post(auth + "/logout", ["refresh_token": "{refresh}"], as: .none), 200,
      then: { try $0.expect(.post(auth + "/refresh", ["refresh_token": "{refresh}"], as: .none), 401) }),
    Scenario(
      "a logout names a session", .post(auth + "/logout", as: .none), 401, contains: refusal("UNAUTHORIZED")),
  ]

  private static let passwordChange = [
    Scenario(
      "a password change ends every session",
      .put(auth + "/password", ["current_password": "correct horse", "new_password": "better horse"]), 200,
      contains: ["message": "Password changed successfully"],
      then: {
        try theOwnerIsSignedOut($0)
        try canLogIn("{owner}", "better horse")($0)
      }),
    Scenario(
      "a password is also changed by POST",
      .post(auth + "/password", ["old_password": "correct horse", "newPassword": "better horse"]), 200,
      then: canLogIn("{owner}", "better horse")),
    Scenario(
      "a password change needs the current password",
      .put(auth + "/password", ["current_password": "wrong", "new_password": "better horse"]), 400,
      contains: refusal("INVALID_CREDENTIALS"), then: canLogIn("{owner}")),
    Scenario(
      "a new password has eight characters",
      .put(auth + "/password", ["current_password": "correct horse", "new_password": "short"]), 400,
      contains: refusal("WEAK_PASSWORD"), then: canLogIn("{owner}")),
    Scenario(
      "a password change needs a token",
      .put(auth + "/password", ["current_password": "correct horse", "new_password": "better horse"], as: .none), 401,
      contains: refusal("UNAUTHORIZED")),
  ]

  private static let account = [
    Scenario(
      "the account is shown without an envelope", given: anOwner, .get(auth + "/me"), 200,
      contains: ["username": "{owner}", "email": nil], excludes: ["password"]),
    Scenario(
      "the account needs a token", .get(auth + "/me", as: .none), 401, contains: refusal("UNAUTHORIZED"),
      fields: ["WWW-Authenticate": "Bearer"]),
  ]
}
