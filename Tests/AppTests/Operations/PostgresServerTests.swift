import Foundation
import JSONCodec
import TestSupport
import Testing

/// Servers whose data is in PostgreSQL (docs/guides/postgresql.md).
@Suite(.timeLimit(.minutes(3))) struct PostgresServerTests {
  /// The variables of a server with a schema of its own.
  private static func makeVariables() throws -> [String: String] {
    let schema = try PostgresServer.shared.get().makeSchema()
    return ["HEARTH_STORAGE_ENGINE": "postgres", "HEARTH_STORAGE_URL": schema.url]
  }

  /// Runs a command. - Returns: its exit and its output with its errors.
  private static func run(
    _ arguments: [String], _ variables: [String: String], _ folder: TemporaryFolder
  ) throws -> (exit: ServerProcess.Exit, text: String) {
    let run = try ProgramRun(
      [try ServerProcess.executable()] + arguments + ["--data", folder.path + "/data"], environment: variables,
      log: folder.path + "/errors")
    let errors = String(decoding: folder.contents(of: "errors") ?? [], as: UTF8.self)
    return (run.exit, run.output.joined(separator: "\n") + errors)
  }

  /// The first start of a new installation, whose data folder gets the key of tokens.
  @Test func createsTheDataFolder() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let server = try ServerProcess(folder: folder, arguments: [], environment: try Self.makeVariables())
      #expect(try server.client.request("GET", "/ready").status == 200)
      #expect(folder.contents(of: "data/signing.key")?.count == 32)
    }
  }

  @Test func keepsMealsMessagesAndAccountsOverARestart() async throws {
    try await runBlocking {
      let variables = try Self.makeVariables()
      let folder = try TemporaryFolder()
      do {
        let server = try ServerProcess(folder: folder, environment: variables)
        let admin = try server.signIn()
        let meal = try admin.request(
          "POST", "/api/v1/meal-logs/natural", ["raw_input": "two eggs and a slice of toast", "meal_type": "breakfast"])
        #expect(meal.status == 201, "\(meal.text)")
        // PostgreSQL cannot look for a NUL character, nor store one.
        #expect(try admin.request("GET", "/api/v1/meal-logs/a%00b").status == 404)
        let withNUL = try admin.request(
          "POST", "/api/v1/meal-logs/natural", ["raw_input": "two \u{0} eggs", "meal_type": "breakfast"])
        #expect(withNUL.status == 400, "\(withNUL.text)")
        try SignedIn.until("the meal is parsed") {
          try admin.request("GET", "/api/v1/meal-logs").text.contains("completed")
        }
        server.send(signal: 15)
        #expect(try server.waitForExit() == .code(0))
      }
      let server = try ServerProcess(folder: folder, environment: variables)
      let again = try server.signIn()
      #expect(try again.request("GET", "/api/v1/meal-logs").text.contains("two eggs"))
      // Commands work beside the server.
      let check = try Self.run(["check"], variables, folder)
      #expect(check.exit == .code(0) && check.text.contains("meal logs 1"), "\(check.text)")
      let recount = try Self.run(["check", "--recount"], variables, folder)
      #expect(recount.exit == .code(0), "\(recount.text)")
      let backup = try Self.run(["backup", folder.path + "/copy"], variables, folder)
      #expect(backup.exit == .code(1) && backup.text.contains("pg_dump"), "\(backup.text)")
      let refused = try again.request("POST", "/api/v1/admin/backups")
      #expect(refused.status == 409 && refused.text.contains("BACKUP_UNAVAILABLE"), "\(refused.text)")
    }
  }

  @Test func sharesItsTablesWithASecondServer() async throws {
    try await runBlocking {
      let variables = try Self.makeVariables().merging(["HEARTH_AUTH_SIGNING_KEY": String(repeating: "k", count: 32)]) {
        $1
      }
      let first = try ServerProcess(environment: variables)
      let second = try ServerProcess(environment: variables)
      let (there, here) = (try first.signIn(), try second.signIn())
      let meal = try there.request(
        "POST", "/api/v1/meal-logs/natural", ["raw_input": "two eggs and a slice of toast", "meal_type": "breakfast"])
      #expect(meal.status == 201, "\(meal.text)")
      try SignedIn.until("the meal is parsed") {
        try here.request("GET", "/api/v1/meal-logs").text.contains("completed")
      }
      first.send(signal: 9)
      _ = try first.waitForExit()
      // The server of PostgreSQL ends the session of a killed process a moment later.
      try SignedIn.until("the first node is taken over") { second.log.contains("node ended") }
      #expect(try second.client.request("GET", "/ready").status == 200)
    }
  }

  @Test(arguments: [
    (["HEARTH_STORAGE_ENGINE": "postgres"], "storage.url: must be set"),
    (
      ["HEARTH_STORAGE_ENGINE": "postgres", "HEARTH_STORAGE_URL": "postgresql:///x?host=/nonexistent&password=secret"],
      "no connection to PostgreSQL"
    ),
    (
      ["HEARTH_STORAGE_ENGINE": "postgres", "HEARTH_STORAGE_URL": "mysql://u:secret@h/d"], "not a valid PostgreSQL URL"
    ),
  ])
  func explainsAWrongURL(_ variables: [String: String], _ expected: String) async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      for command in [["check-config"], ["serve", "--listen", "127.0.0.1:0"]] {
        let run = try Self.run(command, variables, folder)
        #expect(run.exit == .code(1) && run.text.contains(expected), "\(command): \(run.text)")
        #expect(!run.text.contains("secret"))
      }
    }
  }
}
