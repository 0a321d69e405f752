import API
import JSONCodec

/// The operations of `/api/v1/auth` (``FitnessAuthRoutes``).
enum FitnessAuthOperations {
  static let register = Operation(
    "fitnessRegister", "POST", "/api/v1/auth/register", authentication: .none, tag: "Sign-in",
    "Sign up with an e-mail address",
    body: .json(
      [
        .string("email", length: 3...ProfilePolicy.maxEmailBytes, "An e-mail address; also the username."),
        .string(
          "password", length: PasswordPolicy.minCharacters...PasswordPolicy.maxBytes, AuthSchemas.strictPasswordRules),
        ProfileSchemas.newName, ProfileSchemas.newDateOfBirth, AuthSchemas.invitation,
      ],
      example: [
        "email": "bob@example.com", "password": "Secret12", "name": "Bob", "date_of_birth": "1990-05-31",
      ]),
    responses: [.success("The account and a session of it.", session, status: 201, example: sessionExample)],
    errors: [
      ErrorDeclaration(409, "EMAIL_TAKEN", "An account with this e-mail address exists already."),
      ProfileSchemas.ageRestriction,
    ] + AuthSchemas.signUpErrors)

  static let logIn = Operation(
    "fitnessLogIn", "POST", "/api/v1/auth/login", authentication: .none, tag: "Sign-in",
    "Log in for meals and the coach",
    body: .json(
      [AuthSchemas.login, AuthSchemas.password], example: ["email": "bob@example.com", "password": "Secret12"]),
    responses: [.success("A new session.", session, example: sessionExample)], errors: AuthSchemas.loginErrors)

  static let refresh = Operation(
    "fitnessRefresh", "POST", "/api/v1/auth/refresh", authentication: .none, tag: "Sign-in",
    "Refresh an access token for meals and the coach",
    body: .json([AuthSchemas.refreshToken], example: ["refresh_token": "eyJ…"]),
    responses: [
      .success("A new pair of tokens of the session.", session, flattened: true, example: sessionExample)
    ], errors: AuthSchemas.refreshErrors)

  static let logOut = Operation(
    "fitnessLogOut", "POST", "/api/v1/auth/logout", authentication: .optionalBearer, tag: "Sign-in",
    "Log out of meals and the coach",
    description: "Ends the session of the access token, of the refresh token in the body, or both. "
      + "One of the two is required. Sockets of the account are closed.",
    body: .json([AuthSchemas.refreshToken.optional.nullable], example: ["refresh_token": "eyJ…"]).optional,
    responses: [
      .success(
        "The sessions have ended.", .object([.string("message", "A confirmation.")]),
        example: ["message": "Successfully logged out"])
    ], errors: AuthSchemas.logoutErrors)

  private static let session = Schema.object(
    [
      .string("access_token", "A JWT."), .string("accessToken", "The same as `access_token`."),
      .string("refresh_token", "A JWT that can be used once."), .string("refreshToken", "The same as `refresh_token`."),
      AuthSchemas.expiresIn, .integer("expiresIn", "The same as `expires_in`."),
      .string("token_type", oneOf: ["bearer"], "The authentication scheme (RFC 6750)."),
      .string("user_id", "The UUID of the account."), .string("email", "Empty if there is none."),
      .string("name", "The display name; may be empty."), .time("created_at", "The time of the sign-up."),
      .init("user", ProfileSchemas.account, "The account."),
    ], named: "FitnessSession")

  private static let sessionExample: JSONValue = [
    "access_token": "eyJ…", "accessToken": "eyJ…", "refresh_token": "eyJ…", "refreshToken": "eyJ…",
    "expires_in": 86400, "expiresIn": 86400, "token_type": "bearer",
    "user_id": "ee472072-a8f8-468a-84c7-c6e1506613fd", "email": "bob@example.com", "name": "Bob",
    "created_at": "2026-11-22T07:01:57Z", "user": ProfileSchemas.accountExample,
  ]
}
