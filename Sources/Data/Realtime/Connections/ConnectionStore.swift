import Bytes
import Storage

/// Keeps `active_websocket_connections` like the registry of this node.
struct ConnectionStore: Sendable {
  let database: any Database
  let registry: ConnectionRegistry
  let node: String

  // A user who was deleted in between has no row to point to; then nothing is stored.
  private static let upsert = """
    INSERT INTO active_websocket_connections
      (id, user_id, connection_id, connection_type, device_id, node, connected_at, last_ping_at)
    SELECT $2, id, $2, $3, $4, $5, CAST($6 AS BIGINT), CAST($7 AS BIGINT) FROM users WHERE id = $1
    ON CONFLICT (connection_id) DO UPDATE SET last_ping_at = excluded.last_ping_at
    """

  /// Removes what a process of the same name left behind.
  func clear() async throws {
    try await database.write { [node] connection in
      _ = try connection.execute("DELETE FROM active_websocket_connections WHERE node = $1", [.text(node)])
    }
  }

  func opened(_ opened: Connection) async throws {
    try await write([(opened, opened.connectedAt)])
  }

  func closed(_ id: String) async throws {
    try await database.write { connection in
      _ = try connection.execute("DELETE FROM active_websocket_connections WHERE id = $1", [.text(id)])
    }
  }

  /// Stores when each connection was last heard, all in one transaction; it also brings back rows that are missing.
  func write(_ heard: [(connection: Connection, at: Timestamp)]) async throws {
    guard !heard.isEmpty else { return }
    try await database.write { [registry, node] database in
      // What left the registry has its deletion queued or done: the writer takes one after the other.
      for (connection, moment) in heard where registry.contains(connection.id) {
        try database.execute(
          Self.upsert,
          [
            .text(connection.userID), .text(connection.id), .text(connection.type), .optional(connection.deviceID),
            .text(node), .integer(connection.connectedAt.milliseconds), .integer(moment.milliseconds),
          ])
      }
    }
  }

  /// Removes rows of every node that were last heard before `moment`. - Returns: how many.
  func sweep(before moment: Timestamp) async throws -> Int {
    try await database.write {
      try $0.execute(
        "DELETE FROM active_websocket_connections WHERE last_ping_at < $1", [.integer(moment.milliseconds)])
    }
  }
}
