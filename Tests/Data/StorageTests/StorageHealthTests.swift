import Runtime
import Storage
import TestSupport
import Testing

/// Tests of the recorded outages after failures and probes.
@Suite(.timeLimit(.minutes(1))) struct StorageHealthTests {
  private static let insert = "INSERT INTO sign_outs (user_id, created_at) VALUES ($1, 0)"
  private static let large = SQLValue.text(String(repeating: "x", count: 1 << 20))

  private final class Observed: Sendable {
    let counts = Locked<[StorageFailure: Int]>([:])
    let changes = Locked<[StorageFailure?]>([])

    var health: StorageHealth {
      StorageHealth(
        counted: { [counts] kind in counts.withLock { $0[kind, default: 0] += 1 } },
        changed: { [changes] reason, _ in changes.withLock { $0.append(reason) } })
    }
  }

  private static func open(_ folder: TemporaryFolder, _ observed: Observed) throws -> (SQLiteDatabase, StorageHealth) {
    var configuration = SQLiteConfiguration()
    configuration.health = observed.health
    return (try SQLiteDatabase.open(folder: folder.path, configuration: configuration), configuration.health)
  }

  @Test func aFullDatabaseIsAnOutageUntilAProbeSucceeds() async throws {
    let (folder, observed) = (try TemporaryFolder(), Observed())
    let (database, health) = try Self.open(folder, observed)
    await database.probe()
    #expect(health.outage == nil)
    try await database.write { connection in
      let pages = try #require(try connection.first("PRAGMA page_count", [])?.integer("page_count"))
      _ = try connection.query("PRAGMA max_page_count = \(pages)")
    }
    for _ in 0..<3 {
      await #expect(throws: StorageError.diskFull) {
        try await database.write { try $0.execute(Self.insert, [Self.large]) }
      }
      #expect(health.outage?.reason == .diskFull)
    }
    // A write that succeeds does not prove that the next one will.
    try await database.write { try $0.execute(Self.insert, ["small"]) }
    #expect(health.outage?.reason == .diskFull)
    await database.probe()
    #expect(health.outage == nil)
    #expect(observed.counts.withLock { $0 } == [.diskFull: 3])
    #expect(observed.changes.withLock { $0 } == [.diskFull, nil])
  }

  @Test func anErrorOfAStatementIsNoOutage() async throws {
    struct Refused: Error {}
    let (folder, observed) = (try TemporaryFolder(), Observed())
    let (database, health) = try Self.open(folder, observed)
    await #expect(throws: Refused.self) { try await database.write { _ in throw Refused() } }
    await #expect(throws: StorageError.self) { try await database.write { _ = try $0.query("SELECT nonsense") } }
    await #expect(throws: StorageError.self) {
      try await database.write { try $0.execute("INSERT INTO sign_outs (id) VALUES (NULL)") }
    }
    #expect(health.outage == nil)
    #expect(observed.counts.withLock { $0 } == [:])
  }

  @Test func anOutageLastsWhileProbesFail() async throws {
    let (folder, observed) = (try TemporaryFolder(), Observed())
    let (database, health) = try Self.open(folder, observed)
    try await database.write { _ = try $0.query("PRAGMA query_only = ON") }
    await #expect(throws: StorageError.readOnly) { try await database.write { try $0.execute(Self.insert, ["a"]) } }
    for _ in 0..<3 {
      await database.probe()
      #expect(health.outage?.reason == .readOnly)
    }
    #expect(observed.counts.withLock { $0 } == [.readOnly: 1], "a probe is no transaction that failed")
    #expect(observed.changes.withLock { $0 } == [.readOnly])
  }

  @Test func damageLastsUntilTheNextStart() async throws {
    let (folder, observed) = (try TemporaryFolder(), Observed())
    let (database, health) = try Self.open(folder, observed)
    await #expect(throws: StorageError.self) {
      try await database.write { _ in throw StorageError.corrupt(message: "m") }
    }
    await database.probe()
    try await database.write { try $0.execute(Self.insert, ["a"]) }
    await #expect(throws: StorageError.self) { try await database.write { _ in throw StorageError.diskFull } }
    await database.probe()
    #expect(health.outage?.reason == .corrupt)
    #expect(observed.changes.withLock { $0 } == [.corrupt])
  }

  @Test func aFailedReadIsCountedAndNoOutage() async throws {
    let (folder, observed) = (try TemporaryFolder(), Observed())
    let (database, health) = try Self.open(folder, observed)
    await #expect(throws: StorageError.self) {
      try await database.read { _ in throw StorageError.inputOutput(message: "m") }
    }
    #expect(observed.counts.withLock { $0 } == [.inputOutput: 1])
    #expect(health.outage == nil)
  }
}
