import JSONCodec
import TestSupport
import Testing

@testable import Realtime

/// The path of `StepsSocket.swift` works as declared, on a real connection.
@Suite struct StepsSocketTests {
  @Test func oneFileIsACompletePath() async throws {
    let fixture = try await RealtimeFixture()
    try await fixture.publish(kind: "steps.counted", payload: ["count": 2000])
    let frames = try await withServer(sockets: [StepsSocket.endpoint(hub: fixture.hub).route]) {
      try Self.exchange($0.with(token: "anna"))
    }
    #expect(frames[0] == ["type": "steps.counted", "count": 1.5, "event_id": 1])
    #expect(frames[1] == ["type": "goal_set", "goal": 8000])
    #expect(frames.map { $0["type"] } == ["steps.counted", "goal_set", "error", "pong"])
    for frame in frames { #expect(StepsSocket.declaration.violations(.sent, frame) == []) }
  }

  private static func exchange(_ client: TestClient) throws -> [JSONValue] {
    let client = try client.open("/ws/steps?unit=km")
    var frames = [try client.receiveJSON()]
    for message: JSONValue in [["type": "set_goal", "goal": 8000], ["type": "dance"], ["type": "ping"]] {
      try client.send(json: message)
      frames.append(try client.receiveJSON())
    }
    return frames
  }
}
