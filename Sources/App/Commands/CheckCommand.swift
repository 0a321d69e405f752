import ArgumentParser
import Glibc
import Storage

/// `hearth check`
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the database and count its rows. Exit status 1: the problems are printed.",
    discussion:
      "Finds damage, references to missing rows, jobs without their meal and meals without their job, gaps in the "
      + "numbers of chat rooms and synced items, and wrong counters of stored bytes.")

  @OptionGroup var options: ConfigurationOptions
  @Option(help: ArgumentHelp("Check this backup instead of the database in the data folder.", valueName: "file"))
  var file: String?
  @Flag(help: "First count the stored bytes of each account again, for its quota. A server may be running.")
  var recount = false

  func validate() throws {
    if recount, file != nil {
      throw ValidationError("--recount changes the data folder and cannot be used with --file")
    }
  }

  func run() async throws {
    let settings = try options.load()
    if recount { try await recountStorage(settings) }
    try describingStorage {
      let inspection =
        if let file { try DatabaseInspection(file: file) } else {
          try DatabaseInspection(folder: settings.dataFolder)
        }
      var problems = try inspection.problems()
      if problems.isEmpty { problems = try contentProblems(inspection) }
      guard problems.isEmpty else { throw BackupError.damaged(path: inspection.path, problems: problems) }
      print("\(inspection.path) is good")
    }
  }

  /// Counts one account in each transaction, so that a running server waits for none of them long.
  private func recountStorage(_ settings: ServerSettings) async throws {
    try await describingDatabase {
      let database = try SQLiteDatabase.open(folder: settings.dataFolder, configuration: settings.storage)
      let accounts = try await database.read { try $0.query("SELECT id FROM users").compactMap { $0.text("id") } }
      let audit = UsageAudit(ServerModules.tables)
      for id in accounts { try await database.write { try audit.recount(id, in: $0) } }
      await database.close()
    }
  }

  /// Prints the counts. - Returns: the problems of the rows.
  private func contentProblems(_ inspection: DatabaseInspection) throws -> [String] {
    let missing = try inspection.missingMigrations()
    print("size", try inspection.bytes(), "bytes")
    guard missing.isEmpty else {
      print("the next start brings it up to date: \(missing.joined(separator: ", "))")
      return []
    }
    for (name, count) in try inspection.read(ContentCheck.counts) { print(name, count) }
    var orphans = try inspection.read(ContentCheck.orphans)
    if !orphans.isEmpty {
      // The job of a meal that was just deleted is an orphan until it runs.
      sleep(2)
      let later = try inspection.read(ContentCheck.orphans)
      orphans = orphans.filter(later.contains)
    }
    return orphans
  }
}

/// Queries over the tables of more than one target.
enum ContentCheck {
  /// The number of rows of each kind, in the order of the output.
  static func counts(_ connection: any SQLConnection) throws -> [(name: String, count: Int64)] {
    let tables = [
      ("users", "users"), ("sessions", "sessions"), ("meal logs", "meal_logs"), ("meal items", "meal_items"),
      ("consultations", "consultations"), ("templates", "templates"), ("sync items", "sync_items"),
      ("sync conflicts", "sync_conflicts"), ("chat rooms", "chat_rooms"), ("chat messages", "chat_messages"),
      ("own foods", "own_foods"), ("imported foods", "imported_foods"), ("events", "user_events"), ("jobs", "jobs"),
    ]
    return try tables.map { name, table in
      (name, try connection.first("SELECT COUNT(*) AS n FROM \(table)", [])?.integer("n") ?? 0)
    }
  }

  /// Rows that contradict others; at most 20 of each kind.
  static func orphans(_ connection: any SQLConnection) throws -> [String] {
    try (lost + chat + sync + usage).flatMap { message, sql in
      try connection.query(sql + " LIMIT 20").map { message.replacing("%@", with: $0.text("id") ?? "?") }
    }
  }

  private static let usage = [
    (
      "account %@ stores other bytes than it counted (hearth check --recount counts them again)",
      UsageAudit(ServerModules.tables).mismatches
    )
  ]

