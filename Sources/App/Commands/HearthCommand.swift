package import ArgumentParser
import Crypto
import Foundation
import Runtime

/// `hearth`: a self-hosted backend for food logging.
package struct HearthCommand: AsyncParsableCommand {
  package static let version = "0.1.0"
  package static let configuration = CommandConfiguration(
    commandName: "hearth", abstract: "A self-hosted backend for food logging: one binary, one port, one data folder.",
    version: "hearth " + version,
    subcommands: [
      ServeCommand.self, CheckConfigCommand.self, MigrateCommand.self, UserCommand.self, TokenCommand.self,
      BackupCommand.self, RestoreCommand.self, CheckCommand.self, ParseCommand.self, EvaluateCommand.self,
      CoachEvaluateCommand.self, FoodsCommand.self, HealthcheckCommand.self, VersionCommand.self,
      SettingsCommand.self,
    ])

  package init() {}

  /// Runs the command that the process was started with; ends the process where it fails.
  package static func runProcess() async {
    OpenSSLLibrary.initialize()
    // On the main thread still: with less, what the language's concurrency stands on ends the process without a word.
    let descriptors = Descriptor.raiseLimit()
    guard descriptors >= leastDescriptors else {
      let reason = "\(descriptors) descriptors (ulimit -n) are too few, \(leastDescriptors) is the least"
      FileHandle.standardError.write(Data("Error: hearth cannot start: \(reason)\n".utf8))
      Foundation.exit(1)
    }
    // As many as connections are let in, and some.
    Descriptor.reserve(min(descriptors, 32_768))
    await main(nil)
  }

  private static let leastDescriptors = 64
}

/// `hearth version`
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "version", abstract: "Print the version.")

  func run() throws { print("hearth \(HearthCommand.version)") }
}

/// Why a command could not do its work, as one line on standard error.
struct CommandFailure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
