import JSONCodec
import Testing

/// The routes of `InvitationRoutes`: docs/api/rest-accounts.md#invitations.
@Suite(.sharedHearth) struct InvitationScenarios {
  private static let invitations = "/api/v1/invitations"

  @Test(arguments: creation + list + revocation) func invitation(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  private static let anInvitation: Scenario.Step = {
    let created = try $0.expect(.post(invitations, ["note": "for Carol"], as: .admin), 201)
    $0["id"] = created["data"]?["id"]?.stringValue
    $0["code"] = created["data"]?["code"]?.stringValue
  }

  private static let creation = [
    Scenario(
      "an invitation is open", .post(invitations, ["note": "for Carol", "expires_in": 60], as: .admin), 201,
      contains: ["data": ["note": "for Carol", "state": "open", "used_at": nil, "used_by": nil]]),
    Scenario("an invitation needs no body", .post(invitations, as: .admin), 201, contains: ["data": ["note": ""]]),
    Scenario(
      "an invitation lasts at least a minute", .post(invitations, ["expires_in": 59], as: .admin), 400,
      contains: ChatAuthScenarios.refusal("VALIDATION_ERROR")),
    Scenario(
      "only administrators create invitations", .post(invitations, [:]), 403,
      contains: ChatAuthScenarios.refusal("FORBIDDEN")),
    Scenario("an invitation needs a token", .post(invitations, [:], as: .none), 401),
  ]

  private static let list = [
    Scenario(
      "the list shows no code", given: anInvitation, .get(invitations + "?limit=1", as: .admin), 200,
      contains: ["data": ["limit": 1, "offset": 0]], excludes: ["\"code\""]),
    Scenario(
      "a page has at most 100 rows", .get(invitations + "?limit=101", as: .admin), 400,
      contains: ChatAuthScenarios.refusal("VALIDATION_ERROR")),
    Scenario(
      "only administrators list invitations", given: anInvitation, .get(invitations), 403,
      contains: ChatAuthScenarios.refusal("FORBIDDEN"), excludes: ["Carol"]),
    Scenario("the list needs a token", .get(invitations, as: .none), 401),
  ]

  private static let revocation = [
    Scenario(
      "a revoked invitation does not exist", given: anInvitation, .delete(invitations + "/{id}", as: .admin), 204,
      then: {
        try $0.expect(
          .delete(invitations + "/{id}", as: .admin), 404, contains: ChatAuthScenarios.refusal("NOT_FOUND"))
      }),
    Scenario(
      "only administrators revoke invitations", given: anInvitation, .delete(invitations + "/{id}"), 403,
      contains: ChatAuthScenarios.refusal("FORBIDDEN"),
      then: { try $0.expect(.delete(invitations + "/{id}", as: .admin), 204) }),
    Scenario("a revocation needs a token", given: anInvitation, .delete(invitations + "/{id}", as: .none), 401),
  ]
}
