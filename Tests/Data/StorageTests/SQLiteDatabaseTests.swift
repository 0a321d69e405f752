import Storage
import TestSupport
import Testing

@Suite struct SQLiteDatabaseTests {
  private static let insert =
    "INSERT INTO jobs (kind, payload, run_at, enqueued_at) VALUES ($1, '{}', 0, 0)"

  @Test func keepsCommittedRows() async throws {
    let database = try TestDatabase.sqlite()
    try await database.write { try $0.execute(Self.insert, ["a"]) }
    let kinds = try await database.read { try $0.query("SELECT kind FROM jobs").compactMap { $0.text("kind") } }
    #expect(kinds == ["a"])
  }

  @Test func rollsBackOnlyTheFailedTransaction() async throws {
    struct Refused: Error {}
    let database = try TestDatabase.sqlite()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          _ = try? await database.write { connection in
            try connection.execute(Self.insert, [.text("\(number)")])
            if number.isMultiple(of: 2) { throw Refused() }
          }
        }
      }
    }
    let count = try await database.read { try $0.first("SELECT COUNT(*) AS n FROM jobs", [])?.integer("n") }
    #expect(count == 25)
  }

  @Test func namesTheColumnsOfAUniqueViolation() async throws {
    let database = try TestDatabase.sqlite()
    let sql = "INSERT INTO event_cursors (user_id, connection_type, event_id) VALUES ('none', 'x', 1)"
    await #expect(throws: StorageError.self) { try await database.write { try $0.execute(sql) } }
    let name = "INSERT INTO schema_migrations (name, digest) VALUES ('0001_accounts', '')"
    await #expect(throws: StorageError.uniqueViolation(constraint: "schema_migrations.name")) {
      try await database.write { try $0.execute(name) }
    }
  }

  @Test func refusesWorkAfterClose() async throws {
    let database = try TestDatabase.sqlite()
    await database.close()
    await #expect(throws: StorageError.closed) { try await database.write { try $0.execute(Self.insert, ["a"]) } }
  }

  @Test func refusesADatabaseWhoseMigrationWasChanged() async throws {
    let folder = TestDatabase.temporaryFolder()
    let database = try SQLiteDatabase.open(folder: folder)
    try await database.write { try $0.execute("UPDATE schema_migrations SET digest = '' WHERE name = '0002_jobs'") }
    await database.close()
    #expect(throws: MigrationError.changed(name: "0002_jobs")) { try SQLiteDatabase.open(folder: folder) }
  }

  @Test func refusesADatabaseFromANewerVersion() async throws {
    let folder = TestDatabase.temporaryFolder()
    let database = try SQLiteDatabase.open(folder: folder)
    try await database.write { try $0.execute("INSERT INTO schema_migrations VALUES ('9999_future', '')") }
    await database.close()
    #expect(throws: MigrationError.unknown(name: "9999_future")) { try SQLiteDatabase.open(folder: folder) }
  }
}
