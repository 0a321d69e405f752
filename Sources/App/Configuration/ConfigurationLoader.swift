import JSONCodec

/// Reads a configuration. A flag has precedence over the environment, the environment over the file, and the file over the
/// default.
///
/// Pure: the contents of files and of the environment are passed in.
struct ConfigurationLoader {
  /// The name and the bytes of the file; nil if there is none.
  var file: (name: String, bytes: [UInt8])?
  var environment: [String: String] = [:]
  /// Values of flags by the key of their setting.
  var flags: [String: String] = [:]
  /// Reads the file that a `_FILE` variable names; nil if it cannot be read.
  var readFile: (String) -> [UInt8]? = { _ in nil }

  private static let maxShownCharacters = 200
  /// The variable of servers that tests start: see `ServerSettings.adaptToTests`. Release builds ignore it.
  static let underTest = "HEARTH_UNDER_TEST"
  /// Variables with the prefix that are not settings.
  private static let otherVariables: Set<String> = ["HEARTH_CONFIG", "HEARTH_BINARY", underTest]

  /// - Throws: `ConfigurationError` with all problems.
  func load() throws(ConfigurationError) -> ServerSettings {
    var settings = ServerSettings()
    var problems: [ConfigurationProblem] = []
    applyFile(&settings, &problems)
    applyEnvironment(&settings, &problems)
    for (key, text) in flags.sorted(by: { $0.key < $1.key }) {
      apply(key, .text(text), origin: "flag", &settings, &problems)
    }
    problems += settings.storageProblems + settings.modelProblems + settings.developmentProblems
    guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    return settings
  }

  private func applyFile(_ settings: inout ServerSettings, _ problems: inout [ConfigurationProblem]) {
    guard let file else { return }
    func problem(_ error: ConfigurationFile.SyntaxError) -> ConfigurationProblem {
      ConfigurationProblem(key: error.key, origin: "\(file.name), \(error.position)", text: error.text)
    }
    do throws(ConfigurationFile.SyntaxError) {
      let content = try ConfigurationFile(file.bytes, isSection: SettingsTable.sections.contains)
      problems += content.repeated.map(problem)
      for entry in content.entries {
        apply(entry.key, .json(entry.value), origin: "\(file.name), \(entry.position)", &settings, &problems)
      }
    } catch {
      problems.append(problem(error))
    }
  }

  private func applyEnvironment(_ settings: inout ServerSettings, _ problems: inout [ConfigurationProblem]) {
    let byName = SettingsTable.byEnvironmentName
    for (name, value) in environment.sorted(by: { $0.key < $1.key })
    where name.hasPrefix("HEARTH_") && !Self.otherVariables.contains(name) {
      let origin = "environment \(name)"
      if let setting = byName[name] {
        apply(setting.key, .text(value), origin: origin, &settings, &problems)
      } else if name.hasSuffix("_FILE"), let setting = byName[String(name.dropLast(5))] {
        guard let bytes = readFile(value) else {
          let text = "cannot read the file \(Self.quoted(value))"
          problems.append(ConfigurationProblem(key: setting.key, origin: origin, text: text))
          continue
        }
        let text = String(decoding: bytes, as: UTF8.self)[...].trimming(while: \.isWhitespace)
        apply(setting.key, .text(String(text)), origin: origin, &settings, &problems)
      } else if ServiceLink.isLikely(name) {
        let text = "is not a setting and is ignored; it looks like a service link of a container platform"
        settings.warnings.append(ConfigurationProblem(key: name, origin: origin, text: text))
      } else {
        problems.append(ConfigurationProblem(key: name, origin: origin, text: Self.unknown(name, byName.keys)))
      }
    }
  }

  /// A value before its type is checked.
  private enum RawValue {
    case text(String)
    case json(JSONValue)
  }

  private func apply(
    _ key: String, _ raw: RawValue, origin: String, _ settings: inout ServerSettings,
    _ problems: inout [ConfigurationProblem]
  ) {
    guard let setting = SettingsTable.byKey[key] else {
      problems.append(ConfigurationProblem(key: key, origin: origin, text: Self.unknown(key)))
      return
    }
    let value =
      switch raw {
      case .text(let text): setting.type.read(text)
      case .json(let json): setting.type.read(json)
      }
    guard let value else {
      problems.append(ConfigurationProblem(key: key, origin: origin, text: Self.invalid(raw, setting)))
      return
    }
    setting.set(&settings, value)
    settings.given[key] = value
  }

  // MARK: - Messages

  private static func invalid(_ raw: RawValue, _ setting: Setting) -> String {
    let type = setting.type
    if setting.isSecret { return "the value must be \(type.expectation) (it is secret and not shown)" }
    let member =
      switch raw {
      case .text(let text): type.invalidMember(text)
      case .json(let json): type.invalidMember(json)
      }
    if let member { return "\(quoted(member)) is not \(type.memberExpectation)" }
    switch raw {
    case .text(let text), .json(.string(let text)): return "\(quoted(text)) is not \(type.expectation)"
    case .json(let json):
      return "\(shortened(String(decoding: json.encoded, as: UTF8.self))) is not \(type.expectation)"
    }
  }

  private static func unknown(_ key: String) -> String {
    let members = SettingsTable.all.filter { $0.section == key }.map { $0.key.dropFirst(key.count + 1) }
    guard members.isEmpty else { return "must be an object with some of: \(members.joined(separator: ", "))" }
    return unknown(key, SettingsTable.byKey.keys)
  }

  private static func unknown(_ name: String, _ names: some Sequence<String>) -> String {
    let nearest = NearestKey.find(name, among: names)
    return "is not a known setting" + (nearest.map { "; the nearest one is \($0)" } ?? "")
  }

  private static func quoted(_ text: String) -> String { shortened(text).debugDescription }

  private static func shortened(_ text: String) -> String {
    text.count <= maxShownCharacters ? text : text.prefix(maxShownCharacters) + "…"
  }
}