  /// Numbers of rooms: messages count from 1 without gaps, and the newest change is that of some message. Rooms that are being
  /// removed lose their rows first.
  private static let chat = [
    (
      "chat room %@ has other messages than it counted",
      """
      SELECT CAST(r.id AS TEXT) AS id FROM chat_rooms r WHERE r.deleted_at IS NULL AND EXISTS (
        SELECT 1 FROM (SELECT COUNT(*) AS n, COALESCE(MIN(id), 1) AS first, COALESCE(MAX(id), 0) AS last
          FROM chat_messages m WHERE m.room_id = r.id)
        WHERE n <> r.last_message OR first <> 1 OR last <> r.last_message)
      """
    ),
    (
      "chat room %@ has other changes than it counted",
      """
      SELECT CAST(r.id AS TEXT) AS id FROM chat_rooms r WHERE r.deleted_at IS NULL AND r.last_change <> (
        SELECT COALESCE(MAX(MAX(change, COALESCE(changed, 0))), 0) FROM chat_messages m WHERE m.room_id = r.id)
      """
    ),
    (
      "somebody has read more of chat room %@ than there is",
      """
      SELECT DISTINCT CAST(r.id AS TEXT) AS id FROM chat_rooms r JOIN chat_reads s ON s.room_id = r.id
      WHERE s.message_id > r.last_message
      """
    ),
  ]

  /// Change ids of users: none is beyond the newest, and their number is that of the items.
  private static let sync = [
    (
      "account %@ has synced items behind its newest change",
      """
      SELECT DISTINCT i.user_id AS id FROM sync_items i LEFT JOIN sync_heads h ON h.user_id = i.user_id
      WHERE i.change_id > COALESCE(h.change_id, 0) OR i.change_id < 1
      """
    ),
    (
      "account %@ has other synced items than it counted",
      """
      SELECT h.user_id AS id FROM sync_heads h
      WHERE h.item_count <> (SELECT COUNT(*) FROM sync_items i WHERE i.user_id = h.user_id)
      """
    ),
    (
      "account %@ has forgotten deletions behind its newest change",
      "SELECT user_id AS id FROM sync_heads WHERE floor_id > change_id OR floor_id < 0"
    ),
  ]

  /// Jobs without their meal or consultation, and meals and consultations without their job.
  private static let lost: [(String, String)] = {
    let log = "CASE WHEN json_valid(payload) THEN json_extract(payload, '$.meal_log_id') END"
    let consultation = "CASE WHEN json_valid(payload) THEN json_extract(payload, '$.consultation_id') END"
    return [
      (
        "job %@ belongs to an account that is not there",
        """
        SELECT CAST(id AS TEXT) AS id FROM jobs
        WHERE user_id IS NOT NULL AND user_id NOT IN (SELECT id FROM users)
        """
      ),
      (
        "job %@ is to parse a meal log that is not there",
        """
        SELECT CAST(id AS TEXT) AS id FROM jobs WHERE kind = 'meal.parse'
        AND NOT EXISTS (SELECT 1 FROM meal_logs WHERE meal_logs.id = \(log))
        """
      ),
      (
        "meal log %@ waits for a job that is not there",
        """
        SELECT id FROM meal_logs WHERE status = 'processing' AND id NOT IN
        (SELECT \(log) FROM jobs WHERE kind = 'meal.parse' AND \(log) IS NOT NULL)
        """
      ),
      (
        "job %@ is to answer in a consultation that is not there",
        """
        SELECT CAST(id AS TEXT) AS id FROM jobs WHERE kind = 'consultation.answer'
        AND NOT EXISTS (SELECT 1 FROM consultations WHERE consultations.id = \(consultation))
        """
      ),
      (
        "meal log %@ is not among what devices sync",
        """
        SELECT id FROM meal_logs WHERE NOT EXISTS (SELECT 1 FROM sync_items WHERE data_type = 'meal_log'
        AND item_id = meal_logs.id AND sync_items.user_id = meal_logs.user_id AND deleted = 0)
        """
      ),
      (
        "meal log %@ is among what devices sync and not there",
        """
        SELECT item_id AS id FROM sync_items WHERE data_type = 'meal_log' AND deleted = 0
        AND NOT EXISTS (SELECT 1 FROM meal_logs WHERE id = item_id AND meal_logs.user_id = sync_items.user_id)
        """
      ),
      (
        "consultation %@ waits for a job that is not there",
        """
        SELECT id FROM consultations WHERE is_answering = 1 AND id NOT IN (SELECT \(consultation) FROM jobs
        WHERE kind = 'consultation.answer' AND \(consultation) IS NOT NULL)
        """
      ),
    ]
  }()
}
