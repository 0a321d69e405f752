import JSONCodec
import Testing

/// The routes of `AccountAdministrationRoutes`: docs/api/rest-administration.md#users.
@Suite(.sharedHearth) struct AccountAdministrationScenarios {
  private static let users = "/api/v1/admin/users"

  @Test(arguments: lists + creation + changes + deletion + sessions + links) func account(
    _ scenario: Scenario
  ) async throws { try await scenario.run() }

  /// Sets `id` to the id of the owner.
  private static let theOwner: Scenario.Step = {
    let me = try $0.expect(.get("/api/v1/users/me"), 200)
    $0["id"] = me["data"]?["id"]?.stringValue
  }
  /// Sets `id` to the id of the administrator.
  private static let theAdmin: Scenario.Step = {
    let me = try $0.expect(.get("/api/v1/users/me", as: .admin), 200)
    $0["id"] = me["data"]?["id"]?.stringValue
  }
  private static let conflict = ChatAuthScenarios.refusal("OWN_ACCOUNT")
  private static let forbidden = ChatAuthScenarios.refusal("FORBIDDEN")

  private static let lists = [
    Scenario(
      "an administrator finds accounts", given: theOwner, .get(users + "?search={owner}&role=user", as: .admin), 200,
      contains: ["data": ["limit": 50, "offset": 0]], excludes: ["password_hash"]),
    Scenario("a filter has known values", .get(users + "?role=king", as: .admin), 400),
    Scenario("only administrators list accounts", .get(users), 403, contains: forbidden),
    Scenario("the list needs a token", .get(users, as: .none), 401),
    Scenario(
      "an administrator reads an account", given: theOwner, .get(users + "/{id}", as: .admin), 200,
      contains: ["data": ["id": "{id}", "username": "{owner}", "role": "user", "is_disabled": false]]),
    Scenario("an unknown account does not exist", .get(users + "/unknown", as: .admin), 404),
    Scenario("only administrators read accounts", given: theOwner, .get(users + "/{id}"), 403, contains: forbidden),
  ]

  private static let creation = [
    Scenario(
      "a new account can log in", .post(users, ["username": "newadmin1", "password": "Secret12"], as: .admin), 201,
      contains: ["data": ["user": ["username": "newadmin1", "role": "user", "has_password": true]]],
      excludes: ["Secret12", "password_link"],
      then: {
        try $0.expect(
          .post("/api/auth/login", ["username": "newadmin1", "password": "Secret12"], as: .none), 200)
      }),
    Scenario(
      "a new account without a password has a link", .post(users, ["username": "newuser2"], as: .admin), 201,
      contains: ["data": ["user": ["has_password": false]]]),
    Scenario(
      "a taken name is refused", .post(users, ["username": "admin"], as: .admin), 409,
      contains: ChatAuthScenarios.refusal("USERNAME_TAKEN")),
    Scenario(
      "a short password is refused", .post(users, ["username": "newuser3", "password": "x"], as: .admin), 400,
      contains: ChatAuthScenarios.refusal("WEAK_PASSWORD")),
    Scenario("only administrators create accounts", .post(users, ["username": "newuser4"]), 403, contains: forbidden),
  ]

  private static let changes = [
    Scenario(
      "a disabled account is signed out", given: theOwner,
      .patch(users + "/{id}", ["is_disabled": true], as: .admin), 200,
      contains: ["data": ["is_disabled": true, "sessions": 0]],
      then: { try $0.expect(.get("/api/v1/users/me"), 401) }),
    Scenario(
      "a new role has effect at once", given: theOwner, .patch(users + "/{id}", ["role": "admin"], as: .admin), 200,
      contains: ["data": ["role": "admin"]],
      then: {
        try $0.expect(.get(users + "/{id}"), 200)
        try $0.expect(.patch(users + "/{id}", ["role": "user"], as: .admin), 200)
        try $0.expect(.get(users + "/{id}"), 403)
      }),
    Scenario(
      "administrators do not demote themselves", given: theAdmin,
      .patch(users + "/{id}", ["role": "user"], as: .admin), 409, contains: conflict),
    Scenario(
      "only administrators change accounts", given: theOwner, .patch(users + "/{id}", ["role": "admin"]), 403,
      contains: forbidden),
    Scenario("an unknown account is not changed", .patch(users + "/x", ["role": "admin"], as: .admin), 404),
  ]

