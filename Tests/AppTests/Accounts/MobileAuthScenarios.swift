import JSONCodec
import Testing

/// The routes of `MobileAuthRoutes`: docs/api/rest-accounts.md#families.
@Suite(.sharedHearth) struct MobileAuthScenarios {
  private static let token = "/api/auth/token"

  @Test(arguments: login + refresh) func tokens(_ scenario: Scenario) async throws { try await scenario.run() }

  private static let login = [
    Scenario(
      "a login opens a session", given: { _ = try $0.client(.owner) },
      .post(token, ["username": "{owner}", "password": "correct horse"], as: .none), 200,
      contains: ["expires_in": 3600], excludes: ["token_type"]),
    Scenario(
      "a path may end with a slash", given: { _ = try $0.client(.owner) },
      .post(token + "/", ["username": "{owner}", "password": "correct horse"], as: .none), 200),
    Scenario(
      "a wrong password is refused", given: { _ = try $0.client(.owner) },
      .post(token, ["username": "{owner}", "password": "wrong"], as: .none), 401,
      contains: ChatAuthScenarios.refusal("INVALID_CREDENTIALS")),
    Scenario(
      "a password is text", .post(token, ["username": "ada", "password": 7], as: .none), 400,
      contains: ChatAuthScenarios.refusal("VALIDATION_ERROR")),
  ]

  private static let refresh = [
    Scenario(
      "a refresh token of another family gets the lifetime of this one", given: ChatAuthScenarios.aSession,
      .post(token + "/refresh", ["refresh": "{refresh}"], as: .none), 200, contains: ["expires_in": 3600]),
    Scenario(
      "an unknown refresh token is refused", .post(token + "/refresh", ["refresh": "x.y.z"], as: .none), 401,
      contains: ChatAuthScenarios.refusal("INVALID_REFRESH_TOKEN")),
    Scenario(
      "a refresh token is valid once",
      given: {
        try ChatAuthScenarios.aSession($0)
        try $0.expect(.post(token + "/refresh", ["refresh": "{refresh}"], as: .none), 200)
      },
      .post(token + "/refresh", ["refresh": "{refresh}"], as: .none), 401,
      contains: ChatAuthScenarios.refusal("TOKEN_REVOKED")),
  ]
}
