import API
import Audit
import Bytes
import HTTPServer
import JSONCodec
import Storage

/// `/api/v1/admin/users`, without the deletion, which needs all modules (`AccountDataModule`).
struct AccountAdministrationRoutes: Sendable {
  private typealias Operations = AccountAdministrationOperations
  private typealias Schemas = AccountAdministrationSchemas

  let accounts: AccountsService
  /// The path before every path of the server, for the addresses of links.
  let basePath: String

  var routes: [Route] {
    [
      Route(Operations.list) { request in
        let page = try Page(request, defaultLimit: 50)
        let found = try await accounts.administration.page(try Self.filter(request), page)
        return .success(page.list("items", found.rows.map(Schemas.json), total: found.total))
      },
      Route(Operations.create) { try await create($0) },
      Route(Operations.get) { request in
        .success(Schemas.json(try await accounts.administration.find(request.parameter("id"))))
      },
      Route(Operations.change) { request in
        let body = try JSONFields(request)
        let account = try await accounts.administration.change(
          request.parameter("id"), role: try body.optionalChoice("role", of: UserRole.self),
          isDisabled: try body.optionalBool("is_disabled"), by: try AuditActor(request))
        return .success(Schemas.json(account))
      },
      Route(Operations.createLink) { request in
        let link = try await accounts.administration.createPasswordLink(
          request.parameter("id"), by: try AuditActor(request))
        return .success(json(link, request), status: 201)
      },
      Route(Operations.sessions) { request in
        let page = try Page(request, defaultLimit: 50)
        let found = try await accounts.administration.sessions(of: request.parameter("id"), page)
        return .success(page.list("items", found.rows.map(Schemas.json), total: found.total))
      },
      Route(Operations.revokeAll) { request in
        try await accounts.administration.revokeSessions(of: request.parameter("id"), by: try AuditActor(request))
        return .noContent
      },
      Route(Operations.revoke) { request in
        try await accounts.administration.revokeSessions(
          of: request.parameter("id"), sessionID: request.parameter("session_id").lowercased(),
          by: try AuditActor(request))
        return .noContent
      },
    ]
  }

  private func create(_ request: Request) async throws -> Response {
    let body = try JSONFields(request)
    let password = try body.optionalRawText("password")
    if let password { try PasswordPolicy.check(password, strict: false) }
    let user = NewUser(
      username: try ProfilePolicy.username(try body.rawText("username")),
      email: try body.optionalRawText("email").map(ProfilePolicy.email), password: "",
      name: try ProfilePolicy.name(try body.optionalRawText("name") ?? ""),
      role: (try body.optionalChoice("role", of: UserRole.self) ?? .user).rawValue)
    do {
      let created = try await accounts.administration.create(
        user, password: password, by: try AuditActor(request), remoteAddress: request.remoteAddress)
      var response: JSONValue = ["user": Schemas.json(created.account)]
      if let link = created.link { response = response.merging(["password_link": json(link, request)]) }
      return .success(response, status: 201)
    } catch StorageError.uniqueViolation {
      throw Problem.conflict(
        code: "USERNAME_TAKEN", "The username or the e-mail address belongs to another account.")
    }
  }

  private static func filter(_ request: Request) throws -> AccountFilter {
    var filter = AccountFilter()
    if let search = request.queryValue("search"), !search.isEmpty {
      guard search.count <= 200 else { throw Problem.invalid("search", mustBe: "text of at most 200 characters") }
      filter.search = search
    }
    filter.role = try request.queryChoice("role", of: UserRole.self)
    filter.isDisabled = try request.queryChoice("disabled", of: TextBool.self).map { $0 == .true }
    return filter
  }

  /// The values of a Boolean parameter.
  private enum TextBool: String, CaseIterable { case `true`, `false` }

  /// The address is the one under which the administrator reaches the server. The token is in its fragment, which no client
  /// sends and no log contains.
  private func json(_ link: PasswordLink, _ request: Request) -> JSONValue {
    let origin = (request.isSecure ? "https://" : "http://") + (request.field("Host") ?? "localhost")
    return [
      "url": .string("\(origin)\(basePath)/password#\(link.token)"), "token": .string(link.token),
      "expires_at": .string(link.expiresAt.rfc3339),
    ]
  }
}
