import API
import Bytes
import JSONCodec
import Modules

/// The values of ``AccountAdministrationRoutes`` on the wire, and their declarations.
enum AccountAdministrationSchemas {
  static let account = Schema.object(
    [
      .init("id", .uuid, "The UUID of the account."), .string("username", "The name for logins."),
      .string("email", "null if there is none.").nullable, .string("name", "The name that others see; may be empty."),
      .string("role", oneOf: roles, "The role."),
      .boolean("is_disabled", "Whether logins and tokens are refused."),
      .boolean("has_password", "Whether the account can log in with a password."),
      .time("created_at", "The time of the sign-up."),
      .count("sessions", "Sessions that are not revoked or expired."),
      .integer("stored_bytes", "The bytes that count for the storage quota."),
    ], named: "AdministeredAccount")

  static let accountExample: JSONValue = [
    "id": "ee472072-a8f8-468a-84c7-c6e1506613fd", "username": "bob", "email": "bob@example.com", "name": "Bob",
    "role": "user", "is_disabled": false, "has_password": true, "created_at": "2026-11-22T07:01:57Z", "sessions": 2,
    "stored_bytes": 18_432,
  ]

  static let session = Schema.object(
    [
      .init("id", .uuid, "The UUID of the session, `sid` of its tokens."),
      .string(
        "client", oneOf: TokenFamily.allCases.map(\.rawValue), "The family of routes that opened the session."),
      .time("created_at", "The time of the login."), .time("last_used_at", "The time of the last login or refresh."),
      .time("expires_at", "The time at which the newest refresh token expires."),
    ], named: "Session")

  static let sessionExample: JSONValue = [
    "id": "5d5c1c07-0a3c-4f0e-a52f-6f7b0d9a7a11", "client": "chat", "created_at": "2026-11-22T07:01:57Z",
    "last_used_at": "2026-11-22T08:01:57Z", "expires_at": "2026-11-29T08:01:57Z",
  ]

  static let link = Schema.object(
    [
      .string("url", "The address of the page on which the user chooses a password."),
      .string("token", "The one-time token, also in the fragment of `url`."),
      .time("expires_at", "The time from which the token is refused."),
    ], named: "PasswordLink")

  static let linkExample: JSONValue = [
    "url": "https://hearth.example.com/password#0123456789abcdef0123456789abcdef",
    "token": "0123456789abcdef0123456789abcdef", "expires_at": "2026-11-23T07:01:57Z",
  ]

  static let roles = UserRole.allCases.map(\.rawValue)

  static func json(_ account: AccountSummary) -> JSONValue {
    let user = account.user
    return [
      "id": .string(user.id), "username": .string(user.username), "email": .optional(user.email),
      "name": .string(user.name), "role": .string(user.role), "is_disabled": .bool(user.isDisabled),
      "has_password": .bool(user.hasPassword), "created_at": .string(user.createdAt.rfc3339),
      "sessions": .integer(account.sessions), "stored_bytes": .integer(account.storedBytes),
    ]
  }

  static func json(_ session: SessionSummary) -> JSONValue {
    [
      "id": .string(session.id), "client": .string(session.client), "created_at": .string(session.createdAt.rfc3339),
      "last_used_at": .string(session.lastUsedAt.rfc3339), "expires_at": .string(session.expiresAt.rfc3339),
    ]
  }
}
