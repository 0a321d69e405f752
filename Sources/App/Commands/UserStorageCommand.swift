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
      try await describingDatabase {
        let database = try SQLiteDatabase.open(folder: settings.dataFolder, configuration: settings.storage)
        let rows = try await database.read { connection in
          try connection.query(
            """
            SELECT u.id AS id, u.username AS username, s.bytes AS bytes
            FROM user_usage s JOIN users u ON u.id = s.user_id ORDER BY s.bytes DESC, u.username
            """)
        }
        for row in rows {
          print("\(row.text("id") ?? "")  \(row.integer("bytes") ?? 0)  \(row.text("username") ?? "")")
        }
        await database.close()
      }
    }
  }
}
