import Bytes
import Runtime
import Storage
import TestSupport
import Testing

@testable import Accounts

/// Deleting expired rows does not delay other writes.
@Suite struct PurgeTests {
  @Test func deletesExpiredRowsInBatchesAndKeepsValidOnes() async throws {
    let batches = Locked(0)
    var configuration = SQLiteConfiguration()
    configuration.observeBatch = { _ in batches.withLock { $0 += 1 } }
    let harness = try AccountsHarness(try TestDatabase.sqlite(configuration))
    let service = try harness.service()
    let user = try await service.commands.createUser(username: "ada", password: "Secret12")
    let live = try await service.sessions.open(user, family: .chat)
    let past = harness.clock.now.advanced(by: .seconds(-3601))
    try await harness.database.write { connection in
      for number in 0..<2300 {
        try SessionRepository.open(
          id: "s\(number)", userID: user.id, family: .chat, now: past, expiresAt: past, in: connection)
        try SessionRepository.store("t\(number)", sessionID: "s\(number)", expiresAt: past, in: connection)
        try SignOutRepository.append(user.id, node: nil, now: past, in: connection)
      }
    }
    batches.withLock { $0 = 0 }
    try await service.sessions.purge()
    // Three for each table; the last turn of tokens is the first of sessions.
    #expect(batches.withLock { $0 } == 8)
    for (table, left) in [("sessions", 1), ("refresh_tokens", 1), ("sign_outs", 0)] as [(String, Int64)] {
      let count = try await harness.database.read { connection in
        try connection.first("SELECT COUNT(*) AS n FROM \(table)", [])?.integer("n")
      }
      #expect(count == left, "\(table)")
    }
    #expect(try await service.authenticator.authenticate(live.access) != nil)
  }

  @Test(.enabled(if: TestEngine.isSQLite), arguments: ["refresh_tokens", "sessions"])
  func readsNoWholeTable(table: String) async throws {
    let harness = try AccountsHarness()
    let plan = try await harness.database.read { connection in
      try connection.query("EXPLAIN QUERY PLAN SELECT 1 FROM \(table) WHERE expires_at < 5 LIMIT 1000")
        .compactMap { $0.text("detail") }
    }
    #expect(plan.count == 1 && plan.first?.contains("\(table)_expiry") == true, "\(plan)")
  }
}
