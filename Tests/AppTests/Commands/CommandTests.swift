import Foundation
import JSONCodec
import TestSupport
import Testing

/// The commands beside `serve`, as a user runs them.
@Suite struct CommandTests {
  /// The output and the exit status of a command.
  private struct Result {
    var output: String
    var errors: String
    var exit: ServerProcess.Exit
  }

  private static func run(
    _ arguments: String, input: String = "", environment: [String: String] = [:], in folder: TemporaryFolder
  ) throws -> Result {
    let script = "printf '%s\\n' \"$INPUT\" | \"$HEARTH\" \(arguments) 2>errors"
    let program = try ProgramRun(
      ["/bin/bash", "-c", "cd \(folder.path) && set -o pipefail && \(script)"],
      environment: environment.merging(["HEARTH": try ServerProcess.executable(), "INPUT": input]) { $1 })
    return Result(
      output: program.output.joined(separator: "\n"),
      errors: String(decoding: folder.contents(of: "errors") ?? [], as: UTF8.self), exit: program.exit)
  }

  @Test func managesAccountsAndTokens() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let created = try Self.run("user create bob --email bob@example.org", input: "a good password", in: folder)
      #expect(created.exit == .code(0) && created.output.hasPrefix("created bob ("), "\(created)")
      #expect(try Self.run("user list", in: folder).output.contains("bob@example.org"))
      let token = try Self.run("token issue bob", in: folder).output
      #expect(
        try Self.run("token check", input: token, in: folder).output.hasPrefix("valid access token of bob until "))
      #expect(try Self.run("user disable bob", in: folder).exit == .code(0))
      let refused = try Self.run("token check", input: token, in: folder)
      #expect(refused.exit == .code(1))
      #expect(refused.errors == "Error: not valid: the session was revoked or the account disabled\n")
      #expect(try Self.run("user set-password bob", input: "another password", in: folder).exit == .code(0))
      let permissions = try FileManager.default.attributesOfItem(atPath: folder.path + "/data")[.posixPermissions]
      #expect(permissions as? Int == 0o700)
    }
  }

  @Test(arguments: [
    ("user disable nobody", "Error: there is no database in ./data\n"),
    ("user create eve", "Error: no password on standard input\n"),
    (
      "check-config --config missing.json",
      "Error: cannot read the configuration file missing.json: No such file or directory\n"
    ),
  ])
  func reportsErrorsInOneLine(arguments: String, message: String) async throws {
    try await runBlocking {
      let result = try Self.run(arguments, in: try TemporaryFolder())
      #expect(result.exit == .code(1))
      #expect(result.errors == message)
      #expect(result.output == "")
    }
  }

  /// A folder with a mistyped name must not become a data folder.
  @Test(arguments: [
    "user list", "user show bob", "user storage", "user invitations", "user identities bob", "user disable bob",
    "user enable bob", "user role bob admin", "user delete bob", "user password-link bob", "user set-password bob",
    "user revoke-invitation x", "token issue bob", "token check", "token list bob", "token revoke", "sessions list bob",
    "sessions revoke bob", "audit list", "foods reindex", "check --recount", "snapshot list", "snapshot restore x",
  ])
  func createsNoDataFolderForACommandThatNeedsStoredData(arguments: String) async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let result = try Self.run(arguments + " --data mistyped", input: "a good password", in: folder)
      #expect(result.exit == .code(1) && result.output == "", "\(result)")
      let missing = arguments.hasPrefix("snapshot") ? "data folder mistyped" : "database in mistyped"
      #expect(result.errors == "Error: there is no \(missing)\n")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/mistyped"))
    }
  }

  @Test func reportsUnknownUsersAndTokensInOneLine() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      _ = try Self.run("user create bob", input: "a good password", in: folder)
      let user = try Self.run("user disable nobody", in: folder)
      #expect(user.exit == .code(1) && user.errors == "Error: there is no user nobody\n")
      let token = try Self.run("token check", in: folder)
      #expect(token.exit == .code(1) && token.errors == "Error: not valid: malformed\n")
    }
  }

  @Test(
    arguments: [
      ("a good password\ra good password\r", 0, "created bob ("),
      // Backspace and ^U edit the line.
      ("a good pastz\u{7F}\u{7F}sword\rwrong\u{15}a good password\n", 0, "created bob ("),
      ("a good password\ranother one\r", 1, "Error: the two passwords differ"),
      ("a good\u{3}", 1, "Error: interrupted"), ("\u{4}", 1, "Error: no password on standard input"),
    ] as [(String, Int32, String)])
  func readsAPasswordFromATerminalTwiceWithoutEcho(_ keys: String, _ status: Int32, _ words: String) async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try ServerProcess.executable())
      process.arguments = ["user", "create", "bob", "--data", folder.path + "/data"]
      process.standardInput = terminal.peer
      process.standardOutput = terminal.peer
      process.standardError = terminal.peer
      try process.run()
      try terminal.waitFor("Password: ")
      try terminal.write(keys)
      process.waitUntilExit()
      let shown = try terminal.waitFor(words)
      #expect(process.terminationStatus == status, "\(shown)")
      #expect(!shown.contains("good") && !shown.contains("another"), "\(shown)")
      #expect(terminal.echoes)
    }
  }

  @Test func reportsAllProblemsOfTheConfiguration() async throws {
    try await runBlocking {
      let result = try Self.run(
        "check-config", environment: ["HEARTH_FOO": "1", "HEARTH_HTTP_IDLE_TIMEOUT": "soon"], in: try TemporaryFolder())
      #expect(result.exit == .code(1))
      #expect(result.errors.contains("2 problems"))
      #expect(result.errors.contains("HEARTH_FOO") && result.errors.contains("http.idle_timeout"))
    }
  }

  /// All that `serve` would refuse, found without a start and without a change of the folder.
  @Test func checksTheFilesThatSettingsName() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let valid = try Self.run("check-config", environment: ["HEARTH_PORT": "tcp://10.0.0.1:80"], in: folder)
      #expect(valid.exit == .code(0) && valid.output.hasSuffix("configuration is valid"), "\(valid)")
      #expect(valid.output.contains("warning: HEARTH_PORT: is not a setting and is ignored"))
      #expect(folder.contents(of: "data/signing.key") == nil)
      try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: true)
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: folder.path + "/data/signing.key"))
      let environment = ["HEARTH_TLS_KEY": "key.pem", "HEARTH_AUTH_JWK_SET_FILE": "missing.json"]
      let files = try Self.run("check-config", environment: environment, in: folder)
      #expect(files.exit == .code(1) && files.errors.contains("3 problems"), "\(files)")
      for text in ["tls.certificate: ", "it has 3 bytes, at least 32 are required", "auth.jwk_set_file: "] {
        #expect(files.errors.contains(text), "\(files)")
      }
      let file = try Self.run("check-config --data errors", in: folder)
      #expect(file.errors.contains("data.folder: \"errors\" is not a folder"), "\(file)")
      let missing = try Self.run("check-config --data errors/data", in: folder)
      #expect(missing.errors.contains("cannot be created in \"errors\""), "\(missing)")
    }
  }

  @Test func printsAMealAsATableAndAsJSON() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let table = try Self.run("parse '120g chicken breast, 1 cup broccoli, 1 tbsp olive oil'", in: folder)
      #expect(table.exit == .code(0) && table.output.contains("372"))
      #expect(!table.output.contains(" \n"))
      let json = try Self.run("parse --json '2 eggs'", in: folder)
      let items = try JSONValue(parsing: Array(json.output.utf8))["items"]?.arrayValue
      #expect(items?.count == 1 && items?.first?["grams"] == 100)
      let unknown = try Self.run("parse qwxyz", in: folder)
      #expect(unknown.exit == .code(1) && unknown.output.contains("qwxyz"))
      #expect(folder.contents(of: "data/hearth.sqlite3") == nil)
    }
  }

  @Test func healthcheckReportsWhetherTheServerIsReady() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let good = try Self.run("healthcheck --listen 127.0.0.1:\(server.port)", in: server.folder)
      #expect(good.exit == .code(0))
      server.send(signal: SIGTERM)
      _ = try server.waitForExit()
      let gone = try Self.run("healthcheck --listen 127.0.0.1:\(server.port)", in: server.folder)
      #expect(gone.exit == .code(1) && gone.errors.contains("Connection refused"))
    }
  }

  @Test func migratesAndPrintsTheVersion() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      #expect(try Self.run("migrate", in: folder).output == "the database in ./data is up to date")
      #expect(try Self.run("version", in: folder).output == (try Self.run("--version", in: folder).output))
    }
  }
}
