import Bytes
import Cluster
import Storage

/// Copies the registry of this node to the table `active_websocket_connections`, and decides about limits of several nodes.
struct ConnectionStore: Sendable {
  let database: any Database
  let registry: ConnectionRegistry
  let node: ClusterNode

  // Without effect if the user was deleted in between.
  private static let upsert = """
    INSERT INTO active_websocket_connections
      (id, user_id, connection_id, connection_type, device_id, node, connected_at, last_ping_at, topic, incarnation)
    SELECT $2, id, $2, $3, $4, $5, CAST($6 AS BIGINT), CAST($7 AS BIGINT), $8, CAST($9 AS BIGINT) FROM users WHERE id = $1
    ON CONFLICT (connection_id) DO UPDATE SET last_ping_at = excluded.last_ping_at
    """

  /// Deletes the rows of processes that ended. A server that is its only node calls it before its first connection, and has no
  /// row in `nodes`.
  func clear() async throws {
    try await database.write(in: .none) { connection in
      _ = try connection.execute(
        "DELETE FROM active_websocket_connections WHERE incarnation NOT IN (SELECT id FROM nodes)")
    }
  }

  /// Deletes the rows of a node that ended.
  func remove(node ended: Int64) async throws {
    try await database.write(in: .none) { connection in
      _ = try connection.execute("DELETE FROM active_websocket_connections WHERE incarnation = $1", [.integer(ended)])
    }
  }

  /// Stores a connection and decides about the limit among the connections of all nodes. Those above the limit are removed.
  /// - Parameter limit: maximum number of connections of one user, type and topic.
  /// - Returns: the ids of the connections that it replaces; nil if the policy is `reject` and the limit is reached.
  func admit(_ connection: Connection, limit: Int, rejects: Bool) async throws -> [String]? {
    try await database.write(in: .user(connection.userID)) { [self] database -> [String]? in
      let rows = try database.query(
        """
        SELECT id, device_id, incarnation FROM active_websocket_connections
        WHERE user_id = $1 AND connection_type = $2 AND COALESCE(topic, '') = $3
          AND incarnation IN (SELECT id FROM nodes)
        ORDER BY connected_at, id
        """, [.text(connection.userID), .text(connection.type), .text(connection.topic ?? "")])
      // Rows of this node that are not open any more are about to be deleted.
      let open = rows.filter { row in
        guard let id = row.text("id"), id != connection.id else { return false }
        return row.integer("incarnation") != node.membership.incarnation || registry.contains(id)
      }
      let device = connection.deviceID
      let sameDevice = open.filter { device != nil && $0.text("device_id") == device }
      let others = open.filter { device == nil || $0.text("device_id") != device }
      let excess = max(0, others.count - (limit - 1))
      if rejects, excess > 0 { return nil }
      let replaced = (sameDevice + others.prefix(excess)).compactMap { $0.text("id") }
      try Self.delete(replaced, in: database)
      try insert(connection, at: connection.connectedAt, in: database)
      return replaced
    }
  }

  func opened(_ opened: Connection) async throws {
    try await write([(opened, opened.connectedAt)])
  }

  /// Deletes the row of a connection.
  /// - Parameter incarnation: that of this node when it accepted the connection.
  /// - Returns: false if another node has deleted the row when it took over this one.
  func closed(_ id: String, of incarnation: Int64) async throws -> Bool {
    try await database.write(in: .none) { connection in
      let count = try connection.execute("DELETE FROM active_websocket_connections WHERE id = $1", [.text(id)])
      // The row of a deleted account is gone as well.
      return try count == 1
        || connection.first("SELECT id FROM nodes WHERE id = $1", [.integer(incarnation)]) != nil
    }
  }

  private func delete(_ ids: [String]) async throws {
    try await database.write(in: .none) { try Self.delete(ids, in: $0) }
  }

  private static func delete(_ ids: [String], in connection: any SQLConnection) throws {
    for id in ids {
      try connection.execute("DELETE FROM active_websocket_connections WHERE id = $1", [.text(id)])
    }
  }

  /// Stores the last activity of each connection in one transaction. Inserts rows that are missing.
  func write(_ active: [(connection: Connection, at: Timestamp)]) async throws {
    let open = active.filter { registry.contains($0.connection.id) }
    guard !open.isEmpty else { return }
    try await database.write(in: .none) { [self] database in
      for (connection, moment) in open { try insert(connection, at: moment, in: database) }
    }
    // The row of a connection that left the registry since may have been deleted before it was written.
    let closed = open.map(\.connection.id).filter { !registry.contains($0) }
    if !closed.isEmpty { try await delete(closed) }
  }

  private func insert(_ connection: Connection, at moment: Timestamp, in database: any SQLConnection) throws {
    try database.execute(
      Self.upsert,
      [
        .text(connection.userID), .text(connection.id), .text(connection.type), .optional(connection.deviceID),
        .text(node.name), .integer(connection.connectedAt.milliseconds), .integer(moment.milliseconds),
        .optional(connection.topic), .integer(node.membership.incarnation),
      ])
  }

  /// Deletes rows of all nodes without activity since `moment`. - Returns: their number.
  func sweep(before moment: Timestamp) async throws -> Int {
    try await database.write(in: .none) {
      try $0.execute(
        "DELETE FROM active_websocket_connections WHERE last_ping_at < $1", [.integer(moment.milliseconds)])
    }
  }
}
