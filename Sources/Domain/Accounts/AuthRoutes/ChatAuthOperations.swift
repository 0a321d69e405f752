import API
import JSONCodec

/// The operations of `/api/auth` (``ChatAuthRoutes``).
enum ChatAuthOperations {
  static let signUp = Operation(
    "chatSignUp", "POST", "/api/auth/signup", authentication: .none, tag: "Sign-in", "Sign up with a username",
    body: .json(
      [
        .string(
          "username", length: ProfilePolicy.usernameBytes,
          "Unique without regard to case. Bytes are counted; spaces and invisible characters are refused."),
        .string(
          "password", length: PasswordPolicy.minCharacters...PasswordPolicy.maxBytes, AuthSchemas.passwordRules),
        .string("email", length: 3...ProfilePolicy.maxEmailBytes, "An e-mail address.").optional.nullable,
        AuthSchemas.invitation,
      ], example: ["username": "ada", "password": "Secret12", "email": "ada@example.com"]),
    responses: [
      .json(
        "The account and a session of it exist.",
        .object(tokenFields + [.string("message", "A confirmation.")], named: "ChatSignUp"),
        example: tokenExample.merging(["message": "User created successfully"]))
    ],
    errors: [
      ErrorDeclaration(400, "USERNAME_TAKEN", "The username or the e-mail address belongs to another account.")
    ] + AuthSchemas.signUpErrors)

  static let logIn = Operation(
    "chatLogIn", "POST", "/api/auth/login", authentication: .none, tag: "Sign-in", "Log in",
    body: .json(
      [AuthSchemas.login, AuthSchemas.password], example: ["username": "ada", "password": "Secret12"]),
    responses: [.json("A new session.", tokens, example: tokenExample)], errors: AuthSchemas.loginErrors)

  static let refresh = Operation(
    "chatRefresh", "POST", "/api/auth/refresh", authentication: .none, tag: "Sign-in", "Refresh an access token",
    body: .json([AuthSchemas.refreshToken], example: ["refresh_token": "eyJ…"]),
    responses: [.json("A new pair of tokens of the session.", tokens, example: tokenExample)],
    errors: AuthSchemas.refreshErrors)

  static let logOut = Operation(
    "chatLogOut", "POST", "/api/auth/logout", authentication: .optionalBearer, tag: "Sign-in", "Log out",
    description: "Ends the session of the access token, of the refresh token in the body, or both. "
      + "One of the two is required. Sockets of the account are closed.",
    body: .json([AuthSchemas.refreshToken.optional.nullable], example: ["refresh_token": "eyJ…"]).optional,
    responses: [
      .json("The sessions have ended.", confirmation, example: ["message": "Successfully logged out"])
    ], errors: AuthSchemas.logoutErrors)

  static let putPassword = Operation(
    "chatChangePassword", "PUT", "/api/auth/password", authentication: .bearer, tag: "Sign-in", "Change the password",
    description: "Ends every session of the account.", body: AuthSchemas.passwordChange(AuthSchemas.passwordRules),
    responses: [passwordChanged], errors: AuthSchemas.passwordChangeErrors)

  static let postPassword = Operation(
    "chatChangePasswordByPost", "POST", "/api/auth/password", authentication: .bearer, tag: "Sign-in",
    "Change the password", description: "The same as `PUT`.",
    body: AuthSchemas.passwordChange(AuthSchemas.passwordRules),
    responses: [passwordChanged], errors: AuthSchemas.passwordChangeErrors)

  static let me = Operation(
    "chatAccount", "GET", "/api/auth/me", authentication: .bearer, tag: "Accounts", "Get the own account",
    responses: [
      .json(
        "The account, without an envelope.",
        .object(
          [
            .integer("id", "The number of the account."), .string("user_id", "The UUID of the account."),
            .string("username", "The name for logins."), .string("email", "null if there is none.").nullable,
            .time("created_at", "The time of the sign-up."),
          ], named: "ChatAccount"),
        example: [
          "id": 7, "user_id": "ee472072-a8f8-468a-84c7-c6e1506613fd", "username": "ada", "email": "ada@example.com",
          "created_at": "2026-11-22T07:01:57Z",
        ])
    ], errors: [AuthSchemas.deletedMeanwhile])

  private static let tokenFields: [FieldDeclaration] = [
    .string("access_token", "A JWT."), .string("refresh_token", "A JWT that can be used once."),
    .string("token_type", oneOf: ["bearer"], "The authentication scheme (RFC 6750)."), AuthSchemas.expiresIn,
  ]
  private static let tokens = Schema.object(tokenFields, named: "ChatTokens")
  private static let tokenExample: JSONValue = [
    "access_token": "eyJ…", "refresh_token": "eyJ…", "token_type": "bearer", "expires_in": 1800,
  ]
  private static let confirmation = Schema.object([.string("message", "A confirmation.")], named: "Confirmation")
  private static let passwordChanged = ResponseDeclaration.json(
    "The password is changed.", confirmation, example: ["message": "Password changed successfully"])
}
