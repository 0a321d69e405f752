import API
import ArgumentParser
import Audit
import Bytes
import Storage

/// `hearth audit`
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Show the actions of administrators.", subcommands: [List.self])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the actions over REST and on the command line, newest first.")

    @OptionGroup var options: ConfigurationOptions
    @Option(help: ArgumentHelp("The number of rows, at most 10000.", valueName: "rows"))
    var limit = 100

    func validate() throws {
      guard (1...10_000).contains(limit) else { throw ValidationError("--limit must be a number from 1 to 10000") }
    }

    func run() async throws {
      let settings = try options.load()
      try settings.requireDatabase()
      try await describingDatabase {
        let database = try settings.openDatabase()
        let limit = limit
        let rows = try await database.read { try AuditLog.page(Page(limit: limit), in: $0).rows }
        await database.close()
        for entry in rows {
          let author = entry.adminID == nil ? entry.source : "\(LogLine.quoted(entry.adminName)) \(entry.address)"
          // The details are JSON, whose control characters are escaped.
          print(
            "\(entry.time.rfc3339)  \(entry.action)  \(LogLine.quoted(entry.target))  by \(author)"
              + (entry.details == "{}" ? "" : "  \(entry.details)"))
        }
      }
    }
  }
}
