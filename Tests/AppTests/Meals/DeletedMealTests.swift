import JSONCodec
import TestSupport
import Testing

/// No event of a deleted meal is delivered.
@Suite(.timeLimit(.minutes(2))) struct DeletedMealTests {
  @Test func aLaterSocketReceivesOnlyExistingMeals() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let ids = try ["1 egg", "2 eggs", "3 eggs"].map { try user.log($0).json?["id"]?.stringValue ?? "" }
      try SignedIn.until("three results") {
        let list = try user.request("GET", "/api/v1/meal-logs?status=completed")
        return list.json?["data"]?["total_count"] == 3
      }
      for id in [ids[0], ids[2]] {
        #expect(try user.request("DELETE", "/api/v1/meal-logs/\(id)").status == 204)
      }
      for path in ["/ws/meal-logs", "/ws/meal-logs?since=0"] {
        let socket = try user.connect(path)
        let frame = try socket.receiveJSON()
        #expect(frame["data"]?["id"] == .string(ids[1]))
        #expect(try socket.messagesBeforePong().isEmpty)
      }
      // Later events are delivered, although the newest event before them was deleted.
      let socket = try user.connect("/ws/meal-logs")
      try user.log("4 eggs")
      #expect(try socket.receiveJSON()["data"]?["raw_input"] == "4 eggs")
    }
  }
}
