import API
import Audit
import Bytes
import Cluster
import HTTPServer
import JSONCodec
import Realtime
import Storage

/// `/api/v1/admin/connections`.
struct ConnectionRoutes: Sendable {
  let registry: ConnectionRegistry
  let node: ClusterNode
  let database: any Database
  let environment: Environment

  var routes: [Route] {
    [
      Route(ConnectionOperations.list) { request in
        let page = try Page(request, defaultLimit: 50)
        let found = matching(request)
        let rows = found.dropFirst(page.offset).prefix(page.limit)
        return .success(page.list("items", try await json(Array(rows)), total: found.count))
      },
      Route(ConnectionOperations.close) { try await close($0) },
    ]
  }

  /// Oldest first.
  private func matching(_ request: Request) -> [Connection] {
    let userID = request.queryValue("user_id")?.lowercased()
    let kind = request.queryValue("kind")
    return registry.connections
      .filter { (userID == nil || $0.userID == userID) && (kind == nil || $0.type == kind) }
      .sorted { ($0.connectedAt, $0.id) < ($1.connectedAt, $1.id) }
  }

  /// Reads the unsent bytes on the loop of each connection: the loops keep no figures for this.
  private func json(_ connections: [Connection]) async throws -> [JSONValue] {
    let names = try await usernames(connections)
    let now = environment.now()
    var rows: [JSONValue] = []
    for connection in connections {
      let age = max(.zero, now.since(connection.connectedAt))
      rows.append([
        "id": .string(connection.id), "user_id": .string(connection.userID),
        "username": .string(names[connection.userID] ?? ""), "kind": .string(connection.type),
        "topic": .optional(connection.topic), "device": .optional(connection.deviceID),
        "address": .string(connection.remoteAddress), "connected_at": .string(connection.connectedAt.rfc3339),
        "age_s": .integer(age.components.seconds),
        "queued_bytes": .integer(Int64(await connection.transport.queuedBytes)),
      ])
    }
    return rows
  }

  private func usernames(_ connections: [Connection]) async throws -> [String: String] {
    let ids = Set(connections.map(\.userID)).sorted()
    guard !ids.isEmpty else { return [:] }
    let rows = try await database.read { connection in
      try connection.query(
        "SELECT id, username FROM users WHERE id IN (\(SQLParameters.list(ids.count)))", ids.map(SQLValue.text))
    }
    return Dictionary(rows.map { ($0.text("id") ?? "", $0.text("username") ?? "") }) { $1 }
  }

  private func close(_ request: Request) async throws -> Response {
    let actor = try AuditActor(request)
    let id = request.parameter("id").lowercased()
    let local = registry.find(id)
    let now = environment.now()
    // Before the close, which cannot fail: an unrecorded one must not happen.
    let isFound = try await database.write(in: actor.scope) { connection -> Bool in
      guard let open = try Self.find(id, local, in: connection) else { return false }
      try AuditLog.append(
        .closeConnection, by: actor, targetID: open.userID, target: open.username,
        details: ["connection": id, "kind": open.type], at: now, in: connection)
      return true
    }
    guard isFound else { throw Problem.notFound("There is no open connection with this id.") }
    if let local {
      await local.transport.close(CloseReason.byAdministrator.code, CloseReason.byAdministrator.text)
    } else {
      node.bus.send(ConnectionHints.closing(id))
    }
    return .noContent
  }

  /// Returns the user and the type of an open connection of this node or of another one.
  private static func find(
    _ id: String, _ local: Connection?, in connection: any SQLConnection
  ) throws -> (userID: String, username: String, type: String)? {
    if let local {
      let user = try connection.first("SELECT username FROM users WHERE id = $1", [.text(local.userID)])
      return (local.userID, user?.text("username") ?? "", local.type)
    }
    let row = try connection.first(
      """
      SELECT c.user_id AS user_id, u.username AS username, c.connection_type AS type
      FROM active_websocket_connections c JOIN users u ON u.id = c.user_id
      WHERE c.id = $1 AND c.incarnation IN (SELECT id FROM nodes)
      """, [.text(id)])
    guard let userID = row?.text("user_id"), let name = row?.text("username"), let type = row?.text("type") else {
      return nil
    }
    return (userID, name, type)
  }
}
