import Accounts
import Foundation
import HTTPCodec
import JSONCodec
import Testing
import Web

@testable import App

@Suite struct ConfigurationLoaderTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let example = root.appendingPathComponent("config.example.json")

  @Test func exampleFileShowsEveryKeyAndIsValid() throws {
    let bytes = [UInt8](try Data(contentsOf: Self.example))
    _ = try ConfigurationLoader(file: ("config.example.json", bytes)).load()
    let json = try JSONValue(parsing: bytes)
    for key in ConfigurationKey.all {
      let value = key.path.split(separator: ".").reduce(Optional(json)) { $0?[String($1)] }
      #expect(value != nil, "config.example.json lacks \(key.path)")
    }
  }

  @Test func documentationTellsOfEveryKeyAndNoOther() throws {
    let text = try String(contentsOf: Self.root.appendingPathComponent("docs/configuration.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let documented = rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(documented.sorted() == ConfigurationKey.all.map(\.path).sorted())
  }

  @Test func exampleFileHoldsTheDefaults() throws {
    let bytes = [UInt8](try Data(contentsOf: Self.example))
    let read = try ConfigurationLoader(file: ("config.example.json", bytes)).load()
    let defaults = ServerSettings()
    #expect(read.listen == defaults.listen)
    #expect(read.http.limits == defaults.http.limits)
    #expect(read.http.idleTimeout == defaults.http.idleTimeout)
    #expect(read.webSocket.maxQueuedBytes == defaults.webSocket.maxQueuedBytes)
    #expect(read.accounts.loginWindow == defaults.accounts.loginWindow)
    #expect(read.accounts.maxAccountDelay == defaults.accounts.maxAccountDelay)
    #expect(read.accounts.accountAttempts == defaults.accounts.accountAttempts)
    #expect(read.hashThreads == defaults.hashThreads)
    #expect(read.accounts.accessLifetime == nil)
  }

  @Test func hashThreadsFollowTheMachineUnlessTheyAreSet() throws {
    #expect((1...4).contains(try ConfigurationLoader().load().serverAccounts.hashThreads))
    let loader = ConfigurationLoader(environment: ["HEARTH_AUTH_HASH_THREADS": "7"])
    #expect(try loader.load().serverAccounts.hashThreads == 7)
  }

  @Test func flagsWinOverEnvironmentOverFile() throws {
    var loader = ConfigurationLoader(file: ("c.json", Array(#"{"http":{"loops":1,"max_headers":7}}"#.utf8)))
    loader.environment = ["HEARTH_HTTP_LOOPS": "2", "PATH": "/bin"]
    #expect(try loader.load().loops == 2)
    loader.flags = ["http.loops": "3"]
    let settings = try loader.load()
    #expect(settings.loops == 3)
    #expect(settings.http.limits.maxHeaderCount == 7)
  }

  @Test func readsSecretsFromFilesAndListsByComma() throws {
    var loader = ConfigurationLoader(environment: ["HEARTH_AUTH_API_KEYS_FILE": "/run/keys"])
    loader.readFile = { $0 == "/run/keys" ? Array("one, two\n".utf8) : nil }
    #expect(try loader.load().apiKeys == ["one", "two"])
  }

  @Test(arguments: [
    ([:], []), (["HEARTH_COACH_PROVIDER": "openai"], ["coach.base_url", "coach.model"]),
    (["HEARTH_MEALS_PROVIDER": "openai"], ["coach.base_url", "coach.model"]),
    (
      ["HEARTH_MEALS_PROVIDER": "openai", "HEARTH_MEALS_MODEL_TIMEOUT": "30s"],
      ["coach.base_url", "coach.model", "meals.model_timeout"]
    ),
  ])
  func needsAnEndpointOnlyWhereSomebodyAsksIt(_ environment: [String: String], _ problems: [String]) {
    let all = environment.merging(["HEARTH_COACH_BASE_URL": "ftp://x"]) { $1 }
    var found: [String] = []
    do { _ = try ConfigurationLoader(environment: all).load() } catch { found = error.problems.map(\.key) }
    #expect(found == problems)
  }

  @Test func reportsAllProblemsTogetherWithKeyAndOrigin() {
    var loader = ConfigurationLoader(
      file: ("c.json", Array(#"{"http":{"loop":1,"idle_timeout":"soon"},"storage":5}"#.utf8)))
    loader.environment = ["HEARTH_MEALS_WORKERS": "none", "HEARTH_TYPO": "1"]
    loader.flags = ["storage.readers": "0"]
    let error = #expect(throws: ConfigurationError.self) { try loader.load() }
    let lines = (error?.problems ?? []).map(\.description)
    #expect(lines.count == 6)
    #expect(lines.contains("http.loop: is not a known setting (c.json)"))
    #expect(lines.contains { $0.hasPrefix("http.idle_timeout: must be a duration") })
    #expect(lines.contains("storage: is not a known setting (c.json)"))
    #expect(lines.contains { $0.contains("environment HEARTH_MEALS_WORKERS") })
    #expect(lines.contains { $0.hasPrefix("HEARTH_TYPO: is not a known setting") })
    #expect(lines.contains { $0.hasPrefix("storage.readers: must be a whole number from 1 to 64") })
  }

  /// An origin that browsers never send would be allowed in vain.
  @Test(arguments: ["cors.allowed_origins", "websocket.allowed_origins"])
  func refusesAndShowsWhatIsNoOrigin(key: String) {
    let name = "HEARTH_" + key.uppercased().replacing(".", with: "_")
    for text in ["https://a.example/", "a.example", "https://*.example", "null"] {
      let parts = key.split(separator: ".")
      let json = #"{"\#(parts[0])":{"\#(parts[1])":["https://b.example","\#(text)"]}}"#
      var loader = ConfigurationLoader(file: ("c.json", Array(json.utf8)))
      loader.environment = [name: "https://b.example, \(text)"]
      let error = #expect(throws: ConfigurationError.self) { try loader.load() }
      let problems = (error?.problems ?? []).map(\.description)
      #expect(problems.count == 2)
      for problem in problems {
        #expect(problem.hasPrefix("\(key): must be a list of origins (scheme://host[:port]) or \"*\", not \"\(text)\""))
      }
    }
    let loader = ConfigurationLoader(environment: [name: "https://a.example:8443,capacitor://localhost,*"])
    #expect(throws: Never.self) { try loader.load() }
  }

  @Test(arguments: [
    ("30s", Duration.seconds(30)), ("250ms", .milliseconds(250)), ("5m", .seconds(300)), ("24h", .seconds(86400)),
    ("1d", .seconds(86400)), ("0s", .zero),
  ])
  func readsDurations(text: String, duration: Duration) {
    #expect(DurationText.read(text) == duration)
  }

  @Test(arguments: ["", "s", "30", "-1s", "1.5s", "99999999999999999999s", "9999999999999h", "30 s"])
  func refusesOddDurations(text: String) {
    #expect(DurationText.read(text) == nil)
  }

  @Test(arguments: [("64KiB", 65536), ("1MiB", 1 << 20), ("4096", 4096)])
  func readsSizes(text: String, bytes: Int) {
    #expect(SizeText.read(text) == bytes)
  }

  @Test(arguments: ["", "0", "-1", "KiB", "64KB", "9999999999999999999999", "99999999999GiB"])
  func refusesOddSizes(text: String) {
    #expect(SizeText.read(text) == nil)
  }
}