  private static let deletion = [
    Scenario(
      "a deleted account does not exist",
      given: {
        let created = try $0.expect(.post(users, ["username": "leaver", "password": "Secret12"], as: .admin), 201)
        $0["id"] = created["data"]?["user"]?["id"]?.stringValue
      }, .delete(users + "/{id}", as: .admin), 204,
      then: {
        try $0.expect(.get(users + "/{id}", as: .admin), 404)
        try $0.expect(.delete(users + "/{id}", as: .admin), 404)
        let audit = try $0.expect(.get("/api/v1/admin/audit?action=user.delete&user_id={id}", as: .admin), 200)
        let row = audit["data"]?["items"]?.arrayValue?.first
        #expect(row?["target"] == "" && row?["admin_name"] == "admin" && row?["source"] == "rest", "\(audit.text)")
      }),
    Scenario(
      "administrators do not delete themselves here", given: theAdmin, .delete(users + "/{id}", as: .admin), 409,
      contains: conflict),
    Scenario(
      "only administrators delete accounts", given: theOwner, .delete(users + "/{id}"), 403, contains: forbidden,
      then: { try $0.expect(.get("/api/v1/users/me"), 200) }),
  ]

  private static let sessions = [
    Scenario(
      "an administrator lists sessions", given: theOwner, .get(users + "/{id}/sessions", as: .admin), 200,
      contains: ["data": ["total": 1, "has_more": false]]),
    Scenario(
      "a revoked session ends",
      given: {
        try theOwner($0)
        let list = try $0.expect(.get(users + "/{id}/sessions", as: .admin), 200)
        $0["session"] = list["data"]?["items"]?.arrayValue?.first?["id"]?.stringValue
      }, .delete(users + "/{id}/sessions/{session}", as: .admin), 204,
      then: {
        try $0.expect(.get("/api/v1/users/me"), 401)
        try $0.expect(.delete(users + "/{id}/sessions/{session}", as: .admin), 404)
      }),
    Scenario(
      "all sessions end", given: theOwner, .delete(users + "/{id}/sessions", as: .admin), 204,
      then: { try $0.expect(.get("/api/v1/users/me"), 401) }),
    Scenario(
      "only administrators list sessions", given: theOwner, .get(users + "/{id}/sessions"), 403, contains: forbidden),
    Scenario(
      "only administrators revoke sessions", given: theOwner, .delete(users + "/{id}/sessions"), 403,
      contains: forbidden),
    Scenario(
      "only administrators revoke a session", given: theOwner, .delete(users + "/{id}/sessions/x"), 403,
      contains: forbidden),
  ]

  private static let links = [
    Scenario(
      "a link sets a password once",
      given: {
        try theOwner($0)
        let link = try $0.expect(.post(users + "/{id}/password-link", as: .admin), 201)
        $0["token"] = link["data"]?["token"]?.stringValue
      }, .post("/api/auth/password-link", ["token": "{token}", "new_password": "Better123"], as: .none), 204,
      then: {
        try $0.expect(.get("/api/v1/users/me"), 401)
        try $0.expect(.post("/api/auth/login", ["username": "{owner}", "password": "Better123"], as: .none), 200)
        try $0.expect(
          .post("/api/auth/password-link", ["token": "{token}", "new_password": "Other1234"], as: .none), 400,
          contains: ChatAuthScenarios.refusal("PASSWORD_LINK_INVALID"))
      }),
    Scenario(
      "only administrators create links", given: theOwner, .post(users + "/{id}/password-link"), 403,
      contains: forbidden),
    Scenario("an unknown account gets no link", .post(users + "/x/password-link", as: .admin), 404),
    Scenario(
      "the page of a link needs no token", .get("/password", as: .none), 200,
      fields: ["Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "no-referrer"]),
    Scenario("the page has a script", .get("/password/password.js", as: .none), 200),
    Scenario("the page has no other files", .get("/password/page", as: .none), 404),
  ]
}
