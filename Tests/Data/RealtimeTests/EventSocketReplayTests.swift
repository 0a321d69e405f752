import Bytes
import HTTPServer
import JSONCodec
import Storage
import TestSupport
import Testing

@testable import Realtime

@Suite struct EventSocketReplayTests {
  @Test func sendsWelcomeThenMissedThenNewEvents() async throws {
    let fixture = try await RealtimeFixture()
    let missed = try await fixture.publish(2)
    let session = try await fixture.connect {
      await $0.until { $0.eventIDs.count == 2 }
      try await fixture.publish(1, kind: "meal_log.failed")
      await $0.until { $0.eventIDs.count == 3 }
    }
    #expect(session.types == ["connected", "meal_log.completed", "meal_log.completed", "meal_log.failed"])
    #expect(Array(session.eventIDs.prefix(2)) == missed)
  }

  @Test func deliversEachEventOnce() async throws {
    let fixture = try await RealtimeFixture()
    try await fixture.publish(2)
    _ = try await fixture.connect { await $0.until { $0.eventIDs.count == 2 } }
    let later = try await fixture.publish()
    let session = try await fixture.connect { await $0.until { !$0.eventIDs.isEmpty } }
    #expect(session.eventIDs == later)
    #expect(try await fixture.query("SELECT event_id FROM event_cursors").first?.integer("event_id") == later.last)
  }

  @Test func positionsSurviveARestart() async throws {
    let fixture = try await RealtimeFixture()
    try await fixture.publish(2)
    _ = try await fixture.connect { await $0.until { $0.eventIDs.count == 2 } }
    let key = EventCursors.Key(userID: "anna", type: "meal_logs")
    #expect(try await EventCursors(database: fixture.database).open(key) == 2)
  }

  @Test func eventsThatNeverReachedTheKernelAreSentAgain() async throws {
    let fixture = try await RealtimeFixture()
    let ids = try await fixture.publish(2)
    let stalled = ScriptedTransport()
    stalled.stall()
    _ = try await fixture.connect(session: stalled) { await $0.until { $0.eventIDs.count == 2 } }
    let session = try await fixture.connect { await $0.until { $0.eventIDs.count == 2 } }
    #expect(session.eventIDs == ids)
  }

  @Test(arguments: [(0, [1, 2, 3]), (1, [2, 3]), (3, []), (99, [])] as [(Int64, [Int64])])
  func sinceNamesTheLastReceivedEvent(_ since: Int64, _ expected: [Int64]) async throws {
    let fixture = try await RealtimeFixture()
    try await fixture.publish(3)
    _ = try await fixture.connect { await $0.until { $0.eventIDs.count == 3 } }
    let session = try await fixture.connect([("token", "anna"), ("since", "\(since)")]) {
      await $0.until { $0.eventIDs.count == expected.count }
      try await fixture.publish()
      await $0.until { $0.eventIDs.count == expected.count + 1 }
    }
    #expect(session.eventIDs == expected + [4])
  }

  @Test func typesOfSocketsHaveIndependentPositions() async throws {
    let fixture = try await RealtimeFixture()
    let ids = try await fixture.publish(2)
    _ = try await fixture.connect { await $0.until { $0.eventIDs.count == 2 } }
    let other = try await fixture.connect(type: "nutrition") {
      await $0.until { $0.eventIDs.count == 2 }
    }
    #expect(other.eventIDs == ids)
  }

  @Test func eventsAreDeliveredOnlyToTheirUser() async throws {
    let fixture = try await RealtimeFixture()
    try await fixture.publish(to: "ben")
    try await fixture.publish(kind: "chat.message")
    let mine = try await fixture.publish()
    let session = try await fixture.connect { await $0.until { !$0.eventIDs.isEmpty } }
    #expect(session.eventIDs == mine)
  }

  @Test func aLongBacklogIsSentInBatchesWithMessagesHandledBetween() async throws {
    let fixture = try await RealtimeFixture {
      $0.batchEvents = 4
      $0.batchBytes = 100
    }
    let ids = try await fixture.publish(20)
    let waiting = ScriptedTransport()
    waiting.say(#"{"type":"ping"}"#)
    let session = try await fixture.connect(session: waiting) { await $0.until { $0.eventIDs.count == 20 } }
    #expect(session.eventIDs == ids)
    #expect(session.types.firstIndex(of: "pong") == 5)
  }

  @Test func eventsThatARendererLeavesOutAreSkipped() async throws {
    let fixture = try await RealtimeFixture()
    try await fixture.publish(payload: ["hidden": true])
    let shown = try await fixture.publish(payload: ["name": "broccoli"])
    let session = try await fixture.connect([("token", "anna"), ("quantity", "number")]) {
      await $0.until { !$0.eventIDs.isEmpty }
    }
    #expect(session.eventIDs == shown)
    #expect(session.frames.last?["data"] == ["name": "broccoli"])
    #expect(session.frames.last?["numbers"] == true)
  }

  @Test func manyWritersLeaveNoGapAndNoDuplicate() async throws {
    let fixture = try await RealtimeFixture { $0.batchEvents = 3 }
    let session = try await fixture.connect { session in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<40 { group.addTask { try await fixture.publish() } }
        try await group.waitForAll()
      }
      await session.until { $0.eventIDs.count == 40 }
    }
    #expect(session.eventIDs == Array(1...40))
  }

  @Test func eventsAreKeptForADay() async throws {
    let fixture = try await RealtimeFixture()
    try await fixture.publish(3)
    fixture.clock.advance(by: .seconds(23 * 3600))
    let kept = try await fixture.publish()
    fixture.clock.advance(by: .seconds(2 * 3600))
    try await fixture.hub.purge()
    let session = try await fixture.connect { await $0.until { !$0.eventIDs.isEmpty } }
    #expect(session.eventIDs == kept)
  }
}
