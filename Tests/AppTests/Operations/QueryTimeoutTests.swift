import API
import Foundation
import HTTPServer
import JSONCodec
import Storage
import TestSupport
import Testing

@testable import App

/// A query that takes too long, with the real program.
@Suite(.timeLimit(.minutes(2))) struct QueryTimeoutTests {
  @Test(
    arguments: [
      (StorageError.timedOut, 503, "QUERY_TIMEOUT", nil), (.overloaded, 503, "BUSY", "1"),
      (.shareExceeded, 429, "RATE_LIMIT", "1"),
    ] as [(StorageError, Int, String, String?)])
  func isExplainedToTheClient(_ error: StorageError, _ status: Int, _ code: String, _ retry: String?) throws {
    let problem = try #require(StorageProblem.explain(error))
    #expect(problem.status == status && problem.code == code && problem.fields["Retry-After"] == retry)
  }

  /// The phrase matches nowhere, and each message must be compared at every position for its whole length.
  @Test func aSearchThatTakesTooLongEndsWithAClearError() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_STORAGE_QUERY_TIMEOUT": "500ms"])
      try DataReader.change(user.server.folder) { connection in
        try connection.execute(
          """
          WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000)
          INSERT INTO chat_messages (room_id, id, change, sender, content, created_at)
          SELECT 1, x, x, '', $1, 0 FROM n
          """, [.text(String(repeating: "a", count: 5000))])
        try connection.execute("UPDATE chat_rooms SET last_message = 1000, last_change = 1000 WHERE id = 1")
      }
      let phrase = String(repeating: "a", count: 199) + "b"
      let answer = try user.request("GET", "/api/rooms/1/search?q=\(phrase)")
      #expect(answer.status == 503)
      #expect(answer.json?["error"]?["code"] == "QUERY_TIMEOUT")
      #expect(answer.json?["detail"]?.stringValue?.contains("narrow it") == true)
      // It is one query's failure, not the server's.
      #expect(try user.request("GET", "/api/rooms/1/search?q=b&after=999").status == 200)
    }
  }
}
