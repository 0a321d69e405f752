import Foundation
import TestSupport
import Testing

/// The README's copy-paste, run as it stands.
@Suite struct ReadmeTests {
  @Test func exampleLogsAMealAndHearsTheResult() async throws {
    let readme = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("README.md")
    let blocks = try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "\n\n")
    let example = try #require(blocks.first { $0.hasPrefix("    TOKEN=") })
    try await offPool {
      let server = try ServerProcess()
      let script = example.replacingOccurrences(of: "127.0.0.1:8000", with: "127.0.0.1:\(server.port)")
      let folder = try TemporaryFolder()
      let shell = try ProgramRun(["/bin/bash", "-c", script], log: folder.path + "/log")
      let lines = shell.output
      #expect(lines.contains { $0.contains("\"status\":\"processing\"") })
      #expect(lines.contains { $0.contains("meal_log.completed") && $0.contains("\"total_calories\":372") }, "\(lines)")
    }
  }
}
