import Accounts
import Foundation
import HTTPCodec
import HTTPServer
import JSONCodec
import Testing

@testable import App

@Suite struct ConfigurationLoaderTests {
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
  func requiresAnEndpointOnlyIfAModelIsUsed(_ environment: [String: String], _ problems: [String]) {
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
    #expect(
      lines.contains(
        "http.loop: is not a known setting; the nearest one is http.loops (c.json, line 1, column 17)"))
    #expect(lines.contains { $0.hasPrefix("http.idle_timeout: \"soon\" is not a duration") })
    #expect(lines.contains { $0.hasSuffix("(c.json, line 1, column 34)") })
    #expect(lines.contains { $0.hasPrefix("storage: must be an object with some of: engine, url") })
    #expect(
      lines.contains(
        "meals.workers: \"none\" is not an integer from 1 to 64 (environment HEARTH_MEALS_WORKERS)"))
    #expect(lines.contains("HEARTH_TYPO: is not a known setting (environment HEARTH_TYPO)"))
    #expect(lines.contains("storage.readers: \"0\" is not an integer from 1 to 64 (flag)"))
  }

  /// An origin that browsers never send would be allowed in vain.
  @Test(arguments: ["cors.allowed_origins", "websocket.allowed_origins"])
  func rejectsAndReportsInvalidOrigins(key: String) {
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
        #expect(problem.hasPrefix("\(key): \"\(text)\" is not an origin scheme://host[:port] or *"))
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

  @Test(arguments: [("512B", 512), ("64KiB", 65536), ("1MiB", 1 << 20), ("4096", 4096)])
  func readsSizes(text: String, bytes: Int) {
    #expect(SizeText.read(text) == bytes)
  }

  @Test(arguments: ["", "0", "-1", "B", "KiB", "64KB", "9999999999999999999999", "99999999999GiB"])
  func refusesOddSizes(text: String) {
    #expect(SizeText.read(text) == nil)
  }

  private static func problems(_ loader: ConfigurationLoader) -> [String] {
    do { _ = try loader.load() } catch { return error.problems.map(\.description) }
    return []
  }

  @Test(arguments: [
    (
      "{\n  \"dev\": true,\n}", "(file): has a comma after the last member, which JSON does not allow; remove it",
      "line 2, column 14"
    ),
    (#"{"cors":{"allowed_origins":["*" , ]}}"#, "(file): has a comma after the last member", "line 1, column 33"),
    ("{\n  // keys\n}", "(file): has a comment, which JSON does not allow; remove it", "line 2, column 3"),
    ("{ \"dev\": /* off */ false }", "(file): has a comment", "line 1, column 10"),
    ("# keys\n{}", "(file): has a comment", "line 1, column 1"),
    ("{\n\"dev\": yes }", "(file): is not JSON: unexpected \"y\"", "line 2, column 8"),
    ("{\"dev\": true", "(file): ends too early", "line 1, column 13"),
    ("[]", "(file): is not a JSON object", "line 1, column 1"),
    ("{\"é\":1,\n \"dev\":true, \"dev\": false }", "dev: is set twice, first in line 2, column 2", "line 2, column 14"),
    ("{\"log\": {},\n \"log\": {} }", "log: is set twice, first in line 1, column 2", "line 2, column 2"),
    (#"{"http":{"loops":1,"loops":2}}"#, "http.loops: is set twice, first in line 1, column 10", "line 1, column 20"),
  ])
  func reportsLineAndColumn(text: String, problem: String, place: String) {
    let found = Self.problems(ConfigurationLoader(file: ("c.json", Array(text.utf8))))
    #expect(found.contains { $0.hasPrefix(problem) && $0.hasSuffix("(c.json, \(place))") }, "\(found)")
  }

  /// The variables that Kubernetes and Docker set for services named `hearth` and `hearth-web`.
  @Test(arguments: [
    "HEARTH_PORT", "HEARTH_SERVICE_HOST", "HEARTH_SERVICE_PORT", "HEARTH_SERVICE_PORT_HTTP", "HEARTH_PORT_8000_TCP",
    "HEARTH_PORT_8000_TCP_PROTO", "HEARTH_PORT_8000_TCP_PORT", "HEARTH_PORT_8000_TCP_ADDR", "HEARTH_PORT_53_UDP",
    "HEARTH_WEB_SERVICE_HOST", "HEARTH_WEB_PORT", "HEARTH_WEB_PORT_80_TCP_ADDR", "HEARTH_NAME", "HEARTH_ENV_PATH",
  ])
  func serviceLinksAreIgnoredWithAWarning(name: String) throws {
    let settings = try ConfigurationLoader(environment: [name: "tcp://10.0.0.1:8000"]).load()
    #expect(settings.warnings.map(\.key) == [name])
    #expect(settings.given.isEmpty)
  }

  @Test(arguments: [
    ("HEARTH_HTTP_IDLE_TIMOUT", "HEARTH_HTTP_IDLE_TIMEOUT"), ("HEARTH_LOG_LEVLE", "HEARTH_LOG_LEVEL"),
    ("HEARTH_LISTEN_ADRESS", "HEARTH_LISTEN_ADDRESS"),
  ])
  func misspeltVariableIsAnErrorThatNamesTheNearest(name: String, nearest: String) {
    let found = Self.problems(ConfigurationLoader(environment: [name: "1"]))
    #expect(found == ["\(name): is not a known setting; the nearest one is \(nearest) (environment \(name))"])
  }

  @Test(arguments: [
    ("HEARTH_AUTH_SIGNING_KEY", "too short"), ("HEARTH_COACH_API_KEY", "with a space"),
  ])
  func secretsAreNotShown(name: String, secret: String) {
    let found = Self.problems(ConfigurationLoader(environment: [name: secret]))
    #expect(found.count == 1)
    #expect(found.allSatisfy { !$0.contains(secret) && $0.contains("is secret and not shown") }, "\(found)")
  }
}
