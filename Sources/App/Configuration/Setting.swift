/// One row of the settings table: everything that is known about a setting.
///
/// The loader, `check-config`, `config.example.json` and the tables of `docs/configuration.md` read these rows and
/// nothing else.
struct Setting: Sendable {
  /// Section and name, separated by a dot (`http.header_timeout`).
  let key: String
  let type: SettingType
  /// The default as it is written in the environment; empty for unset.
  let defaultText: String
  /// The effect in Markdown, as a full sentence or a noun phrase.
  let effect: String
  /// The risk of a value other than the default, in Markdown; nil if there is none.
  var danger: String?
  /// Whether messages must not show the value.
  var isSecret = false
  /// Reads the value in use.
  let get: @Sendable (ServerSettings) -> SettingValue
  /// Puts a value of this setting's type in use.
  let set: @Sendable (inout ServerSettings, SettingValue) -> Void

  /// `HEARTH_HTTP_HEADER_TIMEOUT`
  var environmentName: String { "HEARTH_" + key.uppercased().replacing(".", with: "_") }

  /// The part of the key before the dot; nil for a setting at the top level of the file.
  var section: String? { key.firstIndex(of: ".").map { String(key[..<$0]) } }
}

// MARK: - Rows by type

/// The place of a setting's value.
typealias SettingPath<Value> = WritableKeyPath<ServerSettings, Value> & Sendable

extension Setting {
  static func text(
    _ key: String, _ defaultText: String, _ path: any SettingPath<String>, _ effect: String, danger: String? = nil,
    isSecret: Bool = false
  ) -> Setting {
    Setting(
      key: key, type: .text(.any), defaultText: defaultText, effect: effect, danger: danger, isSecret: isSecret,
      get: { .text($0[keyPath: path]) }, set: { if case .text(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// Text that must have `form`, which is also how it is stored.
  static func text(
    _ key: String, _ defaultText: String, _ form: TextForm, _ path: any SettingPath<String>, _ effect: String,
    danger: String? = nil, isSecret: Bool = false
  ) -> Setting {
    Setting(
      key: key, type: .text(form), defaultText: defaultText, effect: effect, danger: danger, isSecret: isSecret,
      get: { .text($0[keyPath: path]) }, set: { if case .text(let value) = $1 { $0[keyPath: path] = value } })
  }

  static func list(
    _ key: String, _ form: TextForm, _ path: any SettingPath<[String]>, _ effect: String, danger: String? = nil,
    isSecret: Bool = false
  ) -> Setting {
    Setting(
      key: key, type: .list(form), defaultText: "", effect: effect, danger: danger, isSecret: isSecret,
      get: { .list($0[keyPath: path]) }, set: { if case .list(let value) = $1 { $0[keyPath: path] = value } })
  }

  static func flag(
    _ key: String, _ defaultValue: Bool, _ path: any SettingPath<Bool>, _ effect: String, danger: String? = nil
  ) -> Setting {
    Setting(
      key: key, type: .flag, defaultText: "\(defaultValue)", effect: effect, danger: danger,
      get: { .flag($0[keyPath: path]) }, set: { if case .flag(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// - Parameter unit: the noun that the number counts.
  static func integer(
    _ key: String, _ defaultValue: Int, _ range: ClosedRange<Int>, _ unit: String, _ path: any SettingPath<Int>,
    _ effect: String, danger: String? = nil
  ) -> Setting {
    Setting(
      key: key, type: .integer(range, unit: unit), defaultText: "\(defaultValue)", effect: effect, danger: danger,
      get: { .integer($0[keyPath: path]) }, set: { if case .integer(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// - Parameter allowsZero: whether 0 is a value, which then means no limit.
  static func size(
    _ key: String, _ defaultText: String, _ path: any SettingPath<Int>, _ effect: String, allowsZero: Bool = false,
    danger: String? = nil
  ) -> Setting {
    Setting(
      key: key, type: .size(allowsZero: allowsZero), defaultText: defaultText, effect: effect, danger: danger,
      get: { .integer($0[keyPath: path]) }, set: { if case .integer(let value) = $1 { $0[keyPath: path] = value } })
  }

  static func duration(
    _ key: String, _ defaultText: String, _ path: any SettingPath<Duration>, _ effect: String, danger: String? = nil
  ) -> Setting {
    Setting(
      key: key, type: .duration, defaultText: defaultText, effect: effect, danger: danger,
      get: { .duration($0[keyPath: path]) }, set: { if case .duration(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// A duration that `0s` turns off, which is stored as nil.
  static func duration(
    _ key: String, _ defaultText: String, zeroMeansNone path: any SettingPath<Duration?>, _ effect: String,
    danger: String? = nil
  ) -> Setting {
    Setting(
      key: key, type: .duration, defaultText: defaultText, effect: effect, danger: danger,
      get: { .duration($0[keyPath: path] ?? .zero) },
      set: { if case .duration(let value) = $1 { $0[keyPath: path] = value == .zero ? nil : value } })
  }

  /// An amount of money; empty text is stored as nil.
  static func amount(
    _ key: String, _ defaultText: String, _ path: any SettingPath<Double?>, _ effect: String
  ) -> Setting {
    Setting(
      key: key, type: .amount, defaultText: defaultText, effect: effect,
      get: { .amount($0[keyPath: path]) }, set: { if case .amount(let value) = $1 { $0[keyPath: path] = value } })
  }

  static func choice<Value: RawRepresentable<String> & Sendable>(
    _ key: String, _ defaultText: String, _ values: [Value], _ path: any SettingPath<Value>, _ effect: String,
    danger: String? = nil
  ) -> Setting {
    Setting(
      key: key, type: .choice(values.map(\.rawValue)), defaultText: defaultText, effect: effect, danger: danger,
      get: { .text($0[keyPath: path].rawValue) },
      set: {
        guard case .text(let word) = $1, let value = Value(rawValue: word) else { return }
        $0[keyPath: path] = value
      })
  }

  /// A choice between two words that is stored as a Boolean.
  static func choice(
    _ key: String, _ defaultText: String, no: String, yes: String, _ path: any SettingPath<Bool>, _ effect: String
  ) -> Setting {
    Setting(
      key: key, type: .choice([no, yes]), defaultText: defaultText, effect: effect,
      get: { .text($0[keyPath: path] ? yes : no) },
      set: { if case .text(let word) = $1 { $0[keyPath: path] = word == yes } })
  }
}
