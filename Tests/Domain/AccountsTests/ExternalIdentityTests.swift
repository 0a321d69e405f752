import Accounts
import HTTPServer
import JSONCodec
import Storage
import TestSupport
import Testing

/// The account of an identity of another issuer, and its link.
@Suite struct ExternalIdentityTests {
  private static let path = "/api/v1/users/me/identities"

  /// The issuer's user of a name does not reach an account of that name that another person registered.
  @Test(arguments: ["ada", "ADA", "Ada", " ada", "ada ", "a\u{200B}da", "\u{FF41}\u{FF44}\u{FF41}", "ada@example.org"])
  func aUsernameIsNoIdentity(subject: String) async throws {
    let harness = try ExternalIdentityHarness()
    _ = try await harness.service.commands.createUser(username: "ada", email: "ada@example.org", password: "Secret12")
    #expect(try await harness.service.authenticator.authenticate(harness.token(subject)) == nil)
    let answer = await harness.service.send("GET", "/api/v1/users/me", token: harness.token(subject))
    #expect(answer.status == 401 && answer.code == "IDENTITY_NOT_LINKED")
    #expect(answer.text("message")?.contains("hearth user link") == true)
    #expect(answer.text("error", "details", "subject") == subject)
    #expect(answer.text("error", "details", "issuer") == ExternalIdentityHarness.issuer)
    #expect(answer.fields["WWW-Authenticate"] == "Bearer")
  }

  @Test func anUnknownIdentityMayUseOpenRoutes() async throws {
    let harness = try ExternalIdentityHarness()
    _ = try await harness.account("ada")
    let body: JSONValue = ["username": "ada", "password": "Secret12"]
    #expect(await harness.service.send("POST", "/api/auth/login", body, token: harness.token("x")).status == 200)
  }

  @Test func theExactIDOfAnAccountIsItsIdentity() async throws {
    let harness = try ExternalIdentityHarness()
    // Ids of the system are random; those of this clock have no letters.
    try await harness.accounts.database.write { connection in
      try connection.execute(
        """
        INSERT INTO users (id, number, username, username_key, password_hash, created_at, updated_at)
        VALUES ('3f0a9c1e-0000-4000-8000-00000000000a', 1, 'ada', 'ada', '', 0, 0)
        """)
    }
    let id = "3f0a9c1e-0000-4000-8000-00000000000a"
    #expect(try await harness.username(id) == "ada")
    for other in [id.uppercased(), id + " ", " " + id, "\u{FEFF}" + id] {
      #expect(try await harness.username(other) == nil)
    }
  }

