import API
import Bytes
import HTTPServer
import JSONCodec
import Modules
import Realtime
import Storage

/// `/api/v1/admin/connections`.
struct ConnectionRoutes: Sendable {
  let registry: ConnectionRegistry
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
    guard let connection = registry.find(request.parameter("id").lowercased()) else {
      throw Problem.notFound("There is no open connection with this id.")
    }
    let name = try await usernames([connection])[connection.userID] ?? ""
    let now = environment.now()
    // Before the close, which cannot fail: an unrecorded one must not happen.
    try await database.write(in: actor.scope) {
      try AuditLog.append(
        .closeConnection, by: actor, targetID: connection.userID, target: name,
        details: ["connection": connection.id, "kind": connection.type], at: now, in: $0)
    }
    await connection.transport.close(1001, "Closed by an administrator")
    return .noContent
  }
}
