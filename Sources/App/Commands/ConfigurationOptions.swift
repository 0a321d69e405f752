import ArgumentParser
import Storage

/// The options of every command that reads the configuration.
struct ConfigurationOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Read settings from this JSON file.", valueName: "file"))
  var config: String?
  @Option(
    help: ArgumentHelp("The data folder. Commands that store new data create it if it is missing.", valueName: "dir"))
  var data: String?

  /// - Parameter flags: values of further settings by key.
  /// - Throws: `CommandFailure` with all problems.
  func load(_ flags: [String: String] = [:]) throws -> ServerSettings {
    let environment = ProcessEnvironment.variables
    var loader = ConfigurationLoader(environment: environment, flags: flags)
    loader.readFile = { try? FileContents.read($0) }
    if let data { loader.flags["data.folder"] = data }
    if let path = config ?? environment["HEARTH_CONFIG"] {
      do throws(FileError) { loader.file = (path, try FileContents.read(path)) } catch {
        throw CommandFailure("cannot read the configuration file \(path): \(error.reason)")
      }
    }
    do {
      var settings = try loader.load()
      #if DEBUG
        if environment[ConfigurationLoader.underTest] == "1" { settings.adaptToTests() }
      #endif
      return settings
    } catch { throw CommandFailure(error.description) }
  }
}
