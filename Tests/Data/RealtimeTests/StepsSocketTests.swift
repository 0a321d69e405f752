import JSONCodec
import TestSupport
import Testing

@testable import Realtime

/// The path of `StepsSocket.swift` works as declared, on a real connection.
@Suite struct StepsSocketTests {
  @Test func oneFileIsACompletePath() async throws {
    let fixture = try await RealtimeFixture()
    let server = try await TestServer(sockets: [StepsSocket.endpoint(hub: fixture.hub).route])
    try await fixture.publish(kind: "steps.counted", payload: ["count": 2000])
    let port = server.port
    let result: Result<[JSONValue], any Error>
    do {
      result = .success(try await runBlocking { try Self.talk(port) })
    } catch {
      result = .failure(error)
    }
    await server.stop()
    let frames = try result.get()
    #expect(frames[0] == ["type": "steps.counted", "count": 1.5, "event_id": 1])
    #expect(frames[1] == ["type": "goal_set", "goal": 8000])
    #expect(frames.map { $0["type"] } == ["steps.counted", "goal_set", "error", "pong"])
    for frame in frames { #expect(StepsSocket.declaration.violations(.sent, frame) == []) }
  }

  private static func talk(_ port: UInt16) throws -> [JSONValue] {
    let client = try WebSocketTestClient.connect(port: port, "/ws/steps?token=anna&unit=km")
    var frames = [try client.receiveJSON()]
    for message: JSONValue in [["type": "set_goal", "goal": 8000], ["type": "dance"], ["type": "ping"]] {
      try client.send(json: message)
      frames.append(try client.receiveJSON())
    }
    return frames
  }
}
