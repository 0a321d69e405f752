import Glibc
import JSONCodec
import Runtime
import TestSupport
import Testing

/// `/dev/snapshots` and `/dev/reset` of a running server.
@Suite(.timeLimit(.minutes(3))) struct DataReplacementTests {
  private static let meal: JSONValue = [
    "meal_type": "lunch",
    "items": [
      ["food_name": "soup", "quantity": 1, "unit": "cup", "calories": 90, "protein_g": 3, "carbs_g": 9, "fat_g": 4]
    ],
  ]

  /// Sends a request to `/dev` on a connection of its own.
  @discardableResult
  private static func develop(
    _ server: ServerProcess, _ method: String, _ path: String, _ body: JSONValue = [:]
  ) throws -> WireResponse {
    try HTTPTestClient(port: server.port, limit: .seconds(60)).request(method, "/dev" + path, json: body)
  }

  private static func restore(_ server: ServerProcess, _ name: String) throws {
    let response = try develop(server, "POST", "/snapshots/\(name)/restore")
    #expect(response.status == 204, "\(response.text) \(server.log.suffix(2000))")
  }

  private static func mealCount(_ client: TestClient) throws -> Int64? {
    try client.request("GET", "/api/v1/meal-logs").json?["data"]?["total_count"]?.integerValue
  }

  @Test func aRestoreBringsBackTheSavedStateAndClosesSockets() async throws {
    try await withHearth { server in
      let client = try server.signIn()
      #expect(try client.request("POST", "/api/v1/meal-logs/batch", Self.meal).status == 201)
      let saved = try Self.develop(server, "POST", "/snapshots", ["name": "one"])
      #expect(saved.status == 201 && saved.json?["name"] == "one")
      #expect(try client.request("POST", "/api/v1/meal-logs/batch", Self.meal).status == 201)
      #expect(try Self.mealCount(client) == 2)
      let later = try server.client.signIn("testuser2", "password")
      let sockets = try ["/ws/meal-logs", "/ws/chat/general", "/ws/echo"].map { try client.open($0) }
      for socket in sockets.prefix(2) { #expect(try socket.receiveJSON()["type"] == "connected") }
      try Self.restore(server, "one")
      for socket in sockets { #expect(try socket.receiveClose().code == 1012) }
      #expect(try Self.mealCount(client) == 1)
      // The session of the second account began after the snapshot.
      #expect(try later.request("GET", "/api/v1/meal-logs").status == 401)
      let socket = try client.open("/ws/meal-logs")
      #expect(try socket.receiveJSON()["type"] == "connected")
      #expect(try CommandRun("check", in: server.folder).exit == .code(0))
    }
  }

  @Test func aResetLeavesTheDevelopmentAccountsOnly() async throws {
    try await withHearth { server in
      let client = try server.signIn()
      #expect(try client.request("POST", "/api/v1/meal-logs/batch", Self.meal).status == 201)
      _ = try server.client.signUp("somebody")
      let socket = try client.open("/ws/meal-logs")
      #expect(try socket.receiveJSON()["type"] == "connected")
      let response = try Self.develop(server, "POST", "/reset")
      #expect(response.status == 204, "\(response.text)")
      #expect(try socket.receiveClose().code == 1012)
      #expect(try client.request("GET", "/api/v1/meal-logs").status == 401)
      #expect(try Self.mealCount(try server.signIn()) == 0)
      #expect(throws: WireError.self) { try server.client.signIn("somebody", "correct horse") }
      for (name, password) in [("testuser2", "password"), ("user@example.com", "password123")] {
        _ = try server.client.signIn(name, password)
      }
      let check = try CommandRun("check", in: server.folder)
      #expect(check.exit == .code(0) && check.output.contains("users 3"), "\(check)")
    }
  }

  /// A client that reconnects with the position of its last event receives every event of the new data.
  @Test func noEventOfTheNewDataIsLostToAnOldPosition() async throws {
    try await withHearth { server in
      let client = try server.signIn()
      #expect(try Self.develop(server, "POST", "/snapshots", ["name": "before"]).status == 201)
      let first = try Self.completedEvent(server, client, since: nil)
      for _ in 0..<2 {
        try Self.restore(server, "before")
        // The id is beyond the newest event of the account now, and is ignored.
        let socket = try client.open("/ws/meal-logs?since=\(first)")
        #expect(try socket.receiveJSON()["type"] == "connected")
        try socket.sendClose()
        let second = try Self.completedEvent(server, client, since: first)
        #expect(second > first)
      }
    }
  }

  /// Logs a meal while no socket is open, and receives it after `since`. - Returns: the id of its event.
  private static func completedEvent(_ server: ServerProcess, _ client: TestClient, since: Int64?) throws -> Int64 {
    let log = try client.request(
      "POST", "/api/v1/meal-logs/natural", ["raw_input": "two eggs", "meal_type": "lunch"])
    let id = try #require(log.json?["id"]?.stringValue)
    try SignedIn.until("a completed meal") {
      try client.request("GET", "/api/v1/meal-logs/\(id)").json?["status"] == "completed"
    }
    let socket = try client.open("/ws/meal-logs" + (since.map { "?since=\($0)" } ?? ""))
    let frame = try socket.receiveJSON {
      $0["event_id"] != nil && $0.text.contains(id) && $0.text.contains("completed")
    }
    try socket.sendClose()
    return try #require(frame["event_id"]?.integerValue)
  }

  @Test func twentyRestoresUnderLoadKeepEveryLaterAcknowledgedMeal() async throws {
    let environment = [
      "HEARTH_MEALS_MAX_PENDING_PER_USER": "100000", "HEARTH_LIMITS_WRITES_PER_MINUTE": "0",
      "HEARTH_LOG_LEVEL": "error",
    ]
    try await withHearth(environment) { server in
      let client = try server.signIn()
      #expect(try Self.develop(server, "POST", "/snapshots", ["name": "start"]).status == 201)
      let load = MealLoad()
      try load.start(clients: 4, port: server.port, token: client.token ?? "")
      for round in 0..<20 {
        try Self.restore(server, "start")
        // A request that this client sends now is stored in the new data, and must stay.
        let own = try client.request("POST", "/api/v1/meal-logs/batch", Self.meal)
        #expect(own.status == 201, "\(round): \(own.text)")
        let id = own.json?["id"]?.stringValue ?? ""
        try load.wait(for: load.acknowledged.withLock { $0.count } + 4)
        #expect(try client.request("GET", "/api/v1/meal-logs/\(id)").status == 200, "\(round)")
      }
      let early = load.acknowledged.withLock { $0 }
      try load.wait(for: early.count + 50)
      server.send(signal: SIGTERM)
      #expect(try server.waitForExit() == .code(0), "\(server.log.suffix(4000))")
      load.join()
      // Requests that met the end of a generation were refused, not lost.
      #expect(load.others.withLock { Set($0.keys) }.isSubset(of: [503]))
      let check = try CommandRun("check", in: server.folder)
      #expect(check.exit == .code(0), "\(check)")
    }
  }

  @Test func concurrentReplacementsRunOneAfterTheOther() async throws {
    try await withHearth { server in
      let client = try server.signIn()
      #expect(try Self.develop(server, "POST", "/snapshots", ["name": "one"]).status == 201)
      let statuses = Locked<[Int]>([])
      let port = server.port
      let threads = try (0..<4).map { index in
        try Thread(name: "restore") {
          let path = index % 2 == 0 ? "/snapshots/one/restore" : "/snapshots"
          let body: JSONValue = index % 2 == 0 ? [:] : ["name": .string("other-\(index)")]
          let response = try? HTTPTestClient(port: port, limit: .seconds(60))
            .request("POST", "/dev" + path, json: body)
          statuses.withLock { $0.append(response?.status ?? 0) }
        }
      }
      for thread in threads { thread.join() }
      #expect(statuses.withLock { $0.sorted() } == [201, 201, 204, 204])
      #expect(try Self.mealCount(client) == 0)
      let list = try Self.develop(server, "GET", "/snapshots").json?["items"]?.arrayValue ?? []
      #expect(list.compactMap { $0["name"]?.stringValue } == ["one", "other-1", "other-3"])
      #expect(try client.request("GET", "/dev").json?["snapshots"] == ["one", "other-1", "other-3"])
    }
  }

  @Test(
    arguments: [
      ("POST", "/snapshots", ["name": "one"], 409, "SNAPSHOT_EXISTS"),
      ("POST", "/snapshots", ["name": "../one"], 400, "VALIDATION_ERROR"),
      ("POST", "/snapshots", ["name": "one", "replace": "yes"], 400, "VALIDATION_ERROR"),
      ("POST", "/snapshots", [:], 400, "VALIDATION_ERROR"),
      ("POST", "/snapshots/two/restore", [:], 404, "NOT_FOUND"),
      ("POST", "/snapshots/..%2Fone/restore", [:], 400, "VALIDATION_ERROR"),
      ("POST", "/snapshots/damaged/restore", [:], 500, "SNAPSHOT_FAILED"),
      ("DELETE", "/snapshots/two", [:], 404, "NOT_FOUND"),
      ("POST", "/seed", ["scenario": "other"], 400, "VALIDATION_ERROR"),
    ] as [(String, String, JSONValue, Int, String)])
  func refusesWithoutAnEffect(method: String, path: String, body: JSONValue, status: Int, code: String) async throws {
    try await withHearth { server in
      let client = try server.signIn()
      #expect(try Self.develop(server, "POST", "/snapshots", ["name": "one"]).status == 201)
      try server.folder.write("data/snapshots/damaged.sqlite3", "not a database")
      let socket = try client.open("/ws/meal-logs")
      #expect(try socket.receiveJSON()["type"] == "connected")
      let response = try Self.develop(server, method, path, body)
      #expect(response.status == status && response.text.contains(code), "\(response.text)")
      try socket.send(text: "ping")
      #expect(try socket.receiveJSON()["type"] == "pong")
      #expect(try Self.mealCount(client) == 0)
    }
  }

  @Test func metricsAndHealthGoOnAfterAReset() async throws {
    try await withHearth { server in
      #expect(try Self.develop(server, "POST", "/reset").status == 204)
      let http = try HTTPTestClient(port: server.port)
      for path in ["/health", "/ready", "/"] { #expect(try http.request("GET", path).status == 200) }
      let metrics = try http.request("GET", "/metrics").text
      #expect(metrics.contains(#"hearth_http_requests_total{method="GET",route="/ready",status="200"} 1"#))
      server.send(signal: SIGTERM)
      #expect(try server.waitForExit() == .code(0))
    }
  }

  @Test func anotherServerCannotTakeTheFolder() async throws {
    try await withHearth { server throws in
      #expect(try Self.develop(server, "POST", "/reset").status == 204)
      #expect(throws: WireError.self) { _ = try ServerProcess(folder: server.folder) }
      #expect(try server.client.request("GET", "/ready").status == 200)
    }
  }
}
