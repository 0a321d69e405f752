import Foundation
import Testing

@testable import App

/// The settings table against the defaults in use, the example file and the documentation.
@Suite struct SettingsTableTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let defaults: [String: SettingValue] = {
    let settings = ServerSettings()
    return Dictionary(uniqueKeysWithValues: SettingsTable.all.map { ($0.key, $0.get(settings)) })
  }()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: SettingsTable.all.map(\.key))
  func defaultIsTheValueInUse(key: String) throws {
    let setting = try #require(SettingsTable.byKey[key])
    #expect(setting.type.read(setting.defaultText) == setting.get(ServerSettings()))
  }

  /// Each value must reach its own place: a setting that is written must be read back, and no other may change.
  @Test(arguments: SettingsTable.all.map(\.key))
  func aValueIsReadBackAndChangesNoOtherSetting(key: String) throws {
    let setting = try #require(SettingsTable.byKey[key])
    let value = try #require(Self.anotherValue(setting))
    var settings = ServerSettings()
    setting.set(&settings, value)
    #expect(setting.get(settings) == value)
    for other in SettingsTable.all where other.key != key {
      #expect(other.get(settings) == Self.defaults[other.key], "\(key) changes \(other.key)")
    }
  }

  private static func anotherValue(_ setting: Setting) -> SettingValue? {
    let current = setting.get(ServerSettings())
    let texts = [
      "true", "false", "3", "4", "2000", "7s", "7KiB", "0600", "127.0.0.1:1", "/x",
      "a-key-of-32-bytes-for-signing-tokens",
    ]
    var candidates = texts + ["https://a.example", "10.0.0.0/8", "DE", "creatine"]
    if case .choice(let words) = setting.type { candidates = words }
    return candidates.lazy.compactMap { setting.type.read($0) }.first { $0 != current }
  }

  @Test func exampleFileIsGenerated() throws {
    #expect(try Self.text("config.example.json") == SettingsDocument.example, "run scripts/generate-settings")
  }

  @Test func exampleFileHasTheDefaults() throws {
    let settings = try ConfigurationLoader(file: ("example", Array(SettingsDocument.example.utf8))).load()
    for setting in SettingsTable.all {
      #expect(settings.given[setting.key] == setting.get(ServerSettings()), "\(setting.key)")
    }
  }

  @Test func tablesOfTheDocumentationAreGenerated() throws {
    let page = try Self.text("docs/configuration.md")
    let begin = try #require(page.range(of: SettingsDocument.begin + "\n"))
    let end = try #require(page.range(of: SettingsDocument.end))
    let tables = page[begin.upperBound..<end.lowerBound]
    #expect(tables == "\n" + SettingsDocument.tables + "\n", "run scripts/generate-settings")
  }

  @Test func everySettingHasAnEffectAndTheSecretsAreMarked() {
    for setting in SettingsTable.all {
      #expect(setting.effect.hasSuffix("."), "\(setting.key)")
      #expect(!setting.effect.contains("|"), "\(setting.key)")
    }
    let secrets = SettingsTable.all.filter(\.isSecret).map(\.key)
    #expect(secrets == ["auth.api_keys", "auth.signing_key", "storage.url", "bus.url", "coach.api_key"])
  }
}
