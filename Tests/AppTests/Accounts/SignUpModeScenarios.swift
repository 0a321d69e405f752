import JSONCodec
import Testing

/// Sign-ups with an invitation: docs/guides/accounts.md#sign-up.
@Suite(.sharedHearth(["HEARTH_AUTH_SIGNUP": "invite"])) struct InvitedSignUpScenarios {
  @Test(arguments: [chat, fitness].flatMap(rows)) func signUp(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  private static func chat(_ name: String) -> (path: String, body: JSONValue) {
    ("/api/auth/signup", ["username": .string(name), "password": "correct horse"])
  }

  private static func fitness(_ name: String) -> (path: String, body: JSONValue) {
    ("/api/v1/auth/register", ["email": .string(name + "@example.com"), "password": "Secret12"])
  }

  private static let anInvitation: Scenario.Step = {
    let created = try $0.expect(.post("/api/v1/invitations", as: .admin), 201)
    $0["code"] = created["data"]?["code"]?.stringValue
  }

  private static func rows(_ family: (String) -> (path: String, body: JSONValue)) -> [Scenario] {
    let (ann, bea) = (family("ann"), family("bea"))
    return [
      Scenario(
        "\(ann.path) needs an invitation", .post(ann.path, ann.body, as: .none), 403,
        contains: ChatAuthScenarios.refusal("INVITATION_REQUIRED")),
      Scenario(
        "\(ann.path) refuses an unknown code",
        .post(ann.path, ann.body.merging(["invitation": "guessed"]), as: .none), 403,
        contains: ChatAuthScenarios.refusal("INVITATION_INVALID")),
      Scenario(
        "\(bea.path) consumes an invitation", given: anInvitation,
        .post(bea.path, bea.body.merging(["invite_code": "{code}"]), as: .none),
        bea.path.contains("register") ? 201 : 200,
        then: {
          try $0.expect(
            .post(ann.path, ann.body.merging(["invitation": "{code}"]), as: .none), 403,
            contains: ChatAuthScenarios.refusal("INVITATION_INVALID"))
        }),
    ]
  }
}

/// Sign-ups on a server without them.
@Suite(.sharedHearth(["HEARTH_AUTH_SIGNUP": "closed"])) struct ClosedSignUpScenarios {
  @Test(arguments: rows) func signUp(_ scenario: Scenario) async throws { try await scenario.run() }

  private static let rows = [
    Scenario(
      "a closed server refuses a sign-up", .post("/api/auth/signup", [:], as: .none), 403,
      contains: ChatAuthScenarios.refusal("SIGNUP_CLOSED")),
    Scenario(
      "a closed server refuses a registration", .post("/api/v1/auth/register", [:], as: .none), 403,
      contains: ChatAuthScenarios.refusal("SIGNUP_CLOSED")),
  ]
}
