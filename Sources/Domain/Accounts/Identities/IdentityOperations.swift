import API
import JSONCodec

/// The operations of `/api/v1/users/me/identities` (``IdentityRoutes``).
enum IdentityOperations {
  static let link = Operation(
    "linkIdentity", "POST", "/api/v1/users/me/identities", authentication: .bearer, tag: "Accounts",
    "Link an identity of another issuer",
    description: "The access token of the request must belong to a session of this server.",
    body: .json(
      [
        .string(
          "token", length: 1...JSONFields.maxRawTextBytes, "A valid access token of the issuer that the server accepts."
        )
      ], example: ["token": "eyJ…"]),
    responses: [
      .success("The new link.", identity, status: 201, example: example),
      .success("The identity was linked to this account before.", identity, example: example),
    ],
    errors: [
      ErrorDeclaration(
        400, "INVALID_EXTERNAL_TOKEN", "`token` is not a valid access token of the configured issuer."),
      .forbidden("The request has a token of the other issuer, and not of a session of this server."),
      ErrorDeclaration(409, "IDENTITY_TAKEN", "The identity belongs to another account."),
      ErrorDeclaration(
        409, "IDENTITY_LIMIT", "The account has \(ExternalIdentity.maxPerAccount) linked identities already."),
    ])

  static let list = Operation(
    "listIdentities", "GET", "/api/v1/users/me/identities", authentication: .bearer, tag: "Accounts",
    "List linked identities",
    responses: [
      .success(
        "The linked identities, oldest first.",
        .object([
          .array("identities", of: identity, count: 0...ExternalIdentity.maxPerAccount, "All linked identities.")
        ]),
        example: ["identities": [example]])
    ])

  static let unlink = Operation(
    "unlinkIdentity", "DELETE", "/api/v1/users/me/identities/{id}", authentication: .bearer, tag: "Accounts",
    "Unlink an identity", description: "Sockets of the account are closed.",
    parameters: [.path("id", "The UUID of the link, without regard to case.")],
    responses: [.noContent("The link is deleted.")],
    errors: [
      .notFound("The account has no linked identity with this id."),
      ErrorDeclaration(409, "LAST_SIGN_IN", "The account has no password and no other linked identity."),
    ])

  private static let identity = Schema.object(
    [
      .string("id", "The UUID of the link."), .string("issuer", "`iss` of the tokens; empty if they have none."),
      .string("subject", "`sub` of the tokens."), .time("linked_at", "The time of the link."),
      .string(
        "linked_by", oneOf: ExternalIdentity.Origin.allCases.map(\.rawValue),
        "The owner, an administrator, or the first use of the identity."),
    ], named: "LinkedIdentity")

  private static let example: JSONValue = [
    "id": "3f1d7a52-88c4-4a34-9a55-0c8a5f4f3f10", "issuer": "https://id.example.org", "subject": "248289761001",
    "linked_at": "2026-11-22T07:01:57Z", "linked_by": "owner",
  ]
}
