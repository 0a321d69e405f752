import Accounts
import Audit
import JSONCodec
import Storage
import TestSupport
import Testing

/// Accounts as administrators change them, over REST and on the command line.
@Suite struct AccountAdministrationTests {
  static let users = "/api/v1/admin/users"

  /// A server with the administrator `root` and the user `ada`.
  struct Fixture {
    let harness: AccountsHarness
    let service: AccountsService
    let root: User
    let ada: User
    let token: String

    init() async throws {
      harness = try AccountsHarness()
      service = try harness.service()
      root = try await service.commands.createUser(username: "root", password: "Secret12", role: "admin")
      ada = try await service.commands.createUser(username: "ada", email: "ada@example.com", password: "Secret12")
      token = try await service.commands.issueToken(login: "root").access
    }

    func send(_ method: String, _ path: String, _ body: JSONValue? = nil) async -> Answer {
      await service.send(method, path, body, token: token)
    }

    /// The actions of the audit log, oldest first.
    func actions() async throws -> [String] {
      try await harness.database.read { try $0.query("SELECT action FROM audit_log ORDER BY id") }
        .compactMap { $0.text("action") }
    }
  }

  @Test(arguments: [
    ("", ["root", "ada"]), ("?search=ADA", ["ada"]), ("?search=example.com", ["ada"]), ("?search=%25", []),
    ("?role=admin", ["root"]), ("?disabled=true", []), ("?disabled=false&limit=1", ["root"]), ("?offset=1", ["ada"]),
  ])
  func listsAccountsByFilter(query: String, names: [String]) async throws {
    let fixture = try await Fixture()
    let (path, parameters) = (Self.users, query.dropFirst().split(separator: "&").map { $0.split(separator: "=") })
    let answer = await fixture.service.send(
      "GET", path, token: fixture.token,
      query: parameters.map { (String($0[0]), $0[1] == "%25" ? "%" : String($0[1])) })
    let items = try #require(answer.body["data"]?["items"]?.arrayValue)
    #expect(items.compactMap { $0["username"]?.stringValue } == names)
    #expect(!answer.body.text.contains("hash"))
  }

  @Test func createsAnAccountWithAPassword() async throws {
    let fixture = try await Fixture()
    let created = await fixture.send(
      "POST", Self.users, ["username": "bob", "password": "Secret12", "role": "admin", "name": "Bob"])
    #expect(created.status == 201 && created.body["data"]?["password_link"] == nil)
    #expect(created.text("data", "user", "role") == "admin")
    let login = await fixture.service.send("POST", "/api/auth/login", ["username": "bob", "password": "Secret12"])
    #expect(login.status == 200)
    let again = await fixture.send("POST", Self.users, ["username": "BOB"])
    #expect(again.status == 409 && again.code == "USERNAME_TAKEN")
    #expect(await fixture.send("POST", Self.users, ["username": "eve", "password": "short"]).code == "WEAK_PASSWORD")
    #expect(await fixture.send("POST", Self.users, ["username": "eve", "email": "x"]).code == "INVALID_EMAIL")
    #expect(await fixture.send("POST", Self.users, ["email": "eve@example.com"]).status == 400)
  }

  @Test func aDisabledAccountLosesItsSessions() async throws {
    let fixture = try await Fixture()
    let token = try await fixture.service.commands.issueToken(login: "ada").access
    let path = "\(Self.users)/\(fixture.ada.id.uppercased())"
    let disabled = await fixture.send("PATCH", path, ["is_disabled": true])
    #expect(disabled.status == 200 && disabled.body["data"]?["is_disabled"] == true)
    #expect(disabled.body["data"]?["sessions"] == 0)
    #expect(fixture.harness.signedOutUsers == [fixture.ada.id])
    #expect(await fixture.service.send("GET", "/api/auth/me", token: token).status == 401)
    #expect(await fixture.send("PATCH", path, ["is_disabled": false]).body["data"]?["is_disabled"] == false)
    #expect(await fixture.send("PATCH", path, ["role": "king"]).status == 400)
    #expect(await fixture.send("PATCH", Self.users + "/x", ["role": "user"]).status == 404)
  }

