import ArgumentParser
import HTTPServer
import JSONCodec
import Net
import Storage

/// `hearth check-config`
struct CheckConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-config", abstract: "Check the configuration and report all problems.",
    discussion: "Also reads the files that the settings name, as `serve` does. Creates and changes nothing.")

  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let settings = try options.load()
    for warning in settings.warnings { print("warning: \(warning)") }
    let problems = StartCheck.problems(settings)
    guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    print("configuration is valid")
  }
}

/// `hearth settings`, hidden: `scripts/generate-settings` writes the documentation with it.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Print the settings table.", shouldDisplay: false)

  @Flag(help: "Print config.example.json instead of the tables of docs/configuration.md.")
  var example = false

  func run() throws { print(example ? SettingsDocument.example : SettingsDocument.tables, terminator: "") }
}

/// `hearth migrate`
struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Migrate the database to the current schema; `serve` does it at every start.")

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    let settings = try options.load()
    let database = try settings.openDatabase()
    await database.close()
    print("the database\(settings.storagePlace) is up to date")
  }
}

/// `hearth healthcheck`
struct HealthcheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "healthcheck", abstract: "Ask a running server whether it is ready.",
    discussion: "Exit status 0: the server is ready. Exit status 1: it is not; the reason is printed.")

  @OptionGroup var options: ConfigurationOptions
  @Option(help: ArgumentHelp("The address of the server (default: the configured one).", valueName: "address"))
  var listen: String?

  func run() throws {
    let settings = try options.load(listen.map { ["listen.address": $0] } ?? [:])
    let address = try Self.address(settings, isGiven: listen != nil)
    let probe = ReadinessProbe(
      address, isEncrypted: !settings.tlsCertificate.isEmpty, basePath: settings.http.basePath.text)
    let answer = try probe.ask()
    guard answer.status == 200 else {
      let reason = (try? JSONValue(parsing: answer.body))?["reason"]?.stringValue ?? Self.advice(answer.status)
      throw CommandFailure("\(address) is not ready (status \(answer.status))" + (reason.map { ": \($0)" } ?? ""))
    }
    print("\(address) is ready")
  }

  /// The likely fault of the request rather than of the server.
  private static func advice(_ status: Int) -> String? {
    switch status {
    case 400: "if the server has TLS, name its configuration with --config"
    case 404: "if the server has http.base_path, name its configuration with --config"
    default: nil
    }
  }

  /// The given address; else the one that the running server wrote to the data folder, or the configured one.
  private static func address(_ settings: ServerSettings, isGiven: Bool) throws -> ListenAddress {
    guard let named = ListenAddress(settings.listen) else { throw InvalidListenAddress(text: settings.listen) }
    let running = LocationFile(folder: settings.dataFolder).read().flatMap { ListenAddress($0) }
    switch named {
    case .tcp(let tcp) where tcp.port != 0: return isGiven ? named : running ?? named
    case .unix: return isGiven ? named : running ?? named
    default: break
    }
    guard let running else { throw CommandFailure("no server runs with the data folder \(settings.dataFolder)") }
    return running
  }
}
