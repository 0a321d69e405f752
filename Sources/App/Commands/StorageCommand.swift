import ArgumentParser
import Storage
import StoragePostgres

/// `hearth storage`
struct StorageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storage", abstract: "Copy all data between SQLite and PostgreSQL.", subcommands: [Copy.self])

  struct Copy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Copy all data to an empty database, and compare it. No server may use either of them.",
      discussion: """
        A database is sqlite:FOLDER, with the data folder, or a URL that begins with postgresql://. The key of tokens \
        (signing.key) stays in its data folder.
        """)

    @OptionGroup var options: ConfigurationOptions
    @Option(help: ArgumentHelp("The database to read.", valueName: "database"))
    var from: String
    @Option(help: ArgumentHelp("The database to fill.", valueName: "database"))
    var to: String

    func run() async throws {
      let isSQLite = [from, to].map { $0.hasPrefix("sqlite:") }
      guard isSQLite[0] != isSQLite[1] else {
        throw ValidationError("--from and --to must name one database of each engine: sqlite:FOLDER and postgresql://…")
      }
      let settings = try options.load()
      try await describingDatabase {
        // Opening a folder without a database would create one.
        if isSQLite[0] { _ = try DatabaseInspection(folder: String(from.dropFirst("sqlite:".count))) }
        let source = try Self.open(from, settings)
        let target = try Self.open(to, settings)
        do {
          try await DatabaseCopy(from: source, to: target).run { table, digest in
            print(table, digest.rows)
          }
        } catch let failure as DatabaseCopy.Failure {
          throw CommandFailure("nothing was copied: \(failure)")
        }
        await source.close()
        await target.close()
        print("copied; both databases have the same rows")
      }
    }

    /// Opens a database for this command alone.
    private static func open(_ name: String, _ settings: ServerSettings) throws -> any StorageEngine {
      if name.hasPrefix("sqlite:") {
        var configuration = settings.storage
        configuration.isExclusive = true
        return try SQLiteDatabase.open(folder: String(name.dropFirst("sqlite:".count)), configuration: configuration)
      }
      var configuration = settings.postgres
      configuration.url = name
      configuration.isExclusive = true
      return try PostgresDatabase.open(configuration)
    }
  }
}