  @Test func theRoleHasEffectAtOnce() async throws {
    let fixture = try await Fixture()
    let token = try await fixture.service.commands.issueToken(login: "ada").access
    #expect(await fixture.service.send("GET", Self.users, token: token).status == 403)
    #expect(await fixture.send("PATCH", "\(Self.users)/\(fixture.ada.id)", ["role": "admin"]).status == 200)
    #expect(await fixture.service.send("GET", Self.users, token: token).status == 200)
    try await fixture.service.commands.setRole(.user, login: "ada")
    #expect(await fixture.service.send("GET", Self.users, token: token).status == 403)
  }

  @Test(arguments: ["role", "is_disabled"]) func theOwnAccountIsNotChanged(member: String) async throws {
    let fixture = try await Fixture()
    try await fixture.service.commands.setRole(.admin, login: "ada")
    let body: JSONValue = member == "role" ? ["role": "user"] : ["is_disabled": true]
    let refused = await fixture.send("PATCH", "\(Self.users)/\(fixture.root.id)", body)
    #expect(refused.status == 409 && refused.code == "OWN_ACCOUNT")
    // No change is no conflict.
    #expect(await fixture.send("PATCH", "\(Self.users)/\(fixture.root.id)", ["role": "admin"]).status == 200)
  }

  @Test func theLastEnabledAdministratorStays() async throws {
    let fixture = try await Fixture()
    let commands = fixture.service.commands
    let refusal = AccountCommandError.refused(
      "This is the last enabled administrator. Give another account the role admin first.")
    await #expect(throws: refusal) { try await commands.setRole(.user, login: "root") }
    await #expect(throws: refusal) { try await commands.setDisabled(true, login: "root") }
    await #expect(throws: refusal) { try await commands.beginDeletion(login: "root") }
    #expect(try await commands.show(login: "root").user.role == "admin")
    try await commands.setRole(.user, login: "root", allowsLast: true)
    #expect(try await commands.show(login: "root").user.role == "user")
  }

  @Test func administratorsWhoDemoteEachOtherLeaveOne() async throws {
    let fixture = try await Fixture()
    try await fixture.service.commands.setRole(.admin, login: "ada")
    let ada = try await fixture.service.commands.issueToken(login: "ada").access
    let (service, token, users) = (fixture.service, fixture.token, Self.users)
    let (adaID, rootID) = (fixture.ada.id, fixture.root.id)
    async let first = service.send("PATCH", "\(users)/\(adaID)", ["role": "user"], token: token)
    async let second = service.send("PATCH", "\(users)/\(rootID)", ["role": "user"], token: ada)
    let statuses = await [first.status, second.status].sorted()
    // The loser has lost the role before its request, or would leave no administrator.
    #expect(statuses == [200, 403] || statuses == [200, 409])
    #expect(try await service.commands.listUsers().count { $0.role == "admin" } == 1)
  }

  @Test func listsAndRevokesSessions() async throws {
    let fixture = try await Fixture()
    let first = try await fixture.service.commands.issueToken(login: "ada", family: .chat)
    fixture.harness.clock.advance(by: .seconds(60))
    _ = try await fixture.service.commands.issueToken(login: "ada", family: .mobile)
    let refreshed = await fixture.service.send("POST", "/api/auth/refresh", ["refresh_token": .string(first.refresh)])
    #expect(refreshed.status == 200)
    let path = "\(Self.users)/\(fixture.ada.id)/sessions"
    let items = try #require(await fixture.send("GET", path).body["data"]?["items"]?.arrayValue)
    #expect(items.compactMap { $0["client"]?.stringValue } == ["mobile", "chat"])
    #expect(items[1]["last_used_at"] != items[1]["created_at"] && items[0]["last_used_at"] == items[0]["created_at"])
    let id = try #require(items[1]["id"]?.stringValue)
    #expect(await fixture.send("DELETE", "\(path)/\(id)").status == 204)
    #expect(await fixture.send("DELETE", "\(path)/\(id)").status == 404)
    #expect(await fixture.send("GET", path).body["data"]?["total"] == 1)
    #expect(await fixture.send("DELETE", path).status == 204)
    #expect(await fixture.send("GET", path).body["data"]?["total"] == 0)
    #expect(fixture.harness.signedOutUsers == [fixture.ada.id, fixture.ada.id])
    #expect(await fixture.send("GET", "\(Self.users)/x/sessions").status == 404)
  }

