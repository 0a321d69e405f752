import API
import JSONCodec

/// The operations of `/api/auth/token` (``MobileAuthRoutes``).
enum MobileAuthOperations {
  static let logIn = Operation(
    "mobileLogIn", "POST", "/api/auth/token", authentication: .none, tag: "Sign-in", "Log in for mobile sync",
    body: .json(
      [AuthSchemas.login, AuthSchemas.password], example: ["username": "ada", "password": "Secret12"]),
    responses: [.json("A new session.", tokens, example: example)], errors: AuthSchemas.loginErrors)

  static let refresh = Operation(
    "mobileRefresh", "POST", "/api/auth/token/refresh", authentication: .none, tag: "Sign-in",
    "Refresh an access token for mobile sync",
    body: .json([AuthSchemas.refreshToken], example: ["refresh": "eyJ…"]),
    responses: [.json("A new pair of tokens of the session.", tokens, example: example)],
    errors: AuthSchemas.refreshErrors)

  private static let tokens = Schema.object(
    [.string("access", "A JWT."), .string("refresh", "A JWT that can be used once."), AuthSchemas.expiresIn],
    named: "MobileTokens")
  private static let example: JSONValue = ["access": "eyJ…", "refresh": "eyJ…", "expires_in": 3600]
}
