import API
import JSONCodec

/// The operations of `/api/v1/admin/users` (``AccountAdministrationRoutes``).
enum AccountAdministrationOperations {
  private typealias Schemas = AccountAdministrationSchemas
  private static let tag = "Administration"

  static let list = Operation(
    "adminListUsers", "GET", "/api/v1/admin/users", authentication: .admin, tag: tag, "List accounts",
    description: "Oldest first.",
    parameters: ParameterDeclaration.page() + [
      .query(.text("search", length: 1...200, "Text in the username, the e-mail address or the name.")),
      .query(.string("role", oneOf: Schemas.roles, "Only accounts with this role.")),
      .query(.boolean("disabled", "Only accounts that are disabled, or only those that are not.")),
    ],
    responses: [page("A page of accounts; 50 if no limit is given.", Schemas.account, Schemas.accountExample)])

  static let create = Operation(
    "adminCreateUser", "POST", "/api/v1/admin/users", authentication: .admin, tag: tag, "Create an account",
    description: "Without a password, the response has a one-time link with which the user chooses one.",
    body: .json(
      [
        .string(
          "username", length: ProfilePolicy.usernameBytes,
          "Unique without regard to case. Bytes are counted; spaces and invisible characters are refused."),
        .string("email", length: 3...ProfilePolicy.maxEmailBytes, "An e-mail address.").optionalOrNull,
        .string("name", length: 0...ProfilePolicy.maxNameBytes, "The name that others see, on one line.")
          .optionalOrNull,
        .string("role", oneOf: Schemas.roles, "`user` if it is absent.").optionalOrNull,
        .string(
          "password", length: PasswordPolicy.minCharacters...PasswordPolicy.maxBytes, AuthSchemas.passwordRules
        ).optionalOrNull,
      ], example: ["username": "bob", "email": "bob@example.com", "role": "user"]),
    responses: [
      .success(
        "The account, and a link if it has no password.",
        .object(
          [
            .init("user", Schemas.account, "The account."),
            FieldDeclaration("password_link", Schemas.link, "Absent if the request has a password.").optional,
          ], named: "NewAccount"), status: 201,
        example: ["user": Schemas.accountExample, "password_link": Schemas.linkExample])
    ],
    errors: [
      AuthSchemas.weakPassword, AuthSchemas.invalidEmail,
      .init(409, "USERNAME_TAKEN", "The username or the e-mail address belongs to another account."),
    ])

  static let get = Operation(
    "adminGetUser", "GET", "/api/v1/admin/users/{id}", authentication: .admin, tag: tag, "Get an account",
    parameters: [id], responses: [.success("The account.", Schemas.account, example: Schemas.accountExample)],
    errors: [unknown])

  static let change = Operation(
    "adminChangeUser", "PATCH", "/api/v1/admin/users/{id}", authentication: .admin, tag: tag,
    "Change the role of an account, disable or enable it",
    description: "Disabling ends all sessions of the account and closes its sockets.", parameters: [id],
    body: .json(
      [
        .string("role", oneOf: Schemas.roles, "The new role.").optionalOrNull,
        .boolean("is_disabled", "Whether logins and tokens are refused.").optionalOrNull,
      ], example: ["role": "admin"]),
    responses: [.success("The changed account.", Schemas.account, example: Schemas.accountExample)],
    errors: [unknown, ownAccount, lastAdmin])

  static let delete = Operation(
    "adminDeleteUser", "DELETE", "/api/v1/admin/users/{id}", authentication: .admin, tag: tag, "Delete an account",
    description: "Sessions and sockets end at once. Everything that belongs to the account is deleted.",
    parameters: [id], responses: [.noContent("The account is deleted.")], errors: [unknown, ownAccount, lastAdmin])

  static let createLink = Operation(
    "adminCreatePasswordLink", "POST", "/api/v1/admin/users/{id}/password-link", authentication: .admin, tag: tag,
    "Create a one-time link to choose a password",
    description: "An earlier link of the account is no longer valid. The response is the only one with the token.",
    parameters: [id],
    responses: [.success("The link.", Schemas.link, status: 201, example: Schemas.linkExample)],
    errors: [unknown, .init(409, "ACCOUNT_DISABLED", "The account is disabled.")])

  static let sessions = Operation(
    "adminListSessions", "GET", "/api/v1/admin/users/{id}/sessions", authentication: .admin, tag: tag,
    "List the sessions of an account", description: "Those that are not revoked or expired, newest first.",
    parameters: [id] + ParameterDeclaration.page(),
    responses: [page("A page of sessions; 50 if no limit is given.", Schemas.session, Schemas.sessionExample)],
    errors: [unknown])

  static let revokeAll = Operation(
    "adminRevokeSessions", "DELETE", "/api/v1/admin/users/{id}/sessions", authentication: .admin, tag: tag,
    "Revoke all sessions of an account", description: "Closes its sockets as well.", parameters: [id],
    responses: [.noContent("The sessions have ended.")], errors: [unknown])

  static let revoke = Operation(
    "adminRevokeSession", "DELETE", "/api/v1/admin/users/{id}/sessions/{session_id}", authentication: .admin, tag: tag,
    "Revoke a session of an account", description: "Closes the sockets of the account as well.",
    parameters: [id, .path("session_id", "The UUID of the session, without regard to case.")],
    responses: [.noContent("The session has ended.")],
    errors: [.notFound("There is no account with this id, or it has no such session.")])

  private static let id = ParameterDeclaration.path("id", "The UUID of the account, without regard to case.")
  private static let unknown = ErrorDeclaration.notFound("There is no account with this id.")
  private static let ownAccount = ErrorDeclaration(409, "OWN_ACCOUNT", "The account is that of the request.")
  static let lastAdmin = ErrorDeclaration(
    409, "LAST_ADMIN", "No other enabled account has the role `admin`.")

  private static func page(_ summary: String, _ row: Schema, _ example: JSONValue) -> ResponseDeclaration {
    .success(
      summary, .page("items", of: row),
      example: [
        "items": [example], "total_count": 1, "total": 1, "limit": 50, "offset": 0, "has_more": false,
      ])
  }
}
