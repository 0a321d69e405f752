import Bytes
import HTTPServer
import Runtime
import Storage
import TestSupport
import Testing

@testable import Realtime

@Suite struct ConnectionRegistryTests {
  @Test func replacesTheOldestAboveTheLimit() async throws {
    let fixture = try await RealtimeFixture { $0.maxConnectionsPerUser = 2 }
    let registry = fixture.registry
    let sessions = (0..<3).map { _ in ScriptedTransport() }
    for session in sessions { _ = registry.connect(userID: "anna", type: "mobile_sync", transport: session) }
    #expect(await sessions[0].next() == .notification(.replaced))
    #expect(registry.connections(of: "anna", type: "mobile_sync").count == 2)
    #expect(registry.connections(of: "anna", type: "mobile_sync").first?.transport === sessions[1])
  }

  @Test(arguments: [RealtimeConfiguration.LimitPolicy.replace, .reject])
  func aSecondSocketOfADeviceReplacesTheFirst(_ policy: RealtimeConfiguration.LimitPolicy) async throws {
    let fixture = try await RealtimeFixture {
      $0.maxConnectionsPerUser = 2
      $0.limitPolicy = policy
    }
    let sessions = (0..<3).map { _ in ScriptedTransport() }
    for (session, device) in zip(sessions, ["a", "b", "b"]) {
      let connection = fixture.registry.connect(
        userID: "anna", type: "mobile_sync", deviceID: device, transport: session)
      #expect(connection != nil)
    }
    #expect(await sessions[1].next() == .notification(.replaced))
    #expect(fixture.registry.count == 2)
  }

  @Test func disconnectingTwiceHasNoEffect() async throws {
    let registry = try await RealtimeFixture().registry
    let first = try #require(registry.connect(userID: "anna", type: "a", transport: ScriptedTransport()))
    let second = try #require(registry.connect(userID: "anna", type: "a", transport: ScriptedTransport()))
    registry.disconnect(first.id)
    #expect(registry.contains(second.id))
    registry.disconnect(second.id)
    registry.disconnect(second.id)
    #expect(registry.count == 0)
  }

  @Test func mirrorsConnections() async throws {
    let fixture = try await RealtimeFixture()
    _ = try await fixture.connect([("token", "anna"), ("device_id", "phone")]) { session in
      // The pong comes behind the row.
      session.say(#"{"type":"ping"}"#)
      await session.until { $0.types.contains("pong") }
      let row = try #require(try await fixture.query("SELECT * FROM active_websocket_connections").first)
      #expect(row.text("user_id") == "anna")
      #expect(row.text("connection_type") == "meal_logs")
      #expect(row.text("device_id") == "phone")
      #expect(row.text("node") == "node-1")
      #expect(row.integer("connected_at") == fixture.clock.now.milliseconds)
      #expect(row.text("connection_id") != nil)
    }
    #expect(try await fixture.query("SELECT * FROM active_websocket_connections").isEmpty)
  }

  @Test func aFlushStoresTheLastActivity() async throws {
    let fixture = try await RealtimeFixture()
    let session = ScriptedTransport()
    let connection = fixture.registry.connect(userID: "anna", type: "meal_logs", transport: session)
    fixture.clock.advance(by: .seconds(100))
    session.wasActive(.seconds(40), before: fixture.instant)
    // The row is missing: the flush brings it back.
    try await fixture.hub.flush()
    let row = try await fixture.query("SELECT * FROM active_websocket_connections").first
    #expect(row?.text("id") == connection?.id)
    #expect(row?.integer("last_ping_at") == fixture.clock.now.advanced(by: .seconds(-40)).milliseconds)
  }

  @Test func noActivityIsOlderThanItsConnection() async throws {
    let fixture = try await RealtimeFixture()
    let session = ScriptedTransport()
    _ = fixture.registry.connect(userID: "anna", type: "meal_logs", transport: session)
    session.wasActive(.milliseconds(40), before: fixture.instant)
    try await fixture.hub.flush()
    let row = try await fixture.query("SELECT * FROM active_websocket_connections").first
    #expect(row?.integer("last_ping_at") == fixture.clock.now.milliseconds)
    #expect(row?.integer("connected_at") == fixture.clock.now.milliseconds)
  }

  @Test func theSweepRemovesInactiveConnections() async throws {
    let fixture = try await RealtimeFixture()
    let (stale, live) = (ScriptedTransport(), ScriptedTransport())
    _ = fixture.registry.connect(userID: "anna", type: "meal_logs", transport: stale)
    _ = fixture.registry.connect(userID: "ben", type: "meal_logs", transport: live)
    fixture.clock.advance(by: .seconds(700))
    stale.wasActive(.seconds(601), before: fixture.instant)
    live.wasActive(.seconds(599), before: fixture.instant)
    try await fixture.insertRow(id: "dead", node: "node-2", lastActive: fixture.clock.now.advanced(by: .seconds(-601)))
    try await fixture.insertRow(id: "away", node: "node-2", lastActive: fixture.clock.now.advanced(by: .seconds(-599)))
    try await fixture.hub.sweep()
    #expect(stale.closeCode == 4408)
    #expect(live.closeCode == nil)
    let rows = try await fixture.query("SELECT user_id, id FROM active_websocket_connections WHERE user_id = 'anna'")
    #expect(rows.compactMap { $0.text("id") } == ["away"])
  }

  @Test func theStartRemovesRowsOfNodesThatEnded() async throws {
    let fixture = try await RealtimeFixture()
    try await fixture.insertRow(id: "ended", node: "node-1", lastActive: fixture.clock.now)
    try await fixture.insertRow(id: "other", node: "node-2", incarnation: 5, lastActive: fixture.clock.now)
    try await fixture.database.write {
      try $0.execute(
        "INSERT INTO nodes (id, name, joined_at, session, session_name, key_digest) VALUES (5, 'node-2', 0, 0, '', '')")
    }
    try await fixture.hub.start()
    let rows = try await fixture.query("SELECT id FROM active_websocket_connections")
    #expect(rows.compactMap { $0.text("id") } == ["other"])
  }

  /// A node that took over another has deleted the row, and announced the departure.
  @Test(arguments: [
    (incarnation: Int64(5), hasRow: true, isAnnounced: true),
    // The row of a deleted account.
    (incarnation: 5, hasRow: false, isAnnounced: true),
    (incarnation: 6, hasRow: false, isAnnounced: false),
  ])
  func announcesADepartureOnce(_ incarnation: Int64, _ hasRow: Bool, _ isAnnounced: Bool) async throws {
    let fixture = try await RealtimeFixture()
    try await fixture.database.write {
      try $0.execute(
        "INSERT INTO nodes (id, name, joined_at, session, session_name, key_digest) VALUES (5, 'node-1', 0, 0, '', '')")
    }
    if hasRow { try await fixture.insertRow(id: "a", node: "node-1", incarnation: 5, lastActive: fixture.clock.now) }
    let announced = Locked(false)
    await fixture.hub.remove("a", of: incarnation) { announced.withLock { $0 = true } }
    #expect(announced.withLock { $0 } == isAnnounced)
    let rows = try await fixture.query("SELECT id FROM active_websocket_connections")
    #expect(rows.isEmpty)
  }
}
