import JSONCodec
import Storage

/// The users of a room on all nodes, from the rows of their connections.
struct RoomPresence: Sendable {
  private let database: any Database

  init(database: any Database) { self.database = database }

  private static let users = """
    FROM active_websocket_connections c JOIN users u ON u.id = c.user_id
    WHERE c.topic = $1 AND c.incarnation IN (SELECT id FROM nodes)
    """

  /// The connected users, as members of a frame (`RoomChannel.presence`).
  func members(of room: Room) async throws -> [String: JSONValue] {
    try await database.read { connection in
      let arguments = [SQLValue.text(room.topic)]
      let names = try connection.query(
        "SELECT DISTINCT u.username AS name \(Self.users) ORDER BY name LIMIT \(RoomChannel.maxNames)", arguments)
      let count = try connection.first("SELECT COUNT(DISTINCT u.id) AS n \(Self.users)", arguments)
      return [
        "users": .array(names.compactMap { $0.text("name").map(JSONValue.string) }),
        "user_count": .integer(count?.integer("n") ?? 0),
      ]
    }
  }

  /// Returns the number of connections of a user to a room.
  func connections(of userID: String, to room: Room) async throws -> Int64 {
    try await database.read { connection in
      try connection.first(
        "SELECT COUNT(*) AS n \(Self.users) AND c.user_id = $2", [.text(room.topic), .text(userID)])?.integer("n") ?? 0
    }
  }

  /// The users whose only connections to a room are those of a node that ended.
  func users(onlyOn node: Int64) async throws -> [(roomID: Int64, name: String)] {
    try await database.read { connection in
      try connection.query(
        """
        SELECT DISTINCT c.topic AS topic, u.username AS name
        FROM active_websocket_connections c JOIN users u ON u.id = c.user_id
        WHERE c.incarnation = $1 AND c.topic LIKE '\(Room.topicPrefix)%' AND NOT EXISTS (
          SELECT 1 FROM active_websocket_connections o
          WHERE o.topic = c.topic AND o.user_id = c.user_id AND o.incarnation <> $1
            AND o.incarnation IN (SELECT id FROM nodes))
        """, [.integer(node)]
      ).compactMap { row in
        guard let topic = row.text("topic"), let roomID = Int64(topic.dropFirst(Room.topicPrefix.count)),
          let name = row.text("name")
        else { return nil }
        return (roomID, name)
      }
    }
  }
}
