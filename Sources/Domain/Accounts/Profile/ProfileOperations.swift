import API
import JSONCodec

/// The operations of `/api/v1/users/me` (``ProfileRoutes``).
enum ProfileOperations {
  static let get = Operation(
    "getProfile", "GET", "/api/v1/users/me", authentication: .bearer, tag: "Accounts", "Get the own profile",
    responses: [shown], errors: [AuthSchemas.deletedMeanwhile])

  static let put = Operation(
    "putProfile", "PUT", "/api/v1/users/me", authentication: .bearer, tag: "Accounts", "Change the own profile",
    description: changes, body: body, responses: [shown], errors: errors)

  static let patch = Operation(
    "patchProfile", "PATCH", "/api/v1/users/me", authentication: .bearer, tag: "Accounts", "Change the own profile",
    description: changes, body: body, responses: [shown], errors: errors)

  static let post = Operation(
    "postProfile", "POST", "/api/v1/users/me", authentication: .bearer, tag: "Accounts", "Change the own profile",
    description: changes, body: body, responses: [shown], errors: errors)

  static let changePassword = Operation(
    "fitnessChangePassword", "PUT", "/api/v1/users/me/password", authentication: .bearer, tag: "Accounts",
    "Change the own password", description: "Ends every session of the account.",
    body: AuthSchemas.passwordChange(AuthSchemas.strictPasswordRules),
    responses: [.noContent("The password is changed.")], errors: AuthSchemas.passwordChangeErrors)

  private static let changes =
    "`PUT`, `PATCH` and `POST` do the same: members that are absent stay as they are. null removes `language`, `timezone` and the "
    + "members of the body profile; for `name` and `date_of_birth` it is the same as absent."
  private static let body = BodyDeclaration.json(
    ProfileSchemas.change,
    example: ["name": "Bob", "sex": "male", "height_cm": 180, "weight_kg": 80.5, "goal": "maintain"])
  private static let shown = ResponseDeclaration.success(
    "The profile.", ProfileSchemas.profile, flattened: true, example: ProfileSchemas.profileExample)
  private static let errors = [ProfileSchemas.ageRestriction, AuthSchemas.deletedMeanwhile]
}
