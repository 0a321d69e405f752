import Accounts
import TestSupport
import Testing

/// Moving the matches by username of earlier versions to links.
@Suite struct IdentityLinkReportTests {
  private static let issuer = ExternalIdentityHarness.issuer

  @Test func linksExactUsernamesAndListsTheRest() async throws {
    let harness = try ExternalIdentityHarness()
    let service = harness.service
    let ada = try await harness.account("ada")
    for name in ["Bob", "carl", "dora"] { _ = try await harness.account(name) }
    try await harness.link("carl", to: "ada")
    try await harness.link("dora", to: "dora")
    let subjects = ["ada", "ADA", "bob", "Bob", "carl", "dora", ada.id, "nobody"]
    for dryRun in [true, false] {
      let lines = try await service.commands.linkByUsername(issuer: Self.issuer, subjects: subjects, dryRun: dryRun)
      #expect(
        lines.map(\.finding) == [
          .link, .loose, .loose, .link, .linkedElsewhere(username: "ada"), .linked, .accountID, .noAccount,
        ])
      #expect(lines.map(\.subject) == subjects)
      #expect(lines.compactMap(\.formerSpelling) == ["bob"])
      #expect(try await harness.username("ada") == (dryRun ? nil : "ada"))
    }
    #expect(try await harness.username("Bob") == "Bob")
    #expect(try await harness.username("bob") == nil)
    #expect(try await harness.username("carl") == "ada")
    let again = try await service.commands.linkByUsername(issuer: Self.issuer, subjects: subjects, dryRun: false)
    #expect(again.map(\.finding).filter { $0 == .link }.isEmpty)
  }

  @Test func withoutSubjectsTakesEveryAccountWithoutALink() async throws {
    let harness = try ExternalIdentityHarness()
    for name in ["ada", "bob"] { _ = try await harness.account(name) }
    try await harness.link("b-1", to: "bob")
    try await harness.link("x", to: "ada", issuer: "https://other.example.org")
    let dry = try await harness.service.commands.linkByUsername(issuer: Self.issuer, dryRun: true)
    #expect(dry.map(\.subject) == ["ada"] && dry.map(\.finding) == [.link])
    #expect(try await harness.username("ada") == nil)
    _ = try await harness.service.commands.linkByUsername(issuer: Self.issuer, dryRun: false)
    #expect(try await harness.username("ada") == "ada")
    #expect(try await harness.service.commands.linkByUsername(issuer: Self.issuer, dryRun: false).isEmpty)
  }

  @Test func aDryRunOfOneLinkWritesNothing() async throws {
    let harness = try ExternalIdentityHarness()
    let ada = try await harness.account("ada")
    _ = try await harness.account("bob")
    let dry = try await harness.service.commands.linkIdentity(
      issuer: Self.issuer, subject: "u-1", login: "ada", dryRun: true)
    guard case .linked = dry.outcome else { throw AccountCommandError.taken }
    #expect(try await harness.username("u-1") == nil)
    try await harness.link("u-1", to: "ada")
    let other = try await harness.service.commands.linkIdentity(
      issuer: Self.issuer, subject: "u-1", login: "bob", dryRun: false)
    guard case .belongsTo(let owner) = other.outcome else { throw AccountCommandError.taken }
    #expect(owner == ada.id)
    #expect(try await harness.username("u-1") == "ada")
    await #expect(throws: AccountCommandError.noSuchUser(login: "eve")) { try await harness.link("u-2", to: "eve") }
  }
}
