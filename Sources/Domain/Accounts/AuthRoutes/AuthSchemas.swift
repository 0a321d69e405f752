import API
import JSONCodec

/// The members of requests and the errors that the sign-up, login and refresh operations of several families share.
enum AuthSchemas {
  /// The name or the address of an account; either member may hold either.
  static let login = FieldDeclaration.string(
    "username", length: 1...JSONFields.maxRawTextBytes, "The username or the e-mail address of the account."
  ).or("email")

  /// The password of a login, which need not follow the rules of new passwords.
  static let password = FieldDeclaration.string(
    "password", length: 1...JSONFields.maxRawTextBytes, "The password of the account.")

  /// The spent token of a refresh.
  static let refreshToken = FieldDeclaration.string(
    "refresh_token", length: 1...JSONFields.maxRawTextBytes,
    "The newest refresh token of the session. It can be used once."
  ).or("refreshToken", "refresh")

  /// The code of a sign-up whose mode is `invite`.
  static let invitation = FieldDeclaration.string(
    "invitation", length: 0...JSONFields.maxRawTextBytes,
    "The code of an invitation. Required if the setting `auth.signup` is `invite`."
  ).or("invite_code").optional.nullable

  /// The seconds until the access token expires.
  static let expiresIn = FieldDeclaration.integer("expires_in", "Seconds until the access token expires.")

  /// The body of a password change. - Parameter rules: the rules of the new password.
  static func passwordChange(_ rules: String) -> BodyDeclaration {
    .json(
      [
        .string("current_password", length: 1...JSONFields.maxRawTextBytes, "The current password.")
          .or("currentPassword", "old_password"),
        .string("new_password", length: PasswordPolicy.minCharacters...PasswordPolicy.maxBytes, rules)
          .or("newPassword"),
      ], example: ["current_password": "Secret12", "new_password": "Better123"])
  }

  /// The rules of new passwords in `/api/auth`.
  static let passwordRules =
    "At least \(PasswordPolicy.minCharacters) characters, at most \(PasswordPolicy.maxBytes) bytes."

  /// The rules of new passwords in `/api/v1`.
  static let strictPasswordRules =
    passwordRules + " It must contain an upper-case letter, a lower-case letter and a digit."

  static let loginErrors = [
    ErrorDeclaration(
      401, "INVALID_CREDENTIALS", "No enabled account has this name and this password."),
    tooManyLogins,
  ]

  static let refreshErrors = [
    ErrorDeclaration(401, "INVALID_REFRESH_TOKEN", "The refresh token is invalid or expired."),
    ErrorDeclaration(
      401, "TOKEN_REVOKED", "The refresh token was used before, or its session has ended. This use ends the session."),
  ]

  static let logoutErrors = [
    ErrorDeclaration(401, "UNAUTHORIZED", "The request has neither a valid access token nor a refresh token.")
  ]

  static let passwordChangeErrors = [
    ErrorDeclaration(400, "INVALID_CREDENTIALS", "The current password is wrong."), weakPassword,
    ErrorDeclaration(
      429, "RATE_LIMIT",
      "The account made too many changes, or the wrong password was sent too often. `Retry-After` states the seconds "
        + "to wait."),
  ]

  /// The errors of a sign-up that do not depend on the data of the account.
  static let signUpErrors = [
    ErrorDeclaration(403, "SIGNUP_CLOSED", "The server accepts no sign-ups."),
    ErrorDeclaration(403, "INVITATION_REQUIRED", "The server requires an invitation code."),
    ErrorDeclaration(403, "INVITATION_INVALID", "The invitation code is unknown, expired or already used."),
    ErrorDeclaration(
      429, "RATE_LIMIT", "Too many sign-ups from this address. `Retry-After` states the seconds to wait."),
    weakPassword, invalidEmail,
  ]

  static let invalidEmail = ErrorDeclaration(400, "INVALID_EMAIL", "The e-mail address is not valid.")

  /// The account was deleted between the verification of the token and the handler.
  static let deletedMeanwhile = ErrorDeclaration.notFound("The account was deleted during the request.")

  static let weakPassword = ErrorDeclaration(
    400, "WEAK_PASSWORD", "The new password breaks a rule, which the message states.")

  private static let tooManyLogins = ErrorDeclaration(
    429, "RATE_LIMIT", "Too many failed logins. `Retry-After` states the seconds to wait.")
}
