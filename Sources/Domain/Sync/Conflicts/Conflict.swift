import Bytes
import JSONCodec
import Storage

/// A version of an item that was replaced by a device that had not seen it.
struct Conflict: Sendable {
  var id: String
  var type: DataType
  var itemID: String
  /// The device whose version was replaced; `StoredItem.noDevice` if it was written without one.
  var loser: String
  var winner: String?
  /// The change that replaced it.
  var change: Int64
  var lost: JSONValue
  var lostIsDeletion: Bool
  /// The strategy that resolved it; nil if it is open.
  var resolution: String?
}

/// The rows of `sync_conflicts`.
enum ConflictRepository {
  static func insert(_ conflict: Conflict, userID: String, now: Timestamp, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      INSERT INTO sync_conflicts (id, user_id, data_type, item_id, loser, winner, change_id, lost_content, lost_deleted,
        created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      """,
      [
        .text(conflict.id), .text(userID), .text(conflict.type.rawValue), .text(conflict.itemID), .text(conflict.loser),
        .optional(conflict.winner), .integer(conflict.change), .text(conflict.lost.text),
        .bool(conflict.lostIsDeletion), .integer(now.milliseconds),
      ])
  }

  static func find(id: String, userID: String, in connection: any SQLConnection) throws -> Conflict? {
    try connection.first("SELECT * FROM sync_conflicts WHERE id = $1 AND user_id = $2", [.text(id), .text(userID)])
      .flatMap(conflict)
  }

  /// The number of a user's conflicts, resolved ones included.
  static func count(of userID: String, in connection: any SQLConnection) throws -> Int {
    let row = try connection.first("SELECT COUNT(*) AS n FROM sync_conflicts WHERE user_id = $1", [.text(userID)])
    return Int(row?.integer("n") ?? 0)
  }

  /// The unresolved conflicts that were not sent to a device, oldest first, at most 20. A conflict of a version written
  /// without a device is sent to all connected devices, or to the next one that connects.
  ///
  /// - Parameter change: the newest change of which the connected device was notified; nil for a new connection.
  static func unseen(
    to device: String, userID: String, after change: Int64?, in connection: any SQLConnection
  ) throws -> [Conflict] {
    try connection.query(
      """
      SELECT * FROM (
        SELECT * FROM sync_conflicts WHERE user_id = $1 AND loser IN ($2, '') AND told_at IS NULL
        UNION SELECT * FROM sync_conflicts WHERE user_id = $1 AND change_id > $3 AND loser = ''
      ) AS unseen WHERE resolution IS NULL ORDER BY change_id LIMIT 20
      """, [.text(userID), .text(device), .integer(change ?? .max)]
    ).compactMap(conflict)
  }

  static func markSeen(_ ids: [String], userID: String, now: Timestamp, in connection: any SQLConnection) throws {
    for id in ids {
      try connection.execute(
        "UPDATE sync_conflicts SET told_at = $3 WHERE id = $1 AND user_id = $2",
        [.text(id), .text(userID), .integer(now.milliseconds)])
    }
  }

  static func resolve(
    id: String, as resolution: String, userID: String, now: Timestamp, in connection: any SQLConnection
  ) throws {
    try connection.execute(
      "UPDATE sync_conflicts SET resolution = $3, told_at = COALESCE(told_at, $4) WHERE id = $1 AND user_id = $2",
      [.text(id), .text(userID), .text(resolution), .integer(now.milliseconds)])
  }

  private static func conflict(_ row: Row) -> Conflict? {
    guard let id = row.text("id"), let type = row.text("data_type").flatMap(DataType.init(rawValue:)),
      let itemID = row.text("item_id"), let loser = row.text("loser"), let change = row.integer("change_id")
    else { return nil }
    return Conflict(
      id: id, type: type, itemID: itemID, loser: loser, winner: row.text("winner"), change: change,
      lost: (try? JSONValue(parsing: (row.text("lost_content") ?? "null").utf8)) ?? .null,
      lostIsDeletion: row.integer("lost_deleted") == 1, resolution: row.text("resolution"))
  }
}
