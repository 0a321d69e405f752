import API
import JSONCodec

/// The declarations of `/dev/tokens`.
enum TokenOperations {
  static let expire = Operation(
    "expireTokens", "POST", "/dev/tokens/expire", authentication: .none, tag: DevelopmentTool.tag,
    "Expire access tokens now",
    description: """
      The server refuses the tokens as if their time were over, and closes the sockets that were opened with them. \
      Refresh tokens stay valid.
      """,
    body: body,
    responses: [
      .json(
        "The tokens count as expired.",
        .object([.count("expired", "Access tokens, or sessions of the account, that are concerned.")]),
        example: ["expired": 1])
    ], errors: [userNotFound])

  static let revoke = Operation(
    "revokeTokens", "POST", "/dev/tokens/revoke", authentication: .none, tag: DevelopmentTool.tag,
    "Revoke sessions",
    description: "Access and refresh tokens of a session end with it, and the sockets of the account are closed.",
    body: body,
    responses: [
      .json("The sessions have ended.", .object([.count("revoked", "Ended sessions.")]), example: ["revoked": 1])
    ], errors: [userNotFound])

  private static let body = BodyDeclaration.json(
    [
      .string("token", "A valid token. `expire` takes access tokens, `revoke` refresh tokens, too.").optionalOrNull,
      .text("user", length: 1...254, "Instead: an account by username, e-mail address or id.").optionalOrNull,
    ], example: ["user": "admin"])

  private static let userNotFound = ErrorDeclaration(
    404, "USER_NOT_FOUND", "No account has this username, address or id.")
}
