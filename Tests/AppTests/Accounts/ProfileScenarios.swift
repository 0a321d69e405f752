import JSONCodec
import Testing

/// The routes of `ProfileRoutes` and `AccountDataModule`: docs/api/rest-accounts.md#profile.
@Suite(.sharedHearth) struct ProfileScenarios {
  private static let me = "/api/v1/users/me"

  @Test(arguments: reading + changes + passwordChange) func profile(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  @Test(arguments: data) func accountData(_ scenario: Scenario) async throws { try await scenario.run() }

  private static let reading = [
    Scenario(
      "a profile is shown in both spellings", given: { try $0.expect(.put(me, ["height_cm": 180]), 200) }, .get(me),
      200,
      contains: [
        "username": "{owner}", "email": "", "role": "user", "heightCm": 180, "sex": nil,
        "data": ["username": "{owner}", "height_cm": 180],
      ]),
    Scenario(
      "a profile needs a token", .get(me, as: .none), 401, contains: ChatAuthScenarios.refusal("UNAUTHORIZED"),
      fields: ["WWW-Authenticate": "Bearer"]),
  ]

  private static let changes = [
    Scenario(
      "PUT changes the named members",
      given: { try $0.expect(.put(me, ["weight_kg": 80.5]), 200) },
      .put(me, ["fullName": "Ada L.", "gender": "female"]), 200,
      contains: ["data": ["name": "Ada L.", "sex": "female", "weight_kg": 80.5]],
      then: { try $0.expect(.get(me), 200, contains: ["name": "Ada L.", "weightKg": 80.5]) }),
    Scenario(
      "PATCH removes a member by null", given: { try $0.expect(.put(me, ["goal": "lose"]), 200) },
      .patch(me, ["goal": nil]), 200, contains: ["data": ["goal": nil]]),
    Scenario(
      "a time zone is an offset or a name",
      given: { try $0.expect(.patch(me, ["timezone": "+9"]), 200) }, .get(me), 200, contains: ["timezone": "+09:00"],
      then: { try $0.expect(.patch(me, ["timezone": "Mars/Olympus"]), 400) }),
    Scenario(
      "a language is the code of one that the parser reads",
      given: { try $0.expect(.patch(me, ["language": "pt"]), 200) }, .get(me), 200,
      contains: ["language": "pt"],
      then: { try $0.expect(.patch(me, ["language": "pt-BR"]), 400) }),
    Scenario(
      "POST changes the named members", .post(me, ["date_of_birth": "1990-12-10T00:00:00+05:00"]), 200,
      contains: ["data": ["dateOfBirth": "1990-12-10"]]),
    Scenario(
      "a value outside its range changes nothing",
      .put(me, ["name": "Ada", "height_cm": 99]), 400, contains: ChatAuthScenarios.refusal("VALIDATION_ERROR"),
      then: { try $0.expect(.get(me), 200, contains: ["name": ""]) }),
    Scenario(
      "a user is at least 13 years old", .put(me, ["date_of_birth": "2024-01-01"]), 400,
      contains: ChatAuthScenarios.refusal("AGE_RESTRICTION")),
    Scenario(
      "a change needs a token", .patch(me, ["name": "Eve"], as: .none), 401,
      contains: ChatAuthScenarios.refusal("UNAUTHORIZED")),
  ]

  private static let passwordChange = [
    Scenario(
      "a password change ends every session",
      .put(me + "/password", ["currentPassword": "correct horse", "newPassword": "Better123"]), 204,
      then: { try $0.expect(.get(me), 401) }),
    Scenario(
      "a new password has a digit",
      .put(me + "/password", ["current_password": "correct horse", "new_password": "Betterhorse"]), 400,
      contains: ChatAuthScenarios.refusal("WEAK_PASSWORD")),
    Scenario(
      "a password change needs the current password",
      .put(me + "/password", ["current_password": "wrong", "new_password": "Better123"]), 400,
      contains: ChatAuthScenarios.refusal("INVALID_CREDENTIALS")),
    Scenario(
      "a password change needs a token",
      .put(me + "/password", ["current_password": "correct horse", "new_password": "Better123"], as: .none), 401),
  ]

  private static let data = [
    Scenario(
      "an export has the account of the token only",
      given: { try $0.expect(.put(me, ["name": "A stranger"], as: .stranger), 200) },
      .get(me + "/export"), 200,
      fields: ["Content-Disposition": "attachment; filename=\"hearth-export.jsonl\""],
      excludes: ["A stranger", "password_hash"]),
    Scenario("an export needs a token", .get(me + "/export", as: .none), 401),
    Scenario("the storage has a size", .get(me + "/storage"), 200, contains: ["success": true]),
    Scenario("the storage needs a token", .get(me + "/storage", as: .none), 401),
    Scenario(
      "a deletion ends the account", .delete(me), 204,
      then: {
        try $0.expect(.get(me), 401)
        try $0.expect(
          .post("/api/auth/login", ["username": "{owner}", "password": "correct horse"], as: .none), 401,
          contains: ChatAuthScenarios.refusal("INVALID_CREDENTIALS"))
      }),
    Scenario("a deletion needs a token", .delete(me, as: .none), 401),
  ]
}
