import TestSupport
import Testing

/// `hearth check` on damaged databases.
@Suite struct CheckTests {
  private static let job = "INSERT INTO jobs (kind, user_id, payload, run_at, enqueued_at) VALUES"
  private static let log = """
    INSERT INTO users (id, number, username, username_key, password_hash, created_at, updated_at)
    VALUES ('u', 1, 'u', 'u', '', 0, 0);
    INSERT INTO meal_logs (id, user_id, raw_input, meal_type, status, logged_at, created_at, updated_at)
    VALUES ('m', 'u', '', 'lunch', 'processing', 0, 0, 0);
    INSERT INTO sync_heads (user_id, change_id, item_count) VALUES ('u', 1, 1);
    INSERT INTO sync_items (user_id, data_type, item_id, change_id, changed_at) VALUES ('u', 'meal_log', 'm', 1, 0);
    """

  private static let user = """
    INSERT INTO users (id, number, username, username_key, password_hash, created_at, updated_at)
    VALUES ('u', 1, 'u', 'u', '', 0, 0);
    """
  /// Three messages, of which the first was edited.
  private static let room =
    user + """
      INSERT INTO chat_rooms (id, name, name_key, last_message, last_change, created_at)
      VALUES (1, 'general', 'general', 3, 4, 0);
      INSERT INTO chat_messages (room_id, id, change, changed, sender_id, sender, content, created_at)
      VALUES (1, 1, 1, 4, 'u', 'u', '', 0), (1, 2, 2, NULL, 'u', 'u', '', 0), (1, 3, 3, NULL, 'u', 'u', '', 0);
      """
  private static let items =
    user + """
      INSERT INTO sync_heads (user_id, change_id, item_count) VALUES ('u', 2, 2);
      INSERT INTO sync_items (user_id, data_type, item_id, change_id, changed_at)
      VALUES ('u', 'session', 'a', 1, 0), ('u', 'session', 'b', 2, 0);
      """

  private static let problems: [(change: String, problem: String)] = [
    ("\(job) ('meal.parse', 'nobody', '{}', 0, 0)", "job 1 belongs to an account that does not exist"),
    ("\(job) ('meal.parse', NULL, '{\"meal_log_id\":\"x\"}', 0, 0)", "job 1 parses a meal log that does not exist"),
    ("\(job) ('meal.parse', NULL, 'not JSON', 0, 0)", "job 1 parses a meal log that does not exist"),
    (
      "\(job) ('consultation.answer', NULL, '{\"consultation_id\":\"x\"}', 0, 0)",
      "job 1 answers in a consultation that does not exist"
    ),
    (
      log + """
        DELETE FROM meal_logs;
        INSERT INTO consultations (id, user_id, kind, persona, status, memory, is_answering, created_at, updated_at)
        VALUES ('c', 'u', 'coach', 'nutritionist', 'active', '{}', 1, 0, 0);
        """, "consultation c waits for a job that does not exist"
    ),
    (log, "meal log m waits for a job that does not exist"),
    (log + "DELETE FROM meal_logs;", "meal log m of mobile sync does not exist"),
    (log + "UPDATE sync_items SET deleted = 1;", "meal log m is missing in mobile sync"),
    (room + "UPDATE chat_rooms SET last_message = 2", "chat room 1 has a wrong number of messages"),
    (
      room + "DELETE FROM chat_messages WHERE id = 1; UPDATE chat_rooms SET last_message = 2",
      "chat room 1 has a wrong number of messages"
    ),
    (room + "UPDATE chat_rooms SET last_change = 3", "chat room 1 has a wrong number of changes"),
    (room + "UPDATE chat_messages SET changed = 9 WHERE id = 1", "chat room 1 has a wrong number of changes"),
    (
      room + "INSERT INTO chat_reads VALUES (1, 'u', 4, 0)", "chat room 1 has a read position after its last message"
    ),
    (items + "UPDATE sync_heads SET change_id = 1", "account u has synced items after its newest change"),
    (items + "DELETE FROM sync_heads", "account u has synced items after its newest change"),
    (items + "DELETE FROM sync_items WHERE item_id = 'a'", "account u has a wrong number of synced items"),
    (
      user + "UPDATE user_usage SET bytes = 1",
      "account u has a wrong number of stored bytes (hearth check --recount counts them again)"
    ),
    (
      user + "DELETE FROM user_usage",
      "account u has a wrong number of stored bytes (hearth check --recount counts them again)"
    ),
    (items + "UPDATE sync_heads SET floor_id = 3", "account u has purged deletions after its newest change"),
    (
      "INSERT INTO sessions (id, user_id, family, created_at, expires_at) VALUES ('s', 'nobody', 'f', 0, 0)",
      "1 rows of sessions refer to missing rows of users"
    ),
    (
      "UPDATE schema_migrations SET digest = 'x' WHERE name = '0004_meals'",
      "migration 0004_meals differs from the one with which this database was created"
    ),
  ]

  @Test(arguments: problems)
  func reportsDamage(change: String, problem: String) async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      #expect(try CommandRun("migrate", in: folder).exit == .code(0))
      #expect(try CommandRun("check", in: folder).exit == .code(0))
      try Self.change(folder.path + "/data/hearth.sqlite3", change)
      let check = try CommandRun("check", in: folder)
      #expect(check.exit == .code(1))
      #expect(check.errors.hasPrefix("Error: ./data/hearth.sqlite3 is damaged:\n"), "\(check)")
      #expect(check.errors.contains("  \(problem)\n"), "\(check)")
    }
  }

  @Test func reportsNoErrorsForConsistentRoomsAndItems() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      #expect(try CommandRun("migrate", in: folder).exit == .code(0))
      try Self.change(
        folder.path + "/data/hearth.sqlite3",
        Self.room + Self.items.replacing(Self.user, with: "")
          + "INSERT INTO chat_rooms (id, name, name_key, last_message, created_at, deleted_at) VALUES (2, 'x', 'x', 7, 0, 0);"
      )
      // The rows were not written by the server, which counts their bytes.
      let check = try CommandRun("check", "--recount", in: folder)
      #expect(check.exit == .code(0), "\(check)")
      for line in ["chat rooms 2\n", "chat messages 3\n", "sync items 2\n", "sync conflicts 0\n"] {
        #expect(check.output.contains(line), "\(check)")
      }
    }
  }

  @Test func countsRowsAndAlsoChecksABackup() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      #expect(try CommandRun("migrate", in: folder).exit == .code(0))
      try Self.change(
        folder.path + "/data/hearth.sqlite3",
        Self.log + Self.job + " ('meal.parse', 'u', '{\"meal_log_id\":\"m\"}', 0, 0)")
      #expect(try CommandRun("check", "--recount", in: folder).exit == .code(0))
      #expect(try CommandRun("backup", "copy", in: folder).exit == .code(0))
      let check = try CommandRun("check", "--file", "copy", in: folder)
      #expect(check.exit == .code(0), "\(check)")
      #expect(check.output.contains("meal logs 1\n") && check.output.hasSuffix("copy: no errors found"))
    }
  }

  /// Changes the database like another program: foreign keys are not enforced.
  private static func change(_ path: String, _ sql: String) throws {
    let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1], isolation_level=None).executescript(sys.argv[2])"
    let run = try ProgramRun(["/usr/bin/env", "python3", "-c", script, path, sql])
    try #require(run.exit == .code(0))
  }
}
