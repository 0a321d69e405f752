import Accounts
import HTTPServer
import JSONCodec
import TestSupport
import Testing

/// Accounts that the first use of an identity creates (`auth.external_accounts = create`).
@Suite struct ExternalAccountTests {
  @Test(arguments: ["admin", "ADMIN", "admin@example.org", "\u{FF41}dmin", "!", "\u{1F980}"])
  func theFirstUseCreatesAnAccountOfItsOwn(subject: String) async throws {
    let harness = try ExternalIdentityHarness(.create)
    let service = harness.service
    _ = try await service.commands.createUser(
      username: "admin", email: "admin@example.org", password: "Secret12", role: "admin")
    let identity = try #require(try await service.authenticator.authenticate(harness.token(subject)))
    #expect(try await service.authenticator.authenticate(harness.token(subject))?.userID == identity.userID)
    let users = try await service.commands.listUsers()
    #expect(users.count == 2)
    let user = try #require(users.last)
    #expect(user.id == identity.userID && user.role == "user" && user.email == nil && !user.hasPassword)
    #expect(user.username != "admin" && user.username.contains("-"), "\(user.username)")
    #expect(try await service.commands.listIdentities(login: user.username).map(\.linkedBy) == [.firstUse])
  }

  @Test func parallelFirstUsesCreateOneAccount() async throws {
    let harness = try ExternalIdentityHarness(.create)
    let token = harness.token("u-1")
    let service = harness.service
    let ids = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<8 { group.addTask { try await service.authenticator.authenticate(token)?.userID } }
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(ids.count == 1 && ids.first != .some(nil))
    #expect(try await service.commands.listUsers().count == 1)
  }

  @Test func theAccountHasNoPassword() async throws {
    let harness = try ExternalIdentityHarness(.create)
    let name = try #require(try await harness.username("u-1"))
    for password in ["", "password"] {
      let body: JSONValue = ["username": .string(name), "password": .string(password)]
      #expect([400, 401].contains(await harness.service.send("POST", "/api/auth/login", body).status))
    }
    let token = harness.token("u-1")
    let path = "/api/v1/users/me/identities"
    let list = await harness.service.send("GET", path, token: token)
    let id = try #require(list.body["data"]?["identities"]?.arrayValue?.first?["id"]?.stringValue)
    // Its owner could not sign in any more.
    let refused = await harness.service.send("DELETE", path + "/" + id, token: token)
    #expect(refused.status == 409 && refused.code == "LAST_SIGN_IN")
    try await harness.service.commands.setPassword("Secret12", login: name)
    #expect(await harness.service.send("DELETE", path + "/" + id, token: token).status == 204)
  }

  @Test func aDisabledAccountGetsNoSecondOne() async throws {
    let harness = try ExternalIdentityHarness(.create)
    let name = try #require(try await harness.username("u-1"))
    try await harness.service.commands.setDisabled(true, login: name)
    #expect(try await harness.username("u-1") == nil)
    #expect(try await harness.service.commands.listUsers().count == 1)
  }

  @Test func aDeletedAccountIsNotCreatedAgain() async throws {
    let harness = try ExternalIdentityHarness(.create)
    let first = try #require(try await harness.service.authenticator.authenticate(harness.token("u-1")))
    try await harness.service.users.beginDeletion(userID: first.userID)
    #expect(try await harness.username("u-1") == nil)
    try await harness.service.users.delete(userID: first.userID)
    #expect(try await harness.username("u-1") == nil)
    // Its id was an identity as well.
    #expect(try await harness.username(first.userID) == nil)
    #expect(try await harness.service.commands.listUsers().isEmpty)
    // An explicit act of the administrator permits it again.
    _ = try await harness.account("ada")
    try await harness.link("u-1", to: "ada")
    #expect(try await harness.username("u-1") == "ada")
  }

  @Test func anUnlinkedIdentityCreatesNoAccount() async throws {
    let harness = try ExternalIdentityHarness(.create)
    _ = try await harness.account("ada")
    try await harness.link("u-1", to: "ada")
    _ = try await harness.service.commands.unlinkIdentity(issuer: ExternalIdentityHarness.issuer, subject: "u-1")
    let answer = await harness.service.send("GET", "/api/v1/users/me", token: harness.token("u-1"))
    #expect(answer.status == 401 && answer.code == "IDENTITY_NOT_LINKED")
    #expect(try await harness.service.commands.listUsers().count == 1)
  }

  @Test func checkingATokenCreatesNoAccount() async throws {
    let harness = try ExternalIdentityHarness(.create)
    #expect(try await harness.service.commands.checkToken(harness.token("u-1")).isLive == false)
    #expect(try await harness.username("u\n1") == nil)
    #expect(try await harness.service.commands.listUsers().isEmpty)
  }
}
