/// One setting: its path, its form, and where it goes.
struct ConfigurationKey: Sendable {
  /// Sections and name with points between (`http.header_timeout`).
  var path: String
  var kind: ConfigurationKind
  var apply: @Sendable (inout ServerSettings, ConfigurationValue) -> Void

  /// `HEARTH_HTTP_HEADER_TIMEOUT`
  var environmentName: String { "HEARTH_" + path.uppercased().replacing(".", with: "_") }

  static func text(
    _ path: String, _ kind: ConfigurationKind = .text, _ set: @escaping @Sendable (inout ServerSettings, String) -> Void
  ) -> ConfigurationKey {
    ConfigurationKey(path: path, kind: kind) { if case .text(let value) = $1 { set(&$0, value) } }
  }

  static func list(
    _ path: String, _ kind: ConfigurationKind = .list,
    _ set: @escaping @Sendable (inout ServerSettings, [String]) -> Void
  ) -> ConfigurationKey {
    ConfigurationKey(path: path, kind: kind) { if case .list(let value) = $1 { set(&$0, value) } }
  }

  /// Text that `read` must understand.
  static func parsed<Value>(
    _ path: String, _ expectation: String, _ read: @escaping @Sendable (String) -> Value?,
    _ set: @escaping @Sendable (inout ServerSettings, Value) -> Void
  ) -> ConfigurationKey {
    .text(path, .parsed(expectation) { read($0) != nil }) { if let value = read($1) { set(&$0, value) } }
  }

  static func flag(
    _ path: String, _ set: @escaping @Sendable (inout ServerSettings, Bool) -> Void
  ) -> ConfigurationKey {
    ConfigurationKey(path: path, kind: .flag) { if case .flag(let value) = $1 { set(&$0, value) } }
  }

  static func integer(
    _ path: String, _ range: ClosedRange<Int>, _ set: @escaping @Sendable (inout ServerSettings, Int) -> Void
  ) -> ConfigurationKey {
    ConfigurationKey(path: path, kind: .integer(range)) { if case .integer(let value) = $1 { set(&$0, value) } }
  }

  static func size(
    _ path: String, _ set: @escaping @Sendable (inout ServerSettings, Int) -> Void
  ) -> ConfigurationKey {
    ConfigurationKey(path: path, kind: .size) { if case .integer(let value) = $1 { set(&$0, value) } }
  }

  static func duration(
    _ path: String, _ set: @escaping @Sendable (inout ServerSettings, Duration) -> Void
  ) -> ConfigurationKey {
    ConfigurationKey(path: path, kind: .duration) { if case .duration(let value) = $1 { set(&$0, value) } }
  }
}
