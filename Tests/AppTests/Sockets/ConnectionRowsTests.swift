import Foundation
import Glibc
import JSONCodec
import Storage
import TestSupport
import Testing

/// The table `active_websocket_connections` of a running server, read beside it.
@Suite(.timeLimit(.minutes(2))) struct ConnectionRowsTests {
  private static func rows(_ server: ServerProcess) throws -> [Row] {
    try DataReader.rows(
      server.folder, "SELECT * FROM active_websocket_connections ORDER BY connected_at, connection_type")
  }

  private static func until(_ what: String, _ server: ServerProcess, _ condition: ([Row]) -> Bool) throws -> [Row] {
    var found: [Row] = []
    try SignedIn.until(what) {
      found = try rows(server)
      return condition(found)
    }
    return found
  }

  /// The wall clock in milliseconds.
  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  @Test func storesUpdatesAndDeletesARowPerConnection() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_WEBSOCKET_PING_FLUSH_INTERVAL": "100ms"])
      let before = Self.now
      let meals = try user.connect("/ws/meal-logs?device_id=phone")
      let nutrition = try user.connect("/ws")
      let rows = try Self.until("two rows", user.server) { $0.count == 2 }
      let after = Self.now
      let me = try user.request("GET", "/api/auth/me").json?["user_id"]?.stringValue
      for row in rows {
        #expect(row.text("id")?.count == 36 && row.text("connection_id")?.isEmpty == false)
        #expect(me != nil && row.text("user_id") == me)
        #expect(row.text("node")?.isEmpty == false)
        #expect((before...after).contains(row.integer("connected_at") ?? 0))
        #expect((row.integer("last_ping_at") ?? 0) >= (row.integer("connected_at") ?? .max))
      }
      #expect(Set(rows.map { $0.text("connection_id") }).count == 2)
      #expect(Set(rows.map { $0.text("connection_type") }) == ["meal_logs", "nutrition"])
      let kept = try #require(rows.first { $0.text("connection_type") == "meal_logs" })
      #expect(kept.text("device_id") == "phone")
      #expect(rows.first { $0.text("connection_type") == "nutrition" }?["device_id"] == .null)

      let heard = try #require(rows.compactMap { $0.integer("last_ping_at") }.max())
      while Self.now <= heard + 10 { sched_yield() }
      try meals.send(json: ["type": "ping"])
      _ = try meals.receiveJSON(type: "pong")
      let moved = try Self.until("a later last_ping_at", user.server) { rows in
        rows.contains { $0.text("id") == kept.text("id") && ($0.integer("last_ping_at") ?? 0) > heard }
      }
      #expect(moved.first { $0.text("id") == kept.text("id") }?.integer("connected_at") == kept.integer("connected_at"))

      try meals.sendClose()
      _ = try meals.receiveClose()
      _ = try Self.until("one row", user.server) { $0.map { $0.text("connection_type") } == ["nutrition"] }
      // The end of the connection without a close frame counts as well.
      nutrition.socket.finishSending()
      _ = try Self.until("no row", user.server) { $0.isEmpty }
    }
  }

  @Test func rowsOfAKilledServerAreDeletedAtItsNextStart() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let user = try SignedIn(folder: folder)
      let sockets = try [user.connect("/ws/meal-logs"), user.connect("/ws")]
      _ = try Self.until("two rows", user.server) { $0.count == 2 }
      user.server.send(signal: SIGKILL)
      _ = try user.server.waitForExit()
      withExtendedLifetime(sockets) {}
      // The row of a node that is present is not ours to remove.
      try DataReader.change(folder) { connection in
        try connection.execute("INSERT INTO nodes VALUES (9, 'another', 0, 0, '', '')")
        try connection.execute(
          """
          INSERT INTO active_websocket_connections
          SELECT 'far', user_id, 'far', connection_type, device_id, 'another', connected_at, last_ping_at, NULL, 9
          FROM active_websocket_connections WHERE connection_type = 'nutrition'
          """)
      }
      #expect(try Self.rows(user.server).count == 3)
      let again = try SignedIn(folder: folder)
      #expect(try Self.rows(again.server).map { $0.text("id") } == ["far"])
    }
  }
}
