package import ArgumentParser
import Crypto
import Glibc
import Pages
import Runtime

/// `hearth`: a self-hosted backend for food logging.
package struct HearthCommand: AsyncParsableCommand {
  /// The version that `hearth version` prints and that names the Debian package.
  package static let version = "0.1.0"
  /// The version, and on a second line which pages about the API the program contains.
  static let describedVersion =
    "hearth \(version)\npages: \(SwaggerUI.isIncluded ? "Swagger UI" : "plain (scripts/build-release adds Swagger UI)")"
  /// The name, the help text and the subcommands.
  package static let configuration = CommandConfiguration(
    commandName: "hearth", abstract: "A self-hosted backend for food logging: one binary, one port, one data folder.",
    version: describedVersion,
    subcommands: [
      ServeCommand.self, CheckConfigCommand.self, MigrateCommand.self, UserCommand.self, SessionsCommand.self,
      TokenCommand.self, AuditCommand.self, BackupCommand.self, RestoreCommand.self, SnapshotCommand.self,
      StorageCommand.self, SeedCommand.self, CheckCommand.self, ParseCommand.self, EvaluateCommand.self,
      CoachEvaluateCommand.self, CoachTrainCommand.self, MentionTrainCommand.self, FoodsCommand.self,
      HealthcheckCommand.self, VersionCommand.self, SettingsCommand.self, OpenAPICommand.self, AsyncAPICommand.self,
    ])

  /// For the argument parser.
  package init() {}

  /// Runs the command of the process's arguments. Ends the process if it fails.
  package static func runProcess() async {
    OpenSSLLibrary.initialize()
    // Before the first task: without descriptors, libdispatch ends the process silently.
    let descriptors = Descriptor.raiseLimit()
    guard descriptors >= leastDescriptors else {
      let reason =
        "the limit of \(descriptors) descriptors (ulimit -n) is too low, at least \(leastDescriptors) are required"
      StandardError.write("Error: hearth cannot start: \(reason)\n")
      Glibc.exit(1)
    }
    // The default of http.max_connections, and files of the database.
    Descriptor.reserve(min(descriptors, 32_768))
    await main(nil)
  }

  private static let leastDescriptors = 64
}

/// `hearth version`
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "version", abstract: "Print the version.")

  func run() throws { print(HearthCommand.describedVersion) }
}

/// The reason a command failed, as one line on standard error.
struct CommandFailure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
