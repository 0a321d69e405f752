import Storage
import TestSupport
import Testing

@Suite struct LikePatternTests {
  /// Also with U+0301, an accent that combines with the preceding character.
  @Test(arguments: ["100%", "a_b", "wow!", "a\\b", "50%\u{301}", "_\u{301}", "!\u{301}", "\\\u{301}", "%_!\\", ""])
  func matchesWildcardCharactersLiterally(_ text: String) async throws {
    let database = try TestDatabase.sqlite()
    let pattern = LikePattern.containing(text)
    func matches(_ content: String) async throws -> Bool {
      try await database.read { connection in
        try connection.first("SELECT $1 LIKE $2 \(LikePattern.escape) AS found", [.text(content), .text(pattern)])?
          .integer("found") == 1
      }
    }
    #expect(try await matches(text))
    #expect(try await matches("before \(text) after"))
    #expect(try await matches("something else") == text.isEmpty)
  }
}
