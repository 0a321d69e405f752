import ArgumentParser
import Storage

/// `hearth backup FILE`
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write a copy of the database to a file, while the server runs or not.",
    discussion: """
      Everything that was acknowledged before is in it. It is checked before it gets its name, and readable by its \
      owner alone. The key of tokens (signing.key) is not in it: without that, people sign in again after a restore.
      """)

  @OptionGroup var options: ConfigurationOptions
  @Flag(help: "Replace the file if it exists.")
  var force = false
  @Argument(help: "The file to write.")
  var file: String

  func run() throws {
    let settings = try options.load()
    try settings.requireSQLite("back it up with pg_dump or pg_basebackup")
    try describingStorage {
      let bytes = try BackupWriter.write(folder: settings.dataFolder, to: file, replaces: force)
      print("backed up \(settings.dataFolder) to \(file) (\(bytes) bytes)")
    }
  }
}
