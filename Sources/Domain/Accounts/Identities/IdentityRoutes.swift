import API
import Bytes
import HTTPServer
import JSONCodec
import JWT

/// `/api/v1/users/me/identities`: the identities of another issuer that an account's owner links.
struct IdentityRoutes: Sendable {
  let accounts: AccountsService

  var routes: [Route] {
    [
      Route(IdentityOperations.link) { try await link($0) },
      Route(IdentityOperations.list) { request in
        let userID = try request.requireIdentity().userID
        return .success(["identities": .array(try await accounts.identities.all(of: userID).map(Self.body))])
      },
      Route(IdentityOperations.unlink) { request in
        let userID = try request.requireIdentity().userID
        try await accounts.identities.unlink(identityID: request.parameter("id").lowercased(), of: userID)
        return .noContent
      },
    ]
  }

  /// The session proves the account, the token in the body proves the identity.
  private func link(_ request: Request) async throws -> Response {
    let owner = try request.requireIdentity()
    guard !owner.sessionID.isEmpty else {
      throw Problem.forbidden("Log in to this account with its password to link another identity.")
    }
    let token = try JSONFields(request).rawText("token")
    guard case .external(let claims) = try? accounts.keys.verifier.verifyAccess(token, now: accounts.environment.now())
    else {
      throw Problem.badRequest(
        code: "INVALID_EXTERNAL_TOKEN", "token is not a valid access token of the configured issuer.")
    }
    let outcome = try await accounts.identities.link(
      issuer: claims.issuer, subject: claims.subject, to: owner.userID, by: .owner)
    switch outcome {
    case .linked(let identity): return .success(Self.body(identity), status: 201)
    case .unchanged(let identity): return .success(Self.body(identity))
    case .belongsTo:
      throw Problem.conflict(code: "IDENTITY_TAKEN", "This identity belongs to another account.")
    case .tooMany:
      throw Problem.conflict(
        code: "IDENTITY_LIMIT", "An account has at most \(ExternalIdentity.maxPerAccount) linked identities.")
    case .notLinkable:
      throw Problem.badRequest(
        code: "INVALID_EXTERNAL_TOKEN", "iss and sub of the token must not contain control characters.")
    }
  }

  private static func body(_ identity: ExternalIdentity) -> JSONValue {
    [
      "id": .string(identity.id), "issuer": .string(identity.issuer), "subject": .string(identity.subject),
      "linked_at": .string(identity.linkedAt.rfc3339), "linked_by": .string(identity.linkedBy.rawValue),
    ]
  }
}