  /// Byte by byte: composed and decomposed letters, case, width and spaces make another identity.
  @Test func aLinkIsExact() async throws {
    let harness = try ExternalIdentityHarness(issuer: nil)
    _ = try await harness.account("ada")
    try await harness.link("Ren\u{E9}", to: "ada")
    #expect(try await harness.username("Ren\u{E9}") == "ada")
    for subject in ["Rene\u{301}", "REN\u{C9}", "ren\u{E9}", "Ren\u{E9} ", "\u{FF32}en\u{E9}"] {
      #expect(try await harness.username(subject) == nil, "\(subject)")
    }
    for issuer in ["https://ID.example.org", "https://id.example.org/", " https://id.example.org", "", nil] {
      #expect(try await harness.username("Ren\u{E9}", issuer: issuer) == nil)
    }
    try await harness.link("bob", to: "ada", issuer: "")
    for issuer in ["", nil] { #expect(try await harness.username("bob", issuer: issuer) == "ada") }
  }

  @Test func theOwnerLinksListsAndUnlinks() async throws {
    let harness = try ExternalIdentityHarness()
    let ada = try await harness.account("ada")
    let service = harness.service
    let body: JSONValue = ["token": .string(harness.token("u-1"))]
    let linked = await service.send("POST", Self.path, body, token: ada.token)
    #expect(linked.status == 201 && linked.text("data", "subject") == "u-1")
    #expect(linked.text("data", "linked_by") == "owner")
    #expect(await service.send("POST", Self.path, body, token: ada.token).status == 200)
    #expect(try await harness.username("u-1") == "ada")
    let list = await service.send("GET", Self.path, token: ada.token)
    let rows = try #require(list.body["data"]?["identities"]?.arrayValue)
    #expect(rows.count == 1 && rows.first?["issuer"] == .string(ExternalIdentityHarness.issuer))
    let id = try #require(rows.first?["id"]?.stringValue)
    let eve = try await harness.account("eve")
    #expect(await service.send("DELETE", Self.path + "/" + id, token: eve.token).status == 404)
    #expect(harness.accounts.signedOutUsers == [])
    #expect(await service.send("DELETE", Self.path + "/" + id, token: ada.token).status == 204)
    // Refused from the next request on, and sockets are cut as by a sign-out.
    #expect(try await harness.username("u-1") == nil)
    #expect(harness.accounts.signedOutUsers == [ada.id])
    #expect(await service.send("DELETE", Self.path + "/" + id, token: ada.token).status == 404)
  }

  @Test func aForeignOrInvalidTokenIsNotLinked() async throws {
    let harness = try ExternalIdentityHarness()
    let ada = try await harness.account("ada")
    let eve = try await harness.account("eve")
    try await harness.link("u-1", to: "ada")
    let other = try ExternalIdentityHarness().token("u-2")
    let rows: [(String, String, Int)] = [
      (ada.token, "INVALID_EXTERNAL_TOKEN", 400), (other, "INVALID_EXTERNAL_TOKEN", 400),
      (harness.token("u-2", issuer: "https://evil.example.org"), "INVALID_EXTERNAL_TOKEN", 400),
      (harness.token("u\n2"), "INVALID_EXTERNAL_TOKEN", 400), ("x", "INVALID_EXTERNAL_TOKEN", 400),
      (harness.token("u-1"), "IDENTITY_TAKEN", 409), (harness.token(ada.id), "IDENTITY_TAKEN", 409),
    ]
    for (token, code, status) in rows {
      let answer = await harness.service.send("POST", Self.path, ["token": .string(token)], token: eve.token)
      #expect(answer.status == status && answer.code == code, "\(answer.body.text)")
    }
    #expect(await harness.service.send("POST", Self.path, [:], token: eve.token).status == 400)
    #expect(await harness.service.send("POST", Self.path, ["token": "x"]).status == 401)
    // A stolen token of the issuer must not attach a second identity.
    let body: JSONValue = ["token": .string(harness.token("u-3"))]
    #expect(await harness.service.send("POST", Self.path, body, token: harness.token("u-1")).status == 403)
    #expect(try await harness.service.commands.listIdentities(login: "eve").isEmpty)
  }

  @Test func anAccountHasTenIdentitiesAtMost() async throws {
    let harness = try ExternalIdentityHarness()
    let ada = try await harness.account("ada")
    for number in 0..<ExternalIdentity.maxPerAccount { try await harness.link("u-\(number)", to: "ada") }
    let answer = await harness.service.send(
      "POST", Self.path, ["token": .string(harness.token("u-x"))], token: ada.token)
    #expect(answer.status == 409 && answer.code == "IDENTITY_LIMIT")
  }

  @Test func aDisabledOrDeletedAccountIsNotReached() async throws {
    let harness = try ExternalIdentityHarness()
    let ada = try await harness.account("ada")
    try await harness.link("u-1", to: "ada")
    try await harness.service.commands.setDisabled(true, login: "ada")
    #expect(try await harness.username("u-1") == nil)
    let disabled = await harness.service.send("GET", "/api/v1/users/me", token: harness.token("u-1"))
    #expect(disabled.status == 401 && disabled.code == "UNAUTHORIZED")
    try await harness.service.commands.setDisabled(false, login: "ada")
    try await harness.service.users.delete(userID: ada.id)
    #expect(try await harness.username("u-1") == nil)
    let rows = try await harness.accounts.database.read { try $0.query("SELECT * FROM external_identities", []) }
    #expect(rows.isEmpty)
  }

  /// A command beside the server: refused at once, and sockets are cut by the watch.
  @Test func aCommandUnlinks() async throws {
    let harness = try ExternalIdentityHarness()
    let ada = try await harness.account("ada")
    try await harness.link("u-1", to: "ada")
    #expect(try await harness.username("u-1") == "ada")
    let watch = try await SignOutWatch(harness.service)
    let command = try AccountsService(
      database: harness.accounts.database, key: [UInt8](repeating: 7, count: 32), issuer: "hearth",
      environment: harness.accounts.clock.environment, listener: nil)
    let user = try await command.commands.unlinkIdentity(issuer: ExternalIdentityHarness.issuer, subject: "u-1")
    #expect(user.id == ada.id)
    #expect(try await harness.username("u-1") == nil)
    try await watch.look()
    #expect(harness.accounts.signedOutUsers == [ada.id])
    await #expect(throws: AccountCommandError.refused("this identity is not linked")) {
      try await command.commands.unlinkIdentity(issuer: ExternalIdentityHarness.issuer, subject: "u-1")
    }
  }
}
