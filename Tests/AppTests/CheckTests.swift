import TestSupport
import Testing

/// `hearth check` on databases that something went wrong with.
@Suite struct CheckTests {
  private static let job = "INSERT INTO jobs (kind, user_id, payload, run_at, enqueued_at) VALUES"
  private static let log = """
    INSERT INTO users (id, number, username, username_key, password_hash, created_at, updated_at)
    VALUES ('u', 1, 'u', 'u', '', 0, 0);
    INSERT INTO meal_logs (id, user_id, raw_input, meal_type, status, logged_at, created_at, updated_at)
    VALUES ('m', 'u', '', 'lunch', 'processing', 0, 0, 0);
    INSERT INTO sync_items (user_id, data_type, item_id, change_id, changed_at) VALUES ('u', 'meal_log', 'm', 1, 0);
    """

  @Test(arguments: [
    ("\(job) ('meal.parse', 'nobody', '{}', 0, 0)", "job 1 belongs to an account that is not there"),
    ("\(job) ('meal.parse', NULL, '{\"meal_log_id\":\"x\"}', 0, 0)", "job 1 is to parse a meal log that is not there"),
    ("\(job) ('meal.parse', NULL, 'not JSON', 0, 0)", "job 1 is to parse a meal log that is not there"),
    (
      "\(job) ('consultation.answer', NULL, '{\"consultation_id\":\"x\"}', 0, 0)",
      "job 1 is to answer in a consultation that is not there"
    ),
    (
      log + """
        DELETE FROM meal_logs;
        INSERT INTO consultations (id, user_id, kind, persona, status, memory, is_answering, created_at, updated_at)
        VALUES ('c', 'u', 'coach', 'nutritionist', 'active', '{}', 1, 0, 0);
        """, "consultation c waits for a job that is not there"
    ),
    (log, "meal log m waits for a job that is not there"),
    (log + "DELETE FROM meal_logs;", "meal log m is among what devices sync and not there"),
    (log + "UPDATE sync_items SET deleted = 1;", "meal log m is not among what devices sync"),
    (
      "INSERT INTO sessions (id, user_id, family, created_at, expires_at) VALUES ('s', 'nobody', 'f', 0, 0)",
      "1 rows of sessions that name a row of users that is not there"
    ),
    (
      "UPDATE schema_migrations SET digest = 'x' WHERE name = '0004_meals'",
      "migration 0004_meals is not the one that this database was made with"
    ),
  ])
  func tells(change: String, problem: String) async throws {
    try await offPool {
      let folder = try TemporaryFolder()
      #expect(try CommandRun("migrate", in: folder).exit == .code(0))
      #expect(try CommandRun("check", in: folder).exit == .code(0))
      try Self.change(folder.path + "/data/hearth.sqlite3", change)
      let check = try CommandRun("check", in: folder)
      #expect(check.exit == .code(1))
      #expect(check.errors.hasPrefix("Error: ./data/hearth.sqlite3 is not good:\n"), "\(check)")
      #expect(check.errors.contains("  \(problem)\n"), "\(check)")
    }
  }

  @Test func countsWhatIsThereAndTakesABackupToo() async throws {
    try await offPool {
      let folder = try TemporaryFolder()
      #expect(try CommandRun("migrate", in: folder).exit == .code(0))
      try Self.change(
        folder.path + "/data/hearth.sqlite3",
        Self.log + Self.job + " ('meal.parse', 'u', '{\"meal_log_id\":\"m\"}', 0, 0)")
      #expect(try CommandRun("backup", "copy", in: folder).exit == .code(0))
      let check = try CommandRun("check", "--file", "copy", in: folder)
      #expect(check.exit == .code(0), "\(check)")
      #expect(check.output.contains("meal logs 1\n") && check.output.hasSuffix("copy is good"))
    }
  }

  /// As another program would change it: without the foreign keys' enforcement.
  private static func change(_ path: String, _ sql: String) throws {
    let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1], isolation_level=None).executescript(sys.argv[2])"
    let run = try ProgramRun(["/usr/bin/env", "python3", "-c", script, path, sql])
    try #require(run.exit == .code(0))
  }
}
