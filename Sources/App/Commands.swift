package import ArgumentParser
import Bytes
import Foundation
import Logging
import Nutrition
import Runtime

/// `hearth`: a self-hosted backend for food logging.
package struct HearthCommand: AsyncParsableCommand {
  package static let version = "0.1.0"
  package static let configuration = CommandConfiguration(
    commandName: "hearth", abstract: "A self-hosted backend for food logging: one binary, one port, one data folder.",
    version: version, subcommands: [ServeCommand.self, ParseCommand.self, VersionCommand.self])

  package init() {}

  /// Runs the command that the process was started with; ends the process where it fails.
  package static func runProcess() async { await main(nil) }
}

/// `hearth serve`
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "serve", abstract: "Start the server.")

  @Option(help: "Where to listen, as HOST:PORT. Port 0 takes any free one.")
  var listen = "127.0.0.1:8000"
  @Option(help: "The folder that keeps everything; made where it is missing.")
  var data = "./data"
  @Flag(help: "Make the documented accounts admin/admin123 and testuser2/password. For development only.")
  var dev = false

  func run() async throws {
    let signals = try Signals([SIGTERM, SIGINT])
    var settings = ServerSettings()
    settings.listen = listen
    settings.dataFolder = data
    settings.isDevelopment = dev
    let logger = Logger(label: "hearth") { StreamLogHandler.standardError(label: $0) }
    let server: Server
    do {
      server = try await Server.start(settings, logger: logger)
    } catch {
      throw ValidationFailure(reason: "hearth cannot start: \(error)")
    }
    print("listening on http://\(server.address)")
    fflush(nil)
    let received = await withCheckedContinuation { continuation in
      do {
        _ = try Thread(name: "signals") { continuation.resume(returning: signals.next()) }
      } catch {
        continuation.resume(returning: SIGTERM)
      }
    }
    logger.info("stopping", metadata: ["signal": "\(received)"])
    await server.stop()
  }
}

/// Why a command could not do its work, as one line on standard error.
struct ValidationFailure: Error, CustomStringConvertible {
  var reason: String
  var description: String { reason }
}

/// `hearth parse "TEXT"`
struct ParseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parse", abstract: "Show what a meal in words is understood as. Needs no server.")

  @Argument(help: "The meal, for example \"2 eggs and a slice of toast\".")
  var text: String

  func run() throws {
    switch EmbeddedMealParser().parse(text) {
    case .items(let items):
      for item in items {
        let energy = Int(item.nutrients.energyKilocalories.rounded())
        print("\(item.quantityText)\t\(item.name)\t\(Int(item.grams.rounded())) g\t\(energy) kcal\t\(item.notes)")
      }
    case .failure(let reason, let suggestions):
      print(reason)
      for suggestion in suggestions { print("- \(suggestion)") }
      throw ExitCode.failure
    }
  }
}

/// `hearth version`
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "version", abstract: "Print the version.")

  func run() throws { print("hearth \(HearthCommand.version)") }
}
