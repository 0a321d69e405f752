import Foundation
import JSONCodec
import TestSupport
import Testing

/// The frames of the real program as documented clients see them.
@Suite struct SocketFrameTests {
  /// The next frame of this type, as the client's model has it.
  private static func decode<Model: Decodable>(
    _ model: Model.Type, _ type: String, from socket: WebSocketTestClient,
    where matches: (JSONValue) -> Bool = { _ in true }
  ) throws -> Model {
    let frame = try socket.receiveJSON { $0["type"]?.stringValue == type && matches($0) }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(model, from: Data(frame.encoded))
  }

  private static func log(_ text: String, _ server: ServerProcess, _ token: String) throws {
    let meal: JSONValue = ["raw_input": .string(text), "meal_type": "lunch"]
    let answer = try HTTPTestClient(port: server.port).request(
      "POST", "/api/v1/meal-logs/natural", token: token, json: meal)
    #expect(answer.status == 201)
  }

  @Test func everyFrameFitsTheModelsOfItsClients() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let token = try DevelopmentAccount.logIn(server.port)
      let path = "/ws/meal-logs?token=\(token)"
      let text = try WebSocketTestClient.connect(port: server.port, path)
      let nutrition = try WebSocketTestClient.connect(port: server.port, "/ws?token=\(token)")
      let greeting = try Self.decode(ClientModels.Connected.self, "connected", from: text)
      #expect(ISO8601DateFormatter().date(from: greeting.timestamp) != nil)
      try text.send(json: ["type": "ping"])
      _ = try Self.decode(ClientModels.Pong.self, "pong", from: text)

      try Self.log("120g chicken breast, 1 cup broccoli, 1 tbsp olive oil", server, token)
      let completed = try Self.decode(ClientModels.Completed.self, "meal_log.completed", from: text).data
      #expect(completed.items.map(\.quantity).first == "120g")
      for date in [completed.loggedAt, completed.createdAt, completed.processingCompletedAt] {
        #expect(ISO8601DateFormatter().date(from: date) != nil, "\(date)")
      }
      for status in ["processing", "completed"] {
        let update = try Self.decode(ClientModels.StatusUpdate.self, "meal_log_status_update", from: nutrition) {
          $0["payload"]?["status"]?.stringValue == status
        }
        #expect(update.payload.mealLogId == completed.id)
      }

      try Self.log("qwxzv", server, token)
      let failed = try Self.decode(ClientModels.Failed.self, "meal_log.failed", from: text).data
      #expect(failed.errorCode == "PARSING_FAILED" && !failed.suggestions.isEmpty)
      let update = try Self.decode(ClientModels.StatusUpdate.self, "meal_log_status_update", from: nutrition) {
        $0["payload"]?["status"] == "failed"
      }
      #expect(update.payload.errorMessage?.isEmpty == false)

      // The newer socket replaces the older one, which receives the reason.
      let numbers = try WebSocketTestClient.connect(port: server.port, path + "&quantity=number&since=0")
      let again = try Self.decode(ClientModels.CompletedWithNumbers.self, "meal_log.completed", from: numbers).data
      #expect(again.items.first?.quantity == 120)
      #expect(try Self.decode(ClientModels.Failure.self, "error", from: text).errorCode == "CONNECTION_LIMIT")
      #expect(try text.receiveClose().code == 1000)
    }
  }
}
