import Glibc
import JSONCodec
import TestSupport
import Testing

/// Effects of other requests on open sockets.
@Suite struct SocketTests {
  private static let meal: JSONValue = ["raw_input": "120g chicken breast", "meal_type": "lunch"]

  private static func connect(_ server: ServerProcess, _ path: String, _ token: String) throws -> WebSocketTestClient {
    let separator = path.contains("?") ? "&" : "?"
    let socket = try WebSocketTestClient.connect(port: server.port, "\(path)\(separator)token=\(token)")
    #expect(try socket.receiveJSON()["type"] == "connected")
    return socket
  }

  @Test(
    arguments: [
      ("POST", "/api/v1/auth/logout", nil),
      ("POST", "/api/auth/logout", nil),
      ("PUT", "/api/v1/users/me/password", ["current_password": "admin123", "new_password": "Another1password"]),
    ] as [(String, String, JSONValue?)])
  func signingOutCutsEverySocketOfTheAccount(method: String, path: String, body: JSONValue?) async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let token = try DevelopmentAccount.logIn(server.port)
      let sockets = try ["/ws", "/ws/meal-logs"].map { try Self.connect(server, $0, token) }
      let http = try HTTPTestClient(port: server.port)
      let answer = try http.request(method, path, token: token, json: body ?? [:])
      #expect(answer.status < 300, "\(answer.text)")
      for socket in sockets { #expect(try socket.receiveClose().code == 1000) }
      #expect(try http.request("GET", "/api/v1/meal-logs", token: token).status == 401)
    }
  }

  @Test(arguments: ["user disable admin --force", "user set-password admin"])
  func aCommandCutsTheSocketsOfARunningServer(command: String) async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let token = try DevelopmentAccount.logIn(server.port)
      let socket = try Self.connect(server, "/ws/meal-logs", token)
      let script = "echo Another1password | '\(try ServerProcess.executable())' \(command) --data data"
      let run = try ProgramRun(["/bin/bash", "-c", "cd \(server.folder.path) && \(script)"])
      #expect(run.exit == .code(0), "\(run.output)")
      #expect(try socket.receiveClose().code == 1000)
    }
  }

  @Test(
    arguments: [
      ("text", "/ws/meal-logs", "120g"), ("number", "/ws/meal-logs", 120),
      ("text", "/ws/meal-logs?quantity=number", 120),
      ("number", "/ws/meal-logs?quantity=text", "120g"),
    ] as [(String, String, JSONValue)])
  func quantityFormatFollowsTheSettingAndTheQueryParameter(setting: String, path: String, quantity: JSONValue)
    async throws
  {
    try await runBlocking {
      let server = try ServerProcess(environment: ["HEARTH_WEBSOCKET_QUANTITY": setting])
      let token = try DevelopmentAccount.logIn(server.port)
      let socket = try Self.connect(server, path, token)
      let http = try HTTPTestClient(port: server.port)
      #expect(try http.request("POST", "/api/v1/meal-logs/natural", token: token, json: Self.meal).status == 201)
      let item = try socket.receiveJSON(type: "meal_log.completed")["data"]?["items"]?.arrayValue?.first
      #expect(item?["quantity"] == quantity)
      #expect(item?["quantity_value"] == 120 && item?["quantity_text"] == "120g")
    }
  }

  @Test func aSocketEndsWithItsTokenUnlessItGetsANewOne() async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: ["HEARTH_AUTH_ACCESS_TOKEN_TTL": "5s"])
      let first = try Self.connect(server, "/ws/meal-logs", try DevelopmentAccount.logIn(server.port))
      #expect(try first.receiveJSON()["error_code"] == "AUTH_FAILED")
      #expect(try first.receiveClose().code == 4401)

      let second = try Self.connect(server, "/ws", try DevelopmentAccount.logIn(server.port))
      for _ in 0..<3 {
        try second.send(json: ["type": "authenticate", "token": .string(try DevelopmentAccount.logIn(server.port))])
        #expect(try second.receiveJSON()["type"] == "authenticated")
      }
      try second.send(json: ["type": "authenticate", "token": "garbage"])
      #expect(try second.receiveJSON()["error_code"] == "AUTH_FAILED")
      try second.send(json: ["type": "ping"])
      #expect(try second.receiveJSON()["type"] == "pong")
      #expect(try second.receiveClose().code == 4401)
    }
  }

  @Test func missedResultsComeAfterAReconnectAndARestart() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      var lastID: Int64 = 0
      for round in 1...3 {
        let server = try ServerProcess(folder: folder)
        let token = try DevelopmentAccount.logIn(server.port)
        if round > 1 {
          // Events from while no socket was open, delivered from the client's position.
          let socket = try Self.connect(server, "/ws/meal-logs?since=\(lastID)", token)
          let frame = try socket.receiveJSON(type: "meal_log.completed")
          lastID = try #require(frame["event_id"]?.integerValue)
          #expect(frame["data"]?["raw_input"] == "\(round + 1) eggs")
          try socket.sendClose()
          _ = try socket.receiveClose()
        }
        let http = try HTTPTestClient(port: server.port)
        let meal: JSONValue = ["raw_input": "\(round + 2) eggs", "meal_type": "lunch"]
        #expect(try http.request("POST", "/api/v1/meal-logs/natural", token: token, json: meal).status == 201)
        server.send(signal: round == 1 ? SIGKILL : SIGTERM)
        _ = try server.waitForExit()
      }
    }
  }
}
