// Configuration: a file, lines NAME=VALUE of the environment and words of the command line, parted by zero bytes.
// Problems of the three add up, each is named with its place, no secret is told, and text means the same in each.
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
    require(!error.problems.isEmpty, "refused for nothing")
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

/// The settings that a command line of `hearth serve` gives, one word a line.
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

func checkSecrets(_ environment: [String: String], _ told: String) {
  for key in ConfigurationKey.all where key.kind.isSecret {
    guard let value = environment[key.environmentName], value.utf8.count >= 16 else { continue }
    // The same text may stand elsewhere in the input.
    let elsewhere = environment.contains {
      $0.key.contains(value) || ($0.key != key.environmentName && $0.value.contains(value))
    }
    require(elsewhere || !told.contains(value), "a secret is told")
  }
}

/// Text of the file and of the environment is read alike, within its bounds.
func checkValue(_ text: String) {
  for key in ConfigurationKey.all {
    let value = key.kind.read(text)
    require(key.kind.read(JSONValue.string(text)) == value, "\(key.path): \"\(text)\" means two things")
    switch (key.kind, value) {
    case (.duration, .duration(let value)): require(value >= .zero && value <= .seconds(315_360_000), "too long")
    case (.size, .integer(let value)): require((1...1 << 40).contains(value), "too large")
    case (.integer(let range), .integer(let value)): require(range.contains(value), "out of range")
    case (.choice(let words), .text(let value)): require(words.contains(value), "no choice")
    case (.list, .list(let words)), (.secretList, .list(let words)): require(!words.contains(""), "an empty member")
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
    require(all == ofFile + ofEnvironment + ofFlags, "problems do not add up: \(all)")
    for problem in all {
      require(!problem.text.isEmpty && !problem.origin.isEmpty, "a problem without text or place: \(problem)")
    }
    checkSecrets(environment, ofEnvironment.map(\.description).joined(separator: "\n"))
    for value in environment.values.prefix(4) { checkValue(value) }
  })
