import JSONCodec

/// One thing that is wrong with a configuration, and where it stands.
struct ConfigurationProblem: Equatable, Sendable, CustomStringConvertible {
  /// The setting's path, or the name that is not known.
  var key: String
  /// `config.json`, `environment HEARTH_...`, `flag --...`
  var origin: String
  var text: String

  var description: String { "\(key): \(text) (\(origin))" }
}

/// All that is wrong with a configuration, at once.
package struct ConfigurationError: Error, Sendable, CustomStringConvertible {
  var problems: [ConfigurationProblem]

  package var description: String {
    "the configuration has \(problems.count) problem\(problems.count == 1 ? "" : "s"):\n"
      + problems.map { "  \($0)" }.joined(separator: "\n")
  }
}

/// Reads a configuration: flags win over the environment, the environment over the file, the file over the defaults.
///
/// Pure: what files and environment hold is passed in.
struct ConfigurationLoader {
  /// The file's name and bytes, where there is one.
  var file: (name: String, bytes: [UInt8])?
  var environment: [String: String] = [:]
  /// Values of flags by the path of their setting.
  var flags: [String: String] = [:]
  /// Reads what a `_FILE` variable points at; nil where that cannot be read.
  var readFile: (String) -> [UInt8]? = { _ in nil }

  private static let maxShownCharacters = 200
  /// Variables with the prefix that are no settings.
  private static let otherVariables: Set<String> = ["HEARTH_CONFIG", "HEARTH_BINARY"]
  private static let keys = Dictionary(uniqueKeysWithValues: ConfigurationKey.all.map { ($0.path, $0) })

  /// - Throws: `ConfigurationError` with everything that is wrong.
  func load() throws(ConfigurationError) -> ServerSettings {
    var settings = ServerSettings()
    var problems: [ConfigurationProblem] = []
    applyFile(&settings, &problems)
    applyEnvironment(&settings, &problems)
    for (path, text) in flags.sorted(by: { $0.key < $1.key }) {
      apply(path, origin: "flag", &settings, &problems) { ($0.read(text), $0.wrongMember(text)) }
    }
    problems += settings.modelProblems
    guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    return settings
  }

  private func applyFile(_ settings: inout ServerSettings, _ problems: inout [ConfigurationProblem]) {
    guard let file else { return }
    guard let json = try? JSONValue(parsing: file.bytes), let members = json.objectValue else {
      problems.append(ConfigurationProblem(key: "(file)", origin: file.name, text: "is not a JSON object"))
      return
    }
    walk(members, prefix: "", file.name, &settings, &problems)
  }

  private func walk(
    _ members: [String: JSONValue], prefix: String, _ origin: String, _ settings: inout ServerSettings,
    _ problems: inout [ConfigurationProblem]
  ) {
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      let path = prefix + name
      if Self.keys[path] == nil, let inner = value.objectValue,
        Self.keys.keys.contains(where: { $0.hasPrefix(path + ".") })
      {
        walk(inner, prefix: path + ".", origin, &settings, &problems)
      } else {
        apply(path, origin: origin, &settings, &problems) { ($0.read(value), $0.wrongMember(value)) }
      }
    }
  }

  private func applyEnvironment(_ settings: inout ServerSettings, _ problems: inout [ConfigurationProblem]) {
    let byName = Dictionary(uniqueKeysWithValues: ConfigurationKey.all.map { ($0.environmentName, $0) })
    for (name, value) in environment.sorted(by: { $0.key < $1.key })
    where name.hasPrefix("HEARTH_") && !Self.otherVariables.contains(name) {
      let origin = "environment \(name)"
      if let key = byName[name] {
        apply(key.path, origin: origin, &settings, &problems) { ($0.read(value), $0.wrongMember(value)) }
      } else if name.hasSuffix("_FILE"), let key = byName[String(name.dropLast(5))] {
        guard let bytes = readFile(value) else {
          problems.append(ConfigurationProblem(key: key.path, origin: origin, text: "cannot read the file \(value)"))
          continue
        }
        let text = String(decoding: bytes, as: UTF8.self)[...].trimming(while: \.isWhitespace)
        apply(key.path, origin: origin, &settings, &problems) { ($0.read(String(text)), $0.wrongMember(String(text))) }
      } else {
        problems.append(ConfigurationProblem(key: name, origin: origin, text: "is not a known setting"))
      }
    }
  }

  private func apply(
    _ path: String, origin: String, _ settings: inout ServerSettings, _ problems: inout [ConfigurationProblem],
    _ read: (ConfigurationKind) -> (value: ConfigurationValue?, wrongMember: String?)
  ) {
    guard let key = Self.keys[path] else {
      problems.append(ConfigurationProblem(key: path, origin: origin, text: "is not a known setting"))
      return
    }
    let given = read(key.kind)
    guard let value = given.value else {
      let offence =
        given.wrongMember.map { ", not \(String($0.prefix(Self.maxShownCharacters)).debugDescription)" } ?? ""
      let text = "must be \(key.kind.expectation)\(offence)"
      problems.append(ConfigurationProblem(key: path, origin: origin, text: text))
      return
    }
    key.apply(&settings, value)
    settings.given[path] = value
  }
}
