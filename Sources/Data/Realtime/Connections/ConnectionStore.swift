import Bytes
import Storage

/// Copies the registry of this node to the table `active_websocket_connections`.
struct ConnectionStore: Sendable {
  let database: any Database
  let registry: ConnectionRegistry
  let node: String

  // Without effect if the user was deleted in between.
  private static let upsert = """
    INSERT INTO active_websocket_connections
      (id, user_id, connection_id, connection_type, device_id, node, connected_at, last_ping_at)
    SELECT $2, id, $2, $3, $4, $5, CAST($6 AS BIGINT), CAST($7 AS BIGINT) FROM users WHERE id = $1
    ON CONFLICT (connection_id) DO UPDATE SET last_ping_at = excluded.last_ping_at
    """

  /// Deletes the rows of an earlier process with the same node name.
  func clear() async throws {
    try await database.write(in: .none) { [node] connection in
      _ = try connection.execute("DELETE FROM active_websocket_connections WHERE node = $1", [.text(node)])
    }
  }

  func opened(_ opened: Connection) async throws {
    try await write([(opened, opened.connectedAt)])
  }

  func closed(_ id: String) async throws {
    try await delete([id])
  }

  private func delete(_ ids: [String]) async throws {
    try await database.write(in: .none) { connection in
      for id in ids {
        try connection.execute("DELETE FROM active_websocket_connections WHERE id = $1", [.text(id)])
      }
    }
  }

  /// Stores the last activity of each connection in one transaction. Inserts rows that are missing.
  func write(_ active: [(connection: Connection, at: Timestamp)]) async throws {
    let open = active.filter { registry.contains($0.connection.id) }
    guard !open.isEmpty else { return }
    try await database.write(in: .none) { [node] database in
      for (connection, moment) in open {
        try database.execute(
          Self.upsert,
          [
            .text(connection.userID), .text(connection.id), .text(connection.type), .optional(connection.deviceID),
            .text(node), .integer(connection.connectedAt.milliseconds), .integer(moment.milliseconds),
          ])
      }
    }
    // The row of a connection that left the registry since may have been deleted before it was written.
    let closed = open.map(\.connection.id).filter { !registry.contains($0) }
    if !closed.isEmpty { try await delete(closed) }
  }

  /// Deletes rows of all nodes without activity since `moment`. - Returns: their number.
  func sweep(before moment: Timestamp) async throws -> Int {
    try await database.write(in: .none) {
      try $0.execute(
        "DELETE FROM active_websocket_connections WHERE last_ping_at < $1", [.integer(moment.milliseconds)])
    }
  }
}
