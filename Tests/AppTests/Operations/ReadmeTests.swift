import Foundation
import TestSupport
import Testing

/// The README's copy-paste, run as it stands.
@Suite struct ReadmeTests {
  private static func blocks() throws -> [String] {
    let readme = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("README.md")
    return try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "\n\n")
  }

  @Test func exampleLogsAMealAndReceivesTheResult() async throws {
    let example = try #require(Self.blocks().first { $0.hasPrefix("    TOKEN=") })
    try await runBlocking {
      let server = try ServerProcess()
      let script = example.replacingOccurrences(of: "127.0.0.1:8000", with: "127.0.0.1:\(server.port)")
      let folder = try TemporaryFolder()
      let shell = try ProgramRun(["/bin/bash", "-c", script], log: folder.path + "/log")
      let lines = shell.output
      #expect(lines.contains { $0.contains("\"status\":\"processing\"") })
      #expect(lines.contains { $0.contains("meal_log.completed") && $0.contains("\"total_calories\":372") }, "\(lines)")
    }
  }

  @Test func parserOutputMatchesTheExample() async throws {
    let shown = try #require(Self.blocks().first { $0.contains("hearth parse \"") }).split(separator: "\n")
    let meal = try #require(shown.first?.split(separator: "\"").dropFirst().first)
    try await runBlocking {
      let said = try CommandRun("parse", String(meal), in: try TemporaryFolder()).output.split(separator: "\n")
      // Spaces in front of a total and behind a line say nothing.
      func words(_ lines: [Substring]) -> [[Substring]] { lines.map { $0.split(separator: " ") } }
      #expect(words(said) == words(Array(shown.dropFirst())))
    }
  }
}
