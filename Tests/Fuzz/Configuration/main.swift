// Configuration: a file, lines NAME=VALUE of the environment and words of the command line, separated by zero bytes.
// The problems of the three add up, each has its place, no secret is shown, and a text has one meaning in all three.
import ArgumentParser
import FuzzSupport
import Glibc
import JSONCodec

@testable import App

func problems(
  _ file: [UInt8]?, _ environment: [String: String], _ flags: [String: String]
) -> [ConfigurationProblem] {
  var loader = ConfigurationLoader(environment: environment, flags: flags)
  if let file { loader.file = ("config.json", file) }
  loader.readFile = { $0.hasPrefix("/") ? Array($0.utf8) : nil }
  do throws(ConfigurationError) {
    _ = try loader.load()
    return []
  } catch {
    require(!error.problems.isEmpty, "refused without a problem")
    return error.problems
  }
}

func variables(_ text: String) -> [String: String] {
  var variables: [String: String] = [:]
  for line in text.split(separator: "\n").prefix(64) {
    guard let sign = line.firstIndex(of: "=") else { continue }
    variables[String(line[..<sign])] = String(line[line.index(after: sign)...])
  }
  return variables
}

/// The settings of a command line of `hearth serve`, one argument per line.
func flags(_ text: String) -> [String: String] {
  guard !text.isEmpty else { return [:] }
  let words = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(16).map(String.init)
  guard let command = try? HearthCommand.parseAsRoot(["serve"] + words) as? ServeCommand else { return [:] }
  var flags: [String: String] = [:]
  flags["listen.address"] = command.listen
  flags["data.folder"] = command.options.data
  if command.dev { flags["dev"] = "true" }
  return flags
}

func checkSecrets(_ environment: [String: String], _ messages: String) {
  for setting in SettingsTable.all where setting.isSecret {
    guard let value = environment[setting.environmentName], value.utf8.count >= 16 else { continue }
    // Another variable may have the same text.
    let elsewhere = environment.contains {
      $0.key.contains(value) || ($0.key != setting.environmentName && $0.value.contains(value))
    }
    require(elsewhere || !messages.contains(value), "a secret is shown")
  }
}

/// Text in the file and in the environment has one meaning, within the bounds of its type.
func checkValue(_ text: String) {
  for setting in SettingsTable.all {
    let value = setting.type.read(text)
    require(setting.type.read(JSONValue.string(text)) == value, "\(setting.key): \"\(text)\" has two meanings")
    switch (setting.type, value) {
    case (.duration, .duration(let value)): require(value >= .zero && value <= .seconds(315_360_000), "too long")
    case (.size(let allowsZero), .integer(let value)):
      require(((allowsZero ? 0 : 1)...1 << 40).contains(value), "too large")
    case (.integer(let range, _), .integer(let value)): require(range.contains(value), "out of range")
    case (.choice(let words), .text(let value)): require(words.contains(value), "not a choice")
    case (.list, .list(let words)): require(!words.contains(""), "an empty member")
    default: break
    }
  }
}

exit(
  fuzz { input in
    let parts = input.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    let file = parts.first.map(Array.init) ?? []
    let texts = parts.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    let environment = variables(texts.first ?? "")
    let flags = flags(texts.dropFirst().first ?? "")
    let ofFile = problems(file, [:], [:])
    let ofEnvironment = problems(nil, environment, [:])
    let ofFlags = problems(nil, [:], flags)
    let all = problems(file, environment, flags)
    // Rules about several settings depend on all sources together.
    func own(_ problems: [ConfigurationProblem]) -> [ConfigurationProblem] {
      problems.filter { !$0.origin.hasPrefix("required by") }
    }
    require(own(all) == own(ofFile) + own(ofEnvironment) + own(ofFlags), "problems do not add up: \(all)")
    for problem in all {
      require(!problem.text.isEmpty && !problem.origin.isEmpty, "a problem without text or origin: \(problem)")
    }
    checkSecrets(environment, ofEnvironment.map(\.description).joined(separator: "\n"))
    for value in environment.values.prefix(4) { checkValue(value) }
  })
