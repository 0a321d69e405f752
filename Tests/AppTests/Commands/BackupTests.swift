import Foundation
import Glibc
import Runtime
import TestSupport
import Testing

/// `hearth backup`, `restore` and `check` on servers that run.
@Suite struct BackupTests {
  private static let environment = [
    "HEARTH_MEALS_MAX_PENDING_PER_USER": "100000", "HEARTH_LIMITS_WRITES_PER_MINUTE": "0",
    "HEARTH_LOG_LEVEL": "warning",
  ]

  @Test func aCopyMadeUnderLoadContainsAllAcknowledgedMeals() async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: Self.environment)
      let load = MealLoad()
      let token = try DevelopmentAccount.logIn(server.port)
      try load.start(clients: 6, port: server.port, token: token)
      try load.wait(for: 100)
      let before = load.acknowledged.withLock { $0 }
      let backup = try CommandRun("backup", "copy", in: server.folder)
      #expect(backup.exit == .code(0), "\(backup.errors)")
      #expect(backup.output.hasPrefix("backed up ./data to copy ("))
      // The server went on meanwhile.
      try load.wait(for: before.count + 50)
      #expect(try CommandRun("check", in: server.folder).exit == .code(0))
      server.send(signal: SIGKILL)
      _ = try server.waitForExit()
      load.join()

      let other = try TemporaryFolder()
      let copy = server.folder.path + "/copy"
      let restored = try CommandRun("restore", copy, in: other)
      #expect(restored.exit == .code(0), "\(restored.errors)")
      let check = try CommandRun("check", in: other)
      #expect(check.exit == .code(0) && check.output.hasSuffix("no errors found"), "\(check)")
      let second = try ServerProcess(folder: other, environment: Self.environment)
      load.acknowledged.withLock { $0 = before }
      try load.expectAllProcessedOnce(port: second.port)
    }
  }

  @Test func tokensStayValidAfterARestoreOnlyWithTheSigningKey() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let token = try DevelopmentAccount.logIn(server.port)
      #expect(try CommandRun("backup", "copy", in: server.folder).exit == .code(0))
      let key = try #require(server.folder.contents(of: "data/signing.key"))
      for (comesAlong, status) in [(true, 200), (false, 401)] {
        let folder = try TemporaryFolder()
        #expect(try CommandRun("restore", server.folder.path + "/copy", in: folder).exit == .code(0))
        if comesAlong { try Data(key).write(to: URL(fileURLWithPath: folder.path + "/data/signing.key")) }
        let restored = try ServerProcess(folder: folder)
        let answer = try HTTPTestClient(port: restored.port).request("GET", "/api/v1/meal-logs", token: token)
        #expect(answer.status == status)
      }
    }
  }

  @Test func refusesToRestoreUnderARunningServer() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      #expect(try CommandRun("backup", "copy", in: server.folder).exit == .code(0))
      let refused = try CommandRun("restore", "--force", "copy", in: server.folder)
      #expect(refused.exit == .code(1))
      #expect(refused.errors == "Error: cannot use the data folder ./data: another server uses it\n")
      #expect(try HTTPTestClient(port: server.port).request("GET", "/ready").status == 200)
    }
  }

  @Test func reportsTheReasonForAFailedCommand() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      #expect(try CommandRun("migrate", in: folder).exit == .code(0))
      #expect(try CommandRun("backup", "copy", in: folder).exit == .code(0))
      for (arguments, message) in [
        (["backup", "copy"], "copy exists already (--force replaces it)"),
        (["backup", "missing/copy"], "missing/copy.tmp: No such file or directory"),
        (["backup", "data/hearth.sqlite3", "--force"], "data/hearth.sqlite3 is a file name reserved for the server"),
        (["restore", "copy"], "./data has a database already (--force replaces it)"),
        (["restore", "missing", "--force"], "there is no database missing"),
        (["check", "--data", "missing"], "there is no database missing/hearth.sqlite3"),
        (["backup", "--data", "missing", "other"], "there is no database missing/hearth.sqlite3"),
      ] {
        let run = try CommandRun(arguments, in: folder)
        #expect(run.exit == .code(1) && run.errors == "Error: \(message)\n" && run.output == "", "\(run)")
      }
      #expect(folder.contents(of: "missing/hearth.lock") == nil)
    }
  }
}
