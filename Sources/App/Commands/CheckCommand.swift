import ArgumentParser
import Foundation
import Storage

/// `hearth check`
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the database and count what is in it; exit status 1 says what is wrong.",
    discussion: "Looks for damage, references to rows that are not there, and jobs and meals that lost each other.")

  @OptionGroup var options: ConfigurationOptions
  @Option(help: ArgumentHelp("Check this backup instead of the database in the data folder.", valueName: "file"))
  var file: String?

  func run() throws {
    let settings = try options.load()
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

  /// Prints the counts. - Returns: what is wrong with the rows.
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
      // The job of a meal that was just deleted is such a one until its turn comes.
      Thread.sleep(forTimeInterval: 2)
      let later = try inspection.read(ContentCheck.orphans)
      orphans = orphans.filter(later.contains)
    }
    return orphans
  }
}

/// Questions that need to know the tables of more than one target.
enum ContentCheck {
  /// What there is, in the order to be shown.
  static func counts(_ connection: any SQLConnection) throws -> [(name: String, count: Int64)] {
    let tables = [
      ("users", "users"), ("sessions", "sessions"), ("meal logs", "meal_logs"), ("meal items", "meal_items"),
      ("consultations", "consultations"), ("templates", "templates"), ("sync items", "sync_items"),
      ("own foods", "own_foods"), ("imported foods", "imported_foods"), ("events", "user_events"), ("jobs", "jobs"),
    ]
    return try tables.map { name, table in
      (name, try connection.first("SELECT COUNT(*) AS n FROM \(table)", [])?.integer("n") ?? 0)
    }
  }

  /// Jobs without what they are for, and meals and consultations that wait for no job; at most 20 of each kind.
  static func orphans(_ connection: any SQLConnection) throws -> [String] {
    let log = "CASE WHEN json_valid(payload) THEN json_extract(payload, '$.meal_log_id') END"
    let consultation = "CASE WHEN json_valid(payload) THEN json_extract(payload, '$.consultation_id') END"
    let questions = [
      (
        "job %@ belongs to an account that is not there",
        """
        SELECT CAST(id AS TEXT) AS id FROM jobs
        WHERE user_id IS NOT NULL AND user_id NOT IN (SELECT id FROM users) LIMIT 20
        """
      ),
      (
        "job %@ is to parse a meal log that is not there",
        """
        SELECT CAST(id AS TEXT) AS id FROM jobs WHERE kind = 'meal.parse'
        AND NOT EXISTS (SELECT 1 FROM meal_logs WHERE meal_logs.id = \(log)) LIMIT 20
        """
      ),
      (
        "meal log %@ waits for a job that is not there",
        """
        SELECT id FROM meal_logs WHERE status = 'processing' AND id NOT IN
        (SELECT \(log) FROM jobs WHERE kind = 'meal.parse' AND \(log) IS NOT NULL) LIMIT 20
        """
      ),
      (
        "job %@ is to answer in a consultation that is not there",
        """
        SELECT CAST(id AS TEXT) AS id FROM jobs WHERE kind = 'consultation.answer'
        AND NOT EXISTS (SELECT 1 FROM consultations WHERE consultations.id = \(consultation)) LIMIT 20
        """
      ),
      (
        "meal log %@ is not among what devices sync",
        """
        SELECT id FROM meal_logs WHERE NOT EXISTS (SELECT 1 FROM sync_items WHERE data_type = 'meal_log'
        AND item_id = meal_logs.id AND sync_items.user_id = meal_logs.user_id AND deleted = 0) LIMIT 20
        """
      ),
      (
        "meal log %@ is among what devices sync and not there",
        """
        SELECT item_id AS id FROM sync_items WHERE data_type = 'meal_log' AND deleted = 0
        AND NOT EXISTS (SELECT 1 FROM meal_logs WHERE id = item_id AND meal_logs.user_id = sync_items.user_id) LIMIT 20
        """
      ),
      (
        "consultation %@ waits for a job that is not there",
        """
        SELECT id FROM consultations WHERE is_answering = 1 AND id NOT IN (SELECT \(consultation) FROM jobs
        WHERE kind = 'consultation.answer' AND \(consultation) IS NOT NULL) LIMIT 20
        """
      ),
    ]
    return try questions.flatMap { message, sql in
      try connection.query(sql).map { message.replacing("%@", with: $0.text("id") ?? "?") }
    }
  }
}
