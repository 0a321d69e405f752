import JSONCodec
import TestSupport
import Testing

/// `hearth storage copy` in both directions (docs/guides/postgresql.md).
@Suite(.timeLimit(.minutes(3))) struct StorageCopyTests {
  private static func run(_ arguments: [String], _ folder: TemporaryFolder) throws -> (
    exit: ServerProcess.Exit, text: String
  ) {
    let run = try ProgramRun([try ServerProcess.executable()] + arguments, log: folder.path + "/errors")
    let errors = String(decoding: folder.contents(of: "errors") ?? [], as: UTF8.self)
    return (run.exit, run.output.joined(separator: "\n") + errors)
  }

  @Test func refusesASourceWithoutADatabaseAndTwoOfOneEngine() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let nowhere = "sqlite:" + folder.path + "/nowhere"
      let missing = try Self.run(
        ["storage", "copy", "--from", nowhere, "--to", "postgresql://nobody@localhost/none"], folder)
      #expect(missing.exit == .code(1) && missing.text.contains("there is no database"), "\(missing.text)")
      let same = try Self.run(["storage", "copy", "--from", nowhere, "--to", "sqlite:" + folder.path], folder)
      #expect(same.exit == .code(64) && same.text.contains("one database of each engine"), "\(same.text)")
    }
  }

  @Test func copiesEverythingToPostgreSQLAndBack() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let schema = try PostgresServer.shared.get().makeSchema()
      let (first, second) = (folder.path + "/first", folder.path + "/second")
      #expect(try Self.run(["seed", "demo", "--data", first], folder).exit == .code(0))
      let before = try Self.run(["check", "--data", first], folder)
      let there = try Self.run(["storage", "copy", "--from", "sqlite:" + first, "--to", schema.url], folder)
      #expect(there.exit == .code(0) && there.text.contains("the same rows"), "\(there.text)")
      let again = try Self.run(["storage", "copy", "--from", "sqlite:" + first, "--to", schema.url], folder)
      #expect(again.exit == .code(1) && again.text.contains("has accounts already"), "\(again.text)")
      let back = try Self.run(["storage", "copy", "--from", schema.url, "--to", "sqlite:" + second], folder)
      #expect(back.exit == .code(0), "\(back.text)")
      let after = try Self.run(["check", "--data", second], folder)
      #expect(after.exit == .code(0), "\(after.text)")
      // Names of folders and sizes differ.
      func counts(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { !$0.contains("/") && !$0.hasPrefix("size") }
      }
      #expect(counts(before.text) == counts(after.text))
      // A server on PostgreSQL continues with the data.
      let variables = ["HEARTH_STORAGE_ENGINE": "postgres", "HEARTH_STORAGE_URL": schema.url]
      let server = try ServerProcess(folder: try TemporaryFolder(), arguments: ["--dev"], environment: variables)
      let anna = try server.client.signIn("anna", "demo-password")
      #expect(try anna.request("GET", "/api/v1/meal-logs").text.contains("meal_type"))
      let meal: JSONValue = ["raw_input": "two eggs", "meal_type": "breakfast"]
      #expect(try anna.request("POST", "/api/v1/meal-logs/natural", meal).status == 201)
    }
  }
}
