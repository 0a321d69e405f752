import ArgumentParser
import Glibc
import Runtime
import Storage

/// `hearth check`
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the database and count its rows. Exit status 1 if there are errors.",
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
    if settings.storageEngine == .postgres {
      if file != nil { try settings.requireSQLite("--file names a backup of SQLite") }
      return try await checkPostgres(settings)
    }
    try describingStorage {
      let inspection =
        if let file { try DatabaseInspection(file: file) } else {
          try DatabaseInspection(folder: settings.dataFolder)
        }
      var problems = try inspection.problems()
      if problems.isEmpty { problems = try contentProblems(inspection) }
      guard problems.isEmpty else { throw BackupError.damaged(path: inspection.path, problems: problems) }
      print("\(inspection.path): no errors found")
    }
  }

  /// Counts one account in each transaction, so that a running server waits for none of them long.
  private func recountStorage(_ settings: ServerSettings) async throws {
    try settings.requireDatabase()
    try await describingDatabase {
      let database = try settings.openDatabase()
      let users = try await database.read(UsageAudit.userIDs)
      let audit = UsageAudit(ServerModules.tables)
      for id in users { try await database.write(in: .user(id)) { try audit.recount(id, in: $0) } }
      await database.close()
    }
  }

  /// Checks the rows. Damage of files is found by the tools of PostgreSQL.
  private func checkPostgres(_ settings: ServerSettings) async throws {
    try await describingDatabase {
      let database = try settings.openDatabase()
      let counts = try await database.read(for: .server, Self.counts)
      for row in counts { print(row.name, row.count) }
      var problems = try await database.read(for: .server, Self.problems)
      if !problems.isEmpty {
        try await Task.sleep(for: Self.pause)
        let later = try await database.read(for: .server, Self.problems)
        problems = problems.filter(later.contains)
      }
      await database.close()
      guard problems.isEmpty else {
        throw CommandFailure("the database is damaged:\n" + problems.map { "  \($0)" }.joined(separator: "\n"))
      }
      print("no errors found")
    }
  }

  /// A job of a meal that was just deleted violates a rule until it runs.
  private static let pause: Duration = .seconds(2)

  @Sendable private static func counts(in connection: any SQLConnection) throws -> [(name: String, count: Int64)] {
    try ServerModules.checks.flatMap { try $0.counts(in: connection) }
  }

  @Sendable private static func problems(in connection: any SQLConnection) throws -> [String] {
    try ServerModules.checks.flatMap { try $0.problems(in: connection) }
  }

  /// Prints the counts. - Returns: the problems of the rows.
  private func contentProblems(_ inspection: DatabaseInspection) throws -> [String] {
    let missing = try inspection.missingMigrations()
    print("size", try inspection.bytes(), "bytes")
    guard missing.isEmpty else {
      print("the next start brings it up to date: \(missing.joined(separator: ", "))")
      return []
    }
    for row in try inspection.read(Self.counts) { print(row.name, row.count) }
    var problems = try inspection.read(Self.problems)
    if !problems.isEmpty {
      sleep(UInt32(Self.pause.components.seconds))
      let later = try inspection.read(Self.problems)
      problems = problems.filter(later.contains)
    }
    return problems
  }
}
