import JSONCodec
import Testing

/// The routes of `FitnessAuthRoutes`: docs/api/rest-accounts.md#families.
@Suite(.sharedHearth) struct FitnessAuthScenarios {
  private static let auth = "/api/v1/auth"

  @Test(arguments: registration + login + refresh + logout) func sessions(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  private static func register(_ email: String, _ change: [String: JSONValue] = [:]) -> ScenarioRequest {
    let body: JSONValue = ["email": .string(email), "password": "Secret12", "name": "Bob"]
    return .post(auth + "/register", body.merging(change), as: .none)
  }

  private static let registration = [
    Scenario(
      "a registration opens a session", register("bob@example.com", ["dateOfBirth": "1990-05-31"]), 201,
      contains: [
        "success": true,
        "data": [
          "email": "bob@example.com", "name": "Bob", "expires_in": 86400, "token_type": "bearer",
          "user": ["username": "bob@example.com", "date_of_birth": "1990-05-31", "role": "user"],
        ],
      ], excludes: ["Secret12"]),
    Scenario(
      "an address is unique without regard to case", given: { try $0.expect(register("carol@example.com"), 201) },
      register("Carol@Example.com"), 409, contains: ChatAuthScenarios.refusal("EMAIL_TAKEN")),
    Scenario(
      "a user is at least 13 years old", register("child@example.com", ["date_of_birth": "2024-01-01"]), 400,
      contains: ChatAuthScenarios.refusal("AGE_RESTRICTION")),
    Scenario(
      "a password has an upper-case letter", register("dan@example.com", ["password": "secret12"]), 400,
      contains: ChatAuthScenarios.refusal("WEAK_PASSWORD")),
    Scenario(
      "an address has a domain", register("dan@example"), 400, contains: ChatAuthScenarios.refusal("INVALID_EMAIL")),
    Scenario(
      "a name is text", register("dan@example.com", ["name": 7]), 400,
      contains: ChatAuthScenarios.refusal("VALIDATION_ERROR")),
  ]

  private static let login = [
    Scenario(
      "a login takes the address", given: { try $0.expect(register("eve@example.com"), 201) },
      .post(auth + "/login", ["email": "eve@example.com", "password": "Secret12"], as: .none), 200,
      contains: ["data": ["user": ["email": "eve@example.com"]]]),
    Scenario(
      "an unknown account is refused", .post(auth + "/login", ["email": "no@example.com", "password": "x"], as: .none),
      401, contains: ChatAuthScenarios.refusal("INVALID_CREDENTIALS")),
  ]

  private static let refresh = [
    Scenario(
      "a refreshed pair is at the top level as well", given: ChatAuthScenarios.aSession,
      .post(auth + "/refresh", ["refreshToken": "{refresh}"], as: .none), 200,
      contains: ["expires_in": 86400, "data": ["expiresIn": 86400]]),
    Scenario(
      "an unknown refresh token is refused", .post(auth + "/refresh", ["refreshToken": "x"], as: .none), 401,
      contains: ChatAuthScenarios.refusal("INVALID_REFRESH_TOKEN")),
    Scenario(
      "a spent refresh token is refused",
      given: {
        try ChatAuthScenarios.aSession($0)
        try $0.expect(.post(auth + "/refresh", ["refreshToken": "{refresh}"], as: .none), 200)
      },
      .post(auth + "/refresh", ["refreshToken": "{refresh}"], as: .none), 401,
      contains: ChatAuthScenarios.refusal("TOKEN_REVOKED")),
  ]

  private static let logout = [
    Scenario(
      "a logout ends the session", .post(auth + "/logout"), 200,
      contains: ["data": ["message": "Successfully logged out"]], then: { try $0.expect(.get("/api/auth/me"), 401) }),
    Scenario(
      "a logout names a session", .post(auth + "/logout", as: .none), 401,
      contains: ChatAuthScenarios.refusal("UNAUTHORIZED")),
  ]
}
