import Foundation
import Storage
import TestSupport
import Testing

@Suite struct DatabaseInspectionTests {
  private static let changes: [(change: String, problem: String)] = [
    (
      "UPDATE schema_migrations SET digest = '' WHERE name = '0002_jobs'",
      "migration 0002_jobs differs from the one with which this database was created"
    ),
    (
      "INSERT INTO schema_migrations VALUES ('9999_later', '')",
      "the database was created by a newer version of hearth (unknown migration 9999_later)"
    ),
    ("DROP TABLE schema_migrations", "the file is not a database of hearth"),
  ]

  @Test(arguments: changes)
  func reportsSchemaProblems(change: String, problem: String) async throws {
    let fixture = try await BackupFixture()
    try await fixture.change(change)
    #expect(try DatabaseInspection(folder: fixture.data).problems() == [problem])
  }

  @Test func countsRowsWithBrokenReferences() async throws {
    let fixture = try await BackupFixture()
    // A connection without foreign key checks, which Hearth's own connections have.
    let script = """
      import sqlite3, sys
      database = sqlite3.connect(sys.argv[1], isolation_level=None)
      for id in "ab": database.execute("INSERT INTO sessions (id, user_id, family, created_at, expires_at) "
          "VALUES (?, 'nobody', 'f', 0, 0)", id)
      """
    try await runBlocking {
      let run = try ProgramRun(["/usr/bin/env", "python3", "-c", script, fixture.database])
      try #require(run.exit == .code(0))
    }
    #expect(
      try DatabaseInspection(folder: fixture.data).problems() == [
        "2 rows of sessions refer to missing rows of users"
      ])
  }

  @Test func reportsDamage() async throws {
    let fixture = try await BackupFixture(jobs: 300)
    #expect(try DatabaseInspection(folder: fixture.data).problems() == [])
    try fixture.damage(fixture.database)
    #expect(try DatabaseInspection(folder: fixture.data).problems() != [])
    try Data(repeating: 0x20, count: 5000).write(to: URL(fileURLWithPath: fixture.database))
    #expect(try DatabaseInspection(file: fixture.database).problems() == ["file is not a database"])
  }

  @Test func opensTheDatabaseReadOnly() async throws {
    let fixture = try await BackupFixture()
    let inspection = try DatabaseInspection(folder: fixture.data)
    #expect(throws: StorageError.self) { try inspection.read { _ = try $0.execute("DELETE FROM jobs") } }
    #expect(try inspection.missingMigrations() == [])
  }
}
