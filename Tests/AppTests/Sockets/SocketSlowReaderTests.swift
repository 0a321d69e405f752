import JSONCodec
import TestSupport
import Testing

@Suite struct SocketSlowReaderTests {
  @Test func closesAClientThatNeverReadsWithoutAffectingOthers() async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: ["HEARTH_WEBSOCKET_MAX_QUEUE": "64KiB"])
      let token = try DevelopmentAccount.logIn(server.port)
      let slow = try WebSocketTestClient.connect(
        port: server.port, "/ws/meal-logs?token=\(token)", receiveBuffer: 4096, limit: .seconds(40))
      let other = try WebSocketTestClient.connect(port: server.port, "/ws?token=\(token)")
      var failure: WireError?
      // Each of these is answered by a longer error frame. The kernel takes many before the server has looked at them.
      let end = ContinuousClock.now + .seconds(60)
      while failure == nil, .now < end {
        do throws(WireError) { try slow.send(text: "x") } catch { failure = error }
      }
      let ending = try #require(failure, "The server took everything.")
      if case .timedOut = ending { Issue.record("The server stopped reading instead of closing.") }
      try other.send(json: ["type": "ping"])
      #expect(try other.receiveJSON(type: "pong")["timestamp"] != nil)
    }
  }
}
