import HTTPCodec
import JSONCodec
import TestSupport
import Testing

@testable import API
@testable import HTTPServer

@Suite struct SocketPathsTests {
  private static let templates = [
    "/ws", "/ws/meal-logs", "/ws/consultation", "/api/v1/consultations/{id}/ws", "/ws/chat/{room}", "/ws/mobile/sync",
    "/ws/echo",
  ]

  @Test(arguments: [
    ("/ws/meal-log", "/ws/meal-logs"), ("/ws/meals", "/ws/meal-logs"), ("/WS/Meal-Logs", "/ws/meal-logs"),
    ("/ws/meal_logs", "/ws/meal-logs"), ("/wss", "/ws"), ("/ws/consultations", "/ws/consultation"),
    ("/ws/chats/7", "/ws/chat/{room}"), ("/ws/chat", "/ws/chat/{room}"), ("/ws/chats", "/ws/chat/{room}"),
    ("/ws/ech", "/ws/echo"),
    ("/api/v1/consultation/0b7d4f9e/ws", "/api/v1/consultations/{id}/ws"), ("/ws/mobile-sync", "/ws/mobile/sync"),
    ("/graphql", nil), ("/", nil), ("", nil), ("/" + String(repeating: "w", count: 5000), nil),
  ])
  func findsTheNearest(_ path: String, _ nearest: String?) {
    #expect(SocketPaths(templates: Self.templates, basePath: BasePath()).nearest(to: path) == nearest)
  }

  private static func message(_ path: String, _ fields: [(String, String)] = [], base: String = "") throws -> String {
    var lines = HTTPFields()
    for (name, value) in fields { lines.append(name, value) }
    let paths = SocketPaths(templates: templates, basePath: try #require(BasePath(base)))
    let problem = paths.notFound(Request(method: "GET", path: path, fields: lines))
    #expect(problem.status == 404 && problem.code == "NOT_FOUND")
    return problem.message
  }

  @Test func suggestsPathsOnlyForSocketRequests() throws {
    let upgrade = [("Upgrade", "websocket")]
    #expect(try Self.message("/ws/meal-log") == "Unknown socket path. Did you mean /ws/meal-logs?")
    #expect(try Self.message("/meal-logs", upgrade) == "Unknown socket path. Did you mean /ws/meal-logs?")
    #expect(try Self.message("/graphql", upgrade) == "Unknown socket path.")
    #expect(try Self.message("/graphql") == Problem.notFound().message)
    #expect(
      try Self.message("/ws/meal-log", base: "/hearth") == "Unknown socket path. Did you mean /hearth/ws/meal-logs?")
  }

  @Test func answersOverTheWire() async throws {
    try await withFixture(try await TestServer(sockets: [SocketRoute("/ws/meal-logs", ClosingEndpoint())])) { server in
      let port = server.port
      try await runBlocking {
        guard case .refused(let answer) = try WebSocketTestClient.open(port: port, "/ws/meallogs?token=x") else {
          Issue.record("an unknown path was opened")
          return
        }
        #expect(answer.status == 404)
        #expect(answer.json?["message"] == "Unknown socket path. Did you mean /ws/meal-logs?")
      }
    }
  }
}
