import ArgumentParser
import Storage

extension UserCommand {
  /// `hearth user storage`
  struct StoredContent: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "storage", abstract: "List the bytes that each account stores, the largest first.")

    @OptionGroup var options: ConfigurationOptions

    func run() async throws {
      let settings = try options.load()
      try settings.requireDatabase()
      try await describingDatabase {
        let database = try settings.openDatabase()
        for account in try await database.read(UsageAudit.accounts) {
          print("\(account.id)  \(account.bytes)  \(account.username)")
        }
        await database.close()
      }
    }
  }
}
