import API
import Audit
import Bytes
import HTTPServer
import JSONCodec

/// `/api/v1/invitations`, for accounts with the role `admin`.
struct InvitationRoutes: Sendable {
  let accounts: AccountsService

  var routes: [Route] {
    [
      Route(InvitationOperations.create) { request in
        let body = request.body.isEmpty ? [:] : try request.jsonObject()
        let created = try await accounts.invitations.create(
          note: try Self.note(body["note"]), lifetime: try Self.lifetime(body["expires_in"]),
          by: try AuditActor(request))
        return .success(
          self.body(created.invitation).merging(["code": .string(created.code)]), status: 201)
      },
      Route(InvitationOperations.list) { request in
        let page = try Page(request, defaultLimit: 50)
        let found = try await accounts.invitations.page(limit: page.limit, offset: page.offset)
        return .success(page.list("invitations", found.rows.map(body), total: found.total))
      },
      Route(InvitationOperations.revoke) { request in
        guard try await accounts.invitations.revoke(request.parameter("id").lowercased(), by: try AuditActor(request))
        else {
          throw Problem.notFound("There is no invitation with this id.")
        }
        return .noContent
      },
    ]
  }

  private static func note(_ value: JSONValue?) throws -> String {
    guard let value, !value.isNull else { return "" }
    guard let text = value.stringValue else {
      throw Problem.invalid("note", mustBe: "text")
    }
    return text
  }

  /// Whole seconds.
  private static func lifetime(_ value: JSONValue?) throws -> Duration? {
    guard let value, !value.isNull else { return nil }
    guard let seconds = value.integerValue, (1...1_000_000_000).contains(seconds) else {
      throw Problem.invalid("expires_in", mustBe: "a whole number of seconds")
    }
    return .seconds(seconds)
  }

  private func body(_ invitation: Invitation) -> JSONValue {
    [
      "id": .string(invitation.id), "note": .string(invitation.note), "created_by": .optional(invitation.createdBy),
      "created_at": .string(invitation.createdAt.rfc3339), "expires_at": .string(invitation.expiresAt.rfc3339),
      "used_at": .optional(invitation.usedAt?.rfc3339), "used_by": .optional(invitation.usedBy),
      "state": .string(invitation.state(at: accounts.environment.now()).rawValue),
    ]
  }
}
