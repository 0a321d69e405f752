import Accounts
import Storage
import TestSupport
import Testing

/// A server and a command on one database: the server finds the sign-outs of the command.
@Suite struct SignOutWatchTests {
  private static func command(beside harness: AccountsHarness) throws -> AccountsService {
    try AccountsService(
      database: harness.database, key: [UInt8](repeating: 7, count: 32), issuer: "hearth",
      environment: harness.clock.environment, listener: nil)
  }

  @Test func receivesEachSignOutOnceExceptItsOwn() async throws {
    let harness = try AccountsHarness()
    let server = try harness.service()
    let command = try Self.command(beside: harness)
    let ada = try await server.commands.createUser(username: "ada", password: "Secret12")
    let bob = try await server.commands.createUser(username: "bob", password: "Secret12")
    let watch = try await SignOutWatch(server)
    try await command.commands.setDisabled(true, login: "ada")
    try await command.commands.setPassword("Better123", login: "bob")
    #expect(harness.signedOutUsers == [])
    for _ in 0..<2 {
      try await watch.look()
      #expect(harness.signedOutUsers == [ada.id, bob.id])
    }
    // The server's own cuts its sockets at once; one that is opened after that must not be cut by the watch.
    try await server.commands.setPassword("Another123", login: "bob")
    try await watch.look()
    #expect(harness.signedOutUsers == [ada.id, bob.id, bob.id])
  }

  @Test func refusesTheTokensOfWhomACommandSignedOut() async throws {
    let harness = try AccountsHarness()
    let server = try harness.service()
    let command = try Self.command(beside: harness)
    _ = try await server.commands.createUser(username: "ada", password: "Secret12")
    let tokens = try await server.commands.issueToken(login: "ada", family: .chat)
    // Once from the database, once from memory.
    for _ in 0..<2 { #expect(try await server.authenticator.authenticate(tokens.access) != nil) }
    let watch = try await SignOutWatch(server)
    try await command.commands.setPassword("Better123", login: "ada")
    try await watch.look()
    #expect(try await server.authenticator.authenticate(tokens.access) == nil)
  }

  @Test func receivesNoEventsFromBeforeTheStart() async throws {
    let harness = try AccountsHarness()
    let server = try harness.service()
    let command = try Self.command(beside: harness)
    _ = try await server.commands.createUser(username: "ada", password: "Secret12")
    try await command.commands.setDisabled(true, login: "ada")
    let watch = try await SignOutWatch(server)
    try await command.commands.setDisabled(false, login: "ada")
    try await watch.look()
    #expect(harness.signedOutUsers == [])
  }

  @Test func receivesSeveralBatchesAndContinuesAfterAPurge() async throws {
    let harness = try AccountsHarness()
    let server = try harness.service()
    let command = try Self.command(beside: harness)
    let ada = try await server.commands.createUser(username: "ada", password: "Secret12")
    let watch = try await SignOutWatch(server)
    for _ in 0..<101 { try await command.commands.setDisabled(true, login: "ada") }
    try await watch.look()
    #expect(harness.signedOutUsers.count == 101)
    harness.clock.advance(by: .seconds(3601))
    try await server.sessions.purge()
    let rows = try await harness.database.read { try $0.query("SELECT id FROM sign_outs", []) }
    #expect(rows.isEmpty)
    // An id is not given twice, even when the table is empty.
    let later = try await SignOutWatch(server)
    try await command.commands.setDisabled(true, login: "ada")
    for each in [watch, later] { try await each.look() }
    #expect(harness.signedOutUsers == [String](repeating: ada.id, count: 103))
  }
}
