package import Storage

/// The tables of events and connections.
package enum RealtimeTables {
  /// All tables with rows of users.
  package static let all = [
    UserTable(
      "user_events",
      export: .rows(
        ExportQuery(
          kind: "event", select: "SELECT * FROM user_events WHERE user_id = $1", keys: ["id"], json: ["payload"])),
      deletion: .inSteps(key: "id"),
      // Events with a topic repeat content that is counted elsewhere.
      usage: .counted(
        UsageRule(rowBytes: 150, texts: ["payload"], condition: "user_id = users.id AND topic IS NULL"))),
    UserTable("event_cursors", export: .nothing, usage: .free),
    UserTable(
      "active_websocket_connections",
      export: .rows(
        ExportQuery(
          kind: "connection",
          select: """
            SELECT id, connection_type, device_id, connected_at, last_ping_at FROM active_websocket_connections
            WHERE user_id = $1
            """,
          keys: ["id"])), usage: .free),
  ]

  /// The counts of `hearth check`.
  package static let check = ContentCheck(counts: ["events": "user_events"])

  /// The tables whose ids clients keep as positions: after a loss of power no id may be used again.
  package static let withKeptIDs = ["user_events"]
}
