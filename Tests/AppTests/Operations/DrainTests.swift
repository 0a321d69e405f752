import Glibc
import JSONCodec
import Runtime
import TestSupport
import Testing

/// SIGTERM ends the server in order.
@Suite struct DrainTests {
  @Test func drainUnderLoadLosesNoAcknowledgedMeals() async throws {
    try await runBlocking {
      let environment = [
        "HEARTH_MEALS_MAX_PENDING_PER_USER": "100000", "HEARTH_LIMITS_WRITES_PER_MINUTE": "0",
        "HEARTH_LOG_LEVEL": "warning",
      ]
      let first = try ServerProcess(environment: environment)
      let token = try DevelopmentAccount.logIn(first.port)
      let load = MealLoad()
      try load.start(clients: 6, port: first.port, token: token)
      try load.wait(for: 50)
      first.send(signal: SIGTERM)
      #expect(try first.waitForExit() == .code(0), "\(first.log)")
      load.join()
      #expect(load.others.withLock { $0 } == [:])
      // The log was moved into the database file.
      #expect(first.folder.contents(of: "data/hearth.sqlite3-wal")?.isEmpty ?? true)
      let second = try ServerProcess(folder: first.folder, environment: environment)
      try load.expectAllProcessedOnce(port: second.port)
    }
  }

  @Test func closesSocketsWith1001() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let token = try DevelopmentAccount.logIn(server.port)
      let sockets = try ["/ws/meal-logs", "/ws"].map {
        try WebSocketTestClient.connect(port: server.port, "\($0)?token=\(token)")
      }
      for socket in sockets { #expect(try socket.receiveJSON()["type"] == "connected") }
      server.send(signal: SIGTERM)
      for socket in sockets { #expect(try socket.receiveClose().code == 1001) }
      #expect(try server.waitForExit() == .code(0))
    }
  }

  @Test func reportsNotReadyBeforeRejectingConnections() async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: [
        "HEARTH_SHUTDOWN_GRACE": "20s", "HEARTH_SHUTDOWN_READY_DELAY": "3s",
      ])
      server.send(signal: SIGTERM)
      // The first answers may come before the signal is taken.
      while try HTTPTestClient(port: server.port).request("GET", "/ready").status == 200 {}
      #expect(try HTTPTestClient(port: server.port).request("GET", "/ready").status == 503)
      #expect(try HTTPTestClient(port: server.port).request("GET", "/health").status == 200)
      #expect(try server.waitForExit() == .code(0))
    }
  }

  @Test func doesNotWaitLongerThanTheGraceTimeForAPeerThatStalls() async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: [
        "HEARTH_SHUTDOWN_GRACE": "1s", "HEARTH_HTTP_BODY_TIMEOUT": "1h", "HEARTH_WEBSOCKET_CLOSE_TIMEOUT": "1h",
      ])
      let token = try DevelopmentAccount.logIn(server.port)
      let half = try HTTPTestClient(port: server.port)
      try half.send(raw: "POST /api/v1/meal-logs/natural HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
      let socket = try WebSocketTestClient.connect(port: server.port, "/ws?token=\(token)")
      #expect(try socket.receiveJSON()["type"] == "connected")
      server.send(signal: SIGTERM)
      // Neither the request's rest nor the answer to the close ever comes.
      #expect(try server.waitForExit(within: .seconds(20)) == .code(0), "\(server.log)")
    }
  }

  @Test func completesARequestInProgress() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let token = try DevelopmentAccount.logIn(server.port)
      let client = try HTTPTestClient(port: server.port)
      let body: JSONValue = ["raw_input": "2 eggs", "meal_type": "lunch"]
      try client.send(
        raw: "POST /api/v1/meal-logs/natural HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n"
          + "Expect: 100-continue\r\nContent-Length: \(body.encoded.count)\r\n\r\n")
      // The server is in the middle of this request when it asks for the body.
      #expect(try client.readResponse(skipsInterim: false).status == 100)
      server.send(signal: SIGTERM)
      while (try? HTTPTestClient(port: server.port)) != nil {}
      try client.send(raw: body.encoded)
      let answer = try client.readResponse()
      #expect(answer.status == 201)
      #expect(answer["Connection"] == "close")
      #expect(try server.waitForExit() == .code(0))
    }
  }
}
