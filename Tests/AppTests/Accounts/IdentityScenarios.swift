import JSONCodec
import Testing

/// The routes of `IdentityRoutes` on a server without another issuer: docs/api/rest-accounts.md#identities.
///
/// `ExternalIdentityTests` has the rows that need tokens of an issuer.
@Suite(.sharedHearth) struct IdentityScenarios {
  private static let identities = "/api/v1/users/me/identities"

  @Test(arguments: rows) func identity(_ scenario: Scenario) async throws { try await scenario.run() }

  private static let rows = [
    Scenario("a new account has no identities", .get(identities), 200, contains: ["data": ["identities": []]]),
    Scenario("the list needs a token", .get(identities, as: .none), 401),
    Scenario(
      "a token of no issuer is refused", .post(identities, ["token": "x.y.z"]), 400,
      contains: ChatAuthScenarios.refusal("INVALID_EXTERNAL_TOKEN")),
    Scenario(
      "a link needs a token of the issuer", .post(identities, [:]), 400,
      contains: ChatAuthScenarios.refusal("VALIDATION_ERROR")),
    Scenario("a link needs a token", .post(identities, ["token": "x.y.z"], as: .none), 401),
    Scenario(
      "an unknown identity is not unlinked", .delete(identities + "/3f1d7a52-88c4-4a34-9a55-0c8a5f4f3f10"), 404,
      contains: ChatAuthScenarios.refusal("NOT_FOUND")),
    Scenario("unlinking needs a token", .delete(identities + "/x", as: .none), 401),
  ]
}