  @Test func everyActionLeavesARowWithoutSecrets() async throws {
    let fixture = try await Fixture()
    let before = try await fixture.actions().count
    let path = "\(Self.users)/\(fixture.ada.id)"
    _ = await fixture.send("POST", Self.users, ["username": "bob", "password": "Secret12"])
    _ = await fixture.send("PATCH", path, ["role": "admin", "is_disabled": true])
    _ = await fixture.send("PATCH", path, ["role": "user", "is_disabled": false])
    let link = await fixture.send("POST", path + "/password-link")
    _ = await fixture.send("DELETE", path + "/sessions")
    _ = await fixture.send("POST", "/api/v1/invitations")
    try await fixture.service.commands.setPassword("Better123", login: "ada")
    let token = try await fixture.service.commands.issueToken(login: "ada").access
    #expect(try await fixture.service.commands.revokeToken(token) == "ada")
    try await fixture.service.commands.beginDeletion(login: "ada")
    #expect(
      try await fixture.actions().dropFirst(before) == [
        "user.create", "user.role", "user.disable", "user.role", "user.enable", "user.password_link",
        "session.revoke_all", "invitation.create", "user.set_password", "token.issue", "token.revoke", "user.delete",
      ])
    let rows = try await fixture.harness.database.read { try $0.query("SELECT * FROM audit_log") }
    let text = "\(rows)"
    for secret in ["Secret12", "Better123", token, try #require(link.text("data", "token"))] {
      #expect(!text.contains(secret))
    }
    let role = try #require(rows.first { $0.text("action") == "user.role" })
    #expect(role.text("admin_id") == fixture.root.id && role.text("admin_name") == "root")
    #expect(role.text("address") == "192.0.2.1" && role.text("target_id") == fixture.ada.id)
    #expect(role.text("details") == #"{"role":"admin"}"#)
  }

  @Test func theRowsOfADeletedAccountLoseItsName() async throws {
    let fixture = try await Fixture()
    try await fixture.service.commands.setRole(.admin, login: "ada")
    let token = try await fixture.service.commands.issueToken(login: "ada").access
    #expect(await fixture.service.send("POST", "/api/v1/invitations", token: token).status == 201)
    try await fixture.service.users.delete(userID: fixture.ada.id)
    let rows = try await fixture.harness.database.read { try $0.query("SELECT * FROM audit_log") }
    #expect(!"\(rows)".contains("\"ada\"") && rows.contains { $0.text("target_id") == fixture.ada.id })
    #expect(rows.contains { $0.text("action") == "invitation.create" && $0.text("admin_id") == nil })
  }

  @Test func anAdministratorWhoLostTheRoleDuringARequestChangesNothing() async throws {
    let fixture = try await Fixture()
    let harness = fixture.harness
    let now = harness.clock.now
    try await fixture.service.commands.setRole(.user, login: "root", allowsLast: true)
    let before = try await fixture.actions().count
    let actor = try AuditActor(harness.request(userID: fixture.root.id))
    await #expect(throws: (any Error).self) {
      try await harness.database.write { connection in
        try AuditLog.append(.retryJob, by: actor, target: "1", at: now, in: connection)
      }
    }
    #expect(try await fixture.actions().count == before)
  }
}
