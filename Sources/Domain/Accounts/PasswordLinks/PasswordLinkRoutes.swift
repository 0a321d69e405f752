import API
import HTTPServer
import JSONCodec

/// `POST /api/auth/password-link`: not under `/api/v1`, because the page that sends it has no API key.
struct PasswordLinkRoutes: Sendable {
  let accounts: AccountsService

  /// The declaration of the route.
  static let redeem = Operation(
    "usePasswordLink", "POST", "/api/auth/password-link", authentication: .none, tag: "Sign-in",
    "Choose a password by a one-time link", description: "Spends the link and ends every session of the account.",
    body: .json(
      [
        .string("token", length: 1...JSONFields.maxRawTextBytes, "The token of the link."),
        .string(
          "new_password", length: PasswordPolicy.minCharacters...PasswordPolicy.maxBytes, AuthSchemas.passwordRules),
      ], example: ["token": "0123456789abcdef0123456789abcdef", "new_password": "Better123"]),
    responses: [.noContent("The password is set.")],
    errors: [
      AuthSchemas.weakPassword,
      ErrorDeclaration(
        400, "PASSWORD_LINK_INVALID", "The token is unknown, expired or spent, or the account is disabled."),
      ErrorDeclaration(
        429, "RATE_LIMIT", "Too many wrong tokens or passwords. `Retry-After` states the seconds to wait."),
    ])

  var routes: [Route] {
    [
      Route(Self.redeem) { request in
        let body = try JSONFields(request)
        try await accounts.passwordLinks.redeem(
          try body.rawText("token"), password: try body.rawText("new_password"), remoteAddress: request.remoteAddress)
        return .noContent
      }
    ]
  }
}
