import Foundation
import TestSupport
import Testing

/// `hearth user link` and its report.
@Suite struct LinkCommandTests {
  private static let issuer = "https://id.example.org"

  private static func folder(_ names: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in names {
      let run = try ProgramRun([
        "/bin/bash", "-c", "cd \"$0\" && printf 'correct horse\\n' | \"$1\" user create \"$2\"", folder.path,
        try ServerProcess.executable(), name,
      ])
      #expect(run.exit == .code(0))
    }
    return folder
  }

  @Test func aDryRunReportsWithoutWriting() async throws {
    try await runBlocking {
      let folder = try Self.folder("ada")
      let dry = try CommandRun("user", "link", Self.issuer, "u-1", "ada", "--dry-run", in: folder)
      #expect(dry.exit == .code(0) && dry.output.hasPrefix("would link u-1 of \(Self.issuer) to ada ("), "\(dry)")
      #expect(try CommandRun("user", "identities", "ada", in: folder).output == "")
      let link = try CommandRun("user", "link", Self.issuer, "u-1", "ada", in: folder)
      #expect(link.output.hasPrefix("linked u-1 of \(Self.issuer) to ada ("), "\(link)")
      let again = try CommandRun("user", "link", Self.issuer, "u-1", "ada", in: folder)
      #expect(again.exit == .code(0) && again.output.contains("already"), "\(again)")
      let listed = try CommandRun("user", "identities", "ada", in: folder).output
      #expect(listed.hasSuffix("  by admin  \(Self.issuer)  u-1"), "\(listed)")
      #expect(try CommandRun("user", "unlink", Self.issuer, "u-1", in: folder).exit == .code(0))
      let gone = try CommandRun("user", "unlink", Self.issuer, "u-1", in: folder)
      #expect(gone.exit == .code(1) && gone.errors == "Error: this identity is not linked\n")
    }
  }

  @Test func movesMatchesByUsername() async throws {
    try await runBlocking {
      let folder = try Self.folder("Ada", "bob")
      let dry = try CommandRun("user", "link", Self.issuer, "--by-username", "--dry-run", in: folder).output
      #expect(dry.contains("would link Ada -> Ada (") && dry.contains("would link bob -> bob ("), "\(dry)")
      #expect(dry.contains("note      ada matched Ada ("), "\(dry)")
      #expect(dry.hasSuffix("2 of 2 would be linked"), "\(dry)")
      #expect(
        FileManager.default.createFile(
          atPath: folder.path + "/subjects", contents: Data("Ada\r\nBOB\n\nsomeone \u{1B}[2J\n".utf8)))
      let moved = try CommandRun(
        "user", "link", Self.issuer, "--by-username", "--from-file", "subjects", in: folder
      ).output
      #expect(moved.contains("linked     Ada -> Ada ("), "\(moved)")
      #expect(moved.contains("refused    BOB: not byte for byte the username of bob ("), "\(moved)")
      #expect(moved.contains(#"unknown    "someone \u{1b}[2J": no account"#), "\(moved)")
      #expect(moved.hasSuffix("1 of 3 linked"), "\(moved)")
      #expect(try CommandRun("user", "identities", "Ada", in: folder).output.hasSuffix("  Ada"))
      #expect(try CommandRun("user", "identities", "bob", in: folder).output == "")
    }
  }

  @Test(
    arguments: [
      (["a"], 64), (["a", "b"], 64), (["a", "b", "c", "--by-username"], 64), (["a", "b", "c", "--from-file", "f"], 64),
      (["a", "--by-username", "--from-file", "missing"], 1), (["a", "b", "nobody"], 1),
    ] as [([String], Int32)])
  func refusesIncompleteCommands(arguments: [String], code: Int32) async throws {
    try await runBlocking {
      let run = try CommandRun(["user", "link"] + arguments, in: try TemporaryFolder())
      #expect(run.exit == .code(code), "\(run)")
    }
  }
}
