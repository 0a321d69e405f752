import JSONCodec

/// Renders the settings table as `config.example.json` and as the tables of `docs/configuration.md`.
enum SettingsDocument {
  /// Lines of `docs/configuration.md` between which the tables stand.
  static let begin = "<!-- settings: written by scripts/generate-settings -->"
  static let end = "<!-- settings: end -->"

  // MARK: - Markdown

  /// A heading and a table for each group.
  static var tables: String {
    SettingsTable.groups.map { group in
      "### \(group.title)\n\n| setting | type | default | effect |\n| --- | --- | --- | --- |\n"
        + group.settings.map { row($0) + "\n" }.joined()
    }.joined(separator: "\n")
  }

  private static func row(_ setting: Setting) -> String {
    let type = typeName(setting.type) + (setting.isSecret ? ", secret" : "")
    let initial = setting.defaultText.isEmpty ? "none" : "`\(setting.defaultText)`"
    let danger = setting.danger.map { " **Danger:** \($0)" } ?? ""
    return "| `\(setting.key)` | \(type) | \(initial) | \(setting.effect)\(danger) |"
  }

  private static func typeName(_ type: SettingType) -> String {
    switch type {
    case .text: "text"
    case .list: "list"
    case .flag: "`true` or `false`"
    case .integer(let range, let unit): "\(range.lowerBound) to \(range.upperBound) \(unit)"
    case .duration: "duration"
    case .size: "size"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .amount: "amount"
    }
  }

  // MARK: - Example file

  private static let maxLineCharacters = 100

  /// A file with every setting at its default.
  static var example: String {
    var sections: [(name: String?, members: [String])] = []
    for setting in SettingsTable.all {
      let name = setting.section.map { setting.key.dropFirst($0.count + 1) } ?? setting.key[...]
      let member = "\"\(name)\": \(json(setting))"
      if let index = sections.firstIndex(where: { $0.name != nil && $0.name == setting.section }) {
        sections[index].members.append(member)
      } else {
        sections.append((setting.section, [member]))
      }
    }
    return "{\n" + sections.map { render($0.name, $0.members) }.joined(separator: ",\n") + "\n}\n"
  }

  private static func render(_ section: String?, _ members: [String]) -> String {
    guard let section else { return "  " + members.joined(separator: ",\n  ") }
    let line = "  \"\(section)\": { \(members.joined(separator: ", ")) }"
    guard line.count > maxLineCharacters else { return line }
    return "  \"\(section)\": {\n    \(members.joined(separator: ",\n    "))\n  }"
  }

  private static func json(_ setting: Setting) -> String {
    switch setting.type {
    case .integer, .flag: setting.defaultText
    case .list: "[]"
    default: String(decoding: JSONValue.string(setting.defaultText).encoded, as: UTF8.self)
    }
  }
}
