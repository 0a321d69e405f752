import ArgumentParser
import Net
import Storage

/// `hearth check-config`
struct CheckConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-config", abstract: "Check the configuration and report everything that is wrong with it.")

  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let settings = try options.load()
    guard SocketAddress(settings.listen) != nil else {
      throw CommandFailure("listen.address: \"\(settings.listen)\" is not HOST:PORT")
    }
    print("the configuration is good")
  }
}

/// `hearth migrate`
struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Bring the database up to date; `serve` does it at every start.")

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    let settings = try options.load()
    let database = try SQLiteDatabase.open(folder: settings.dataFolder, configuration: settings.storage)
    await database.close()
    print("the database in \(settings.dataFolder) is up to date")
  }
}

/// `hearth healthcheck`
struct HealthcheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "healthcheck", abstract: "Ask a running server whether it is ready; exit status 0 says yes.")

  @OptionGroup var options: ConfigurationOptions
  @Option(help: ArgumentHelp("Where the server listens (default: as configured).", valueName: "host:port"))
  var listen: String?

  func run() throws {
    let settings = try options.load(listen.map { ["listen.address": $0] } ?? [:])
    guard let address = SocketAddress(settings.listen) else {
      throw CommandFailure("\"\(settings.listen)\" is not HOST:PORT")
    }
    let status = try ReadinessProbe.status(of: address)
    guard status == 200 else { throw CommandFailure("\(address) is not ready (status \(status))") }
    print("\(address) is ready")
  }
}
