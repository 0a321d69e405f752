import Testing

@testable import Development

/// The requests and frames that a fault matches.
@Suite struct FaultMatchTests {
  struct PathRow: Sendable {
    var pattern: String
    var path: String
    var matches: Bool

    init(_ pattern: String, _ path: String, _ matches: Bool) {
      self.pattern = pattern
      self.path = path
      self.matches = matches
    }
  }

  @Test(arguments: [
    PathRow("/health", "/health", true), PathRow("/health", "/healthy", false), PathRow("/health", "/healt", false),
    PathRow("*", "/", true), PathRow("*", "", true), PathRow("/api/v1/*", "/api/v1/meal-logs/7", true),
    PathRow("/api/v1/*", "/api/v1", false), PathRow("/api/v1*", "/api/v1", true), PathRow("*/items", "/a/items", true),
    PathRow("*/items", "/a/items/b/items", true), PathRow("*/items", "/a/items/b", false),
    PathRow("/a*b*c", "/abc", true), PathRow("/a*b*c", "/a-b-b-c", true), PathRow("/a*b*c", "/a-c-b", false),
    PathRow("**", "/x", true), PathRow("/ws/chat/*", "/ws/chat/général", true), PathRow("/A", "/a", false),
    PathRow("", "/", false), PathRow("", "", true),
  ])
  func comparesPaths(_ row: PathRow) {
    #expect(FaultMatch.matches(row.path, pattern: row.pattern) == row.matches)
  }

  /// Backtracking to every star would take longer than the test.
  @Test func takesNoLongerForManyStars() {
    let pattern = String(repeating: "*a", count: 250) + "b"
    #expect(!FaultMatch.matches(String(repeating: "a", count: 8000), pattern: pattern))
  }

  struct EventRow: Sendable {
    var match: FaultMatch
    var matches: Bool

    init(_ match: FaultMatch, _ matches: Bool) {
      self.match = match
      self.matches = matches
    }
  }

  @Test(arguments: [
    EventRow(FaultMatch(), true), EventRow(FaultMatch(method: "POST"), true),
    EventRow(FaultMatch(method: "GET"), false),
    EventRow(FaultMatch(connection: 3), true), EventRow(FaultMatch(connection: 4), false),
    EventRow(FaultMatch(messageType: "pong"), false), EventRow(FaultMatch(method: "POST", path: "/b"), false),
  ])
  func comparesRequests(_ row: EventRow) {
    let event = FaultEvent(point: .request, path: "/a", connection: 3, method: "POST")
    #expect(row.match.matches(event) == row.matches)
  }
}
