import Accounts
import JSONCodec
import Storage
import TestSupport
import Testing

/// One-time links to choose a password.
@Suite struct PasswordLinkTests {
  private typealias Fixture = AccountAdministrationTests.Fixture
  private static let redeem = "/api/auth/password-link"

  private static func link(_ fixture: Fixture) async throws -> String {
    let path = "\(AccountAdministrationTests.users)/\(fixture.ada.id)/password-link"
    let answer = await fixture.send("POST", path)
    #expect(answer.status == 201)
    return try #require(answer.text("data", "token"))
  }

  private static func use(_ token: String, _ fixture: Fixture, password: String = "Better123") async -> Answer {
    await fixture.service.send("POST", redeem, ["token": .string(token), "new_password": .string(password)])
  }

  private static func logIn(_ password: String, _ fixture: Fixture) async -> Int {
    await fixture.service.send("POST", "/api/auth/login", ["username": "ada", "password": .string(password)]).status
  }

  @Test func setsThePasswordOnceAndEndsTheSessions() async throws {
    let fixture = try await Fixture()
    let session = try await fixture.service.commands.issueToken(login: "ada").access
    let token = try await Self.link(fixture)
    #expect(await Self.use(token, fixture).status == 204)
    #expect(await Self.logIn("Better123", fixture) == 200)
    #expect(await Self.logIn("Secret12", fixture) == 401)
    #expect(await fixture.service.send("GET", "/api/auth/me", token: session).status == 401)
    #expect(fixture.harness.signedOutUsers == [fixture.ada.id])
    let again = await Self.use(token, fixture, password: "Another123")
    #expect(again.status == 400 && again.code == "PASSWORD_LINK_INVALID")
  }

  @Test func aWeakPasswordKeepsTheLink() async throws {
    let fixture = try await Fixture()
    let token = try await Self.link(fixture)
    #expect(await Self.use(token, fixture, password: "short").code == "WEAK_PASSWORD")
    #expect(await Self.use(token, fixture).status == 204)
  }

  @Test func aNewAccountWithoutAPasswordGetsALinkWithTheTokenInTheFragment() async throws {
    let fixture = try await Fixture()
    let created = await fixture.send("POST", AccountAdministrationTests.users, ["username": "bob"])
    let token = try #require(created.text("data", "password_link", "token"))
    #expect(created.text("data", "password_link", "url") == "http://localhost/password#\(token)")
    #expect(created.body["data"]?["user"]?["has_password"] == false)
    let body: JSONValue = ["username": "bob", "password": ""]
    #expect(await fixture.service.send("POST", "/api/auth/login", body).status == 400)
    #expect(await Self.use(token, fixture).status == 204)
    let login = await fixture.service.send("POST", "/api/auth/login", ["username": "bob", "password": "Better123"])
    #expect(login.status == 200)
    let stored = try await fixture.harness.database.read { try $0.query("SELECT * FROM users") }
    #expect(!"\(stored)".contains(token))
  }

  enum End: CaseIterable { case expiry, newLink, changedPassword, disabled }

  @Test(arguments: End.allCases) func endsBeforeItsUse(_ end: End) async throws {
    let fixture = try await Fixture()
    let token = try await Self.link(fixture)
    switch end {
    case .expiry: fixture.harness.clock.advance(by: .seconds(86400))
    case .newLink: _ = try await Self.link(fixture)
    case .changedPassword: try await fixture.service.commands.setPassword("Changed123", login: "ada")
    case .disabled:
      try await fixture.service.commands.setDisabled(true, login: "ada")
      let path = "\(AccountAdministrationTests.users)/\(fixture.ada.id)/password-link"
      #expect(await fixture.send("POST", path).code == "ACCOUNT_DISABLED")
      try await fixture.service.commands.setDisabled(false, login: "ada")
    }
    #expect(await Self.use(token, fixture).code == "PASSWORD_LINK_INVALID")
  }

  @Test func wrongTokensOfAnAddressAreLimited() async throws {
    let fixture = try await Fixture()
    let token = try await Self.link(fixture)
    for _ in 0..<10 { #expect(await Self.use("0000", fixture).status == 400) }
    let refused = await Self.use(token, fixture)
    #expect(refused.status == 429 && refused.fields["Retry-After"] != nil)
    // Another address is not delayed, whatever the first one tries.
    let body: JSONValue = ["token": .string(token), "new_password": "Better123"]
    let other = await fixture.service.send("POST", Self.redeem, body, from: "192.0.2.9")
    #expect(other.status == 204)
  }

  @Test func parallelUsesOfALinkSetOnePassword() async throws {
    let fixture = try await Fixture()
    let token = try await Self.link(fixture)
    let service = fixture.service
    let statuses = await withTaskGroup(of: Int.self) { group in
      for number in 0..<4 {
        let body: JSONValue = ["token": .string(token), "new_password": .string("Better12\(number)")]
        group.addTask { await service.send("POST", Self.redeem, body).status }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.count { $0 == 204 } == 1 && statuses.count { $0 == 400 } == 3)
  }
}
