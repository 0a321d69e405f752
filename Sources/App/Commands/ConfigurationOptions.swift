import ArgumentParser
import Foundation

/// The flags that say where the configuration is and what of it to replace; every command that needs one has them.
struct ConfigurationOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Read settings from this JSON file.", valueName: "file"))
  var config: String?
  @Option(help: ArgumentHelp("The folder that keeps everything; made where it is missing.", valueName: "dir"))
  var data: String?

  /// - Parameter flags: further settings by path.
  /// - Throws: `CommandFailure` with everything that is wrong.
  func load(_ flags: [String: String] = [:]) throws -> ServerSettings {
    let environment = ProcessInfo.processInfo.environment
    var loader = ConfigurationLoader(environment: environment, flags: flags)
    loader.readFile = { path in FileManager.default.contents(atPath: path).map { [UInt8]($0) } }
    if let data { loader.flags["data.folder"] = data }
    if let path = config ?? environment["HEARTH_CONFIG"] {
      guard let bytes = FileManager.default.contents(atPath: path) else {
        throw CommandFailure("cannot read the configuration file \(path)")
      }
      loader.file = (path, [UInt8](bytes))
    }
    do { return try loader.load() } catch { throw CommandFailure(error.description) }
  }
}
