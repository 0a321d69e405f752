import API
import JSONCodec

/// The operations of `/api/v1/invitations` (``InvitationRoutes``).
enum InvitationOperations {
  static let create = Operation(
    "createInvitation", "POST", "/api/v1/invitations", authentication: .admin, tag: "Accounts", "Create an invitation",
    description: "Its code permits one sign-up. The response is the only one that contains the code.",
    body: .json(
      [
        .string("note", length: 0...ProfilePolicy.maxNameBytes, "For administrators, on one line. Bytes are counted.")
          .optional.nullable,
        .integer(
          "expires_in", in: Invitation.lifetimeSeconds,
          "The lifetime in seconds; \(Invitation.defaultLifetime.components.seconds) if it is absent."
        ).optional.nullable,
      ], example: ["note": "for Carol", "expires_in": 86400]
    ).optional,
    responses: [
      .success(
        "The invitation and its code.",
        .object(fields + [.string("code", "The code that the new user must send.")], named: "NewInvitation"),
        status: 201, example: example.merging(["code": "0123456789abcdef0123456789abcdef"]))
    ],
    errors: [
      ErrorDeclaration(429, "INVITATION_LIMIT", "\(Invitation.maxOpen) invitations are open. Revoke some first.")
    ])

  static let list = Operation(
    "listInvitations", "GET", "/api/v1/invitations", authentication: .admin, tag: "Accounts", "List invitations",
    description: "Newest first.", parameters: ParameterDeclaration.page(),
    responses: [
      .success(
        "A page of invitations; 50 if no limit is given.",
        .page("invitations", of: .object(fields, named: "Invitation")),
        example: [
          "invitations": [example], "total_count": 1, "total": 1, "limit": 50, "offset": 0, "has_more": false,
        ])
    ])

  static let revoke = Operation(
    "revokeInvitation", "DELETE", "/api/v1/invitations/{id}", authentication: .admin, tag: "Accounts",
    "Revoke an invitation", parameters: [.path("id", "The UUID of the invitation, without regard to case.")],
    responses: [.noContent("The invitation is deleted.")],
    errors: [.notFound("There is no invitation with this id.")])

  private static let fields: [FieldDeclaration] = [
    .string("id", "The UUID of the invitation."), .string("note", "May be empty."),
    .string("created_by", "The UUID of the administrator; null for the command line.").nullable,
    .time("created_at", "The time of creation."), .time("expires_at", "The time from which the code is refused."),
    .time("used_at", "The time of the sign-up; null if there was none.").nullable,
    .string("used_by", "The UUID of the account that signed up; null if there is none.").nullable,
    .string("state", oneOf: Invitation.State.allCases.map(\.rawValue), "The state at the time of the response."),
  ]

  private static let example: JSONValue = [
    "id": "9b2a3c1e-5f0d-4c59-a0a5-2f6d8c1e7b44", "note": "for Carol",
    "created_by": "ee472072-a8f8-468a-84c7-c6e1506613fd", "created_at": "2026-11-22T07:01:57Z",
    "expires_at": "2026-11-23T07:01:57Z", "used_at": nil, "used_by": nil, "state": "open",
  ]
}
