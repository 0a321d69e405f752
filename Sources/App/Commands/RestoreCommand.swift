import ArgumentParser
import Storage

/// `hearth restore FILE`
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put a backup into the data folder; no server may run on it.",
    discussion: """
      The backup is checked first. A database that it replaces stays in the folder under the name that is printed.
      """)

  @OptionGroup var options: ConfigurationOptions
  @Flag(help: "Replace the database of the folder.")
  var force = false
  @Argument(help: "A file that `hearth backup` wrote.")
  var file: String

  func run() throws {
    let settings = try options.load()
    try settings.requireSQLite("restore it with pg_restore")
    try describingStorage {
      let result = try BackupRestoration.restore(file, folder: settings.dataFolder, replaces: force)
      print("restored \(file) to \(settings.dataFolder) (\(result.bytes) bytes)")
      if let kept = result.kept { print("the database that was there is \(kept)") }
    }
  }
}
