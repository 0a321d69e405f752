import Bytes
import JSONCodec
import Storage

/// The rows of `sync_items` and `sync_heads`.
enum ItemRepository {
  static func find(
    _ type: DataType, id: String, userID: String, in connection: any SQLConnection
  ) throws -> StoredItem? {
    try connection.first(
      "SELECT * FROM sync_items WHERE user_id = $1 AND data_type = $2 AND item_id = $3",
      [.text(userID), .text(type.rawValue), .text(id)]
    ).flatMap(item)
  }

  static func put(_ item: StoredItem, userID: String, now: Timestamp, in connection: any SQLConnection) throws {
    try connection.executeLater(
      """
      INSERT INTO sync_items (user_id, data_type, item_id, change_id, deleted, content, digest, past, device_id, changed_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      ON CONFLICT (user_id, data_type, item_id) DO UPDATE SET change_id = excluded.change_id,
        deleted = excluded.deleted, content = excluded.content, digest = excluded.digest, past = excluded.past,
        device_id = excluded.device_id, changed_at = excluded.changed_at
      """,
      [
        .text(userID), .text(item.type.rawValue), .text(item.id), .integer(item.change), .bool(item.isDeleted),
        .text(item.content), .text(item.digest), .text(encode(item.past)), .optional(item.device),
        .integer(now.milliseconds),
      ])
  }

  /// Sets the digest and the writer of an item that another domain stored.
  static func sign(
    _ type: DataType, id: String, digest: String, device: String, userID: String, in connection: any SQLConnection
  ) throws {
    try connection.executeLater(
      "UPDATE sync_items SET digest = $4, device_id = $5 WHERE user_id = $1 AND data_type = $2 AND item_id = $3",
      [.text(userID), .text(type.rawValue), .text(id), .text(digest), .text(device)])
  }

  /// The numbers of a user's changes.
  struct Head: Sendable {
    /// The newest change.
    var change: Int64 = 0
    /// The newest purged deletion; 0 if there is none.
    var floor: Int64 = 0
    /// The number of items, deletions that are not purged included.
    var items: Int64 = 0
  }

  static func head(_ userID: String, in connection: any SQLConnection) throws -> Head {
    let row = try connection.first(
      "SELECT change_id, floor_id, item_count FROM sync_heads WHERE user_id = $1", [.text(userID)])
    guard let row else { return Head() }
    return Head(
      change: row.integer("change_id") ?? 0, floor: row.integer("floor_id") ?? 0, items: row.integer("item_count") ?? 0)
  }

  /// Users with deletions that are older than `moment`: those of up to `step` deletions, in the order of their ids.
  static func usersWithDeletions(
    before moment: Timestamp, step: Int = 500, in connection: any SQLConnection
  ) throws -> [String] {
    let rows = try connection.query(
      "SELECT user_id FROM sync_items WHERE deleted = 1 AND changed_at < $1 LIMIT \(step)",
      [.integer(moment.milliseconds)])
    return Set(rows.compactMap { $0.text("user_id") }).sorted()
  }

  /// Purges up to `step` deletions of these users that are older than `moment`, and records them in the users' heads. Call it in
  /// the scope of the users.
  static func purgeDeletions(
    of users: [String], before moment: Timestamp, step: Int = 500, in connection: any SQLConnection
  ) throws {
    let rows = try connection.query(
      """
      SELECT user_id, change_id FROM sync_items
      WHERE deleted = 1 AND changed_at < $1 AND user_id IN (\(SQLParameters.list(users.count, from: 2))) LIMIT \(step)
      """,
      [.integer(moment.milliseconds)] + users.map(SQLValue.text))
    var purged: [String: (count: Int64, floor: Int64)] = [:]
    for row in rows {
      guard let userID = row.text("user_id"), let change = row.integer("change_id") else { continue }
      try connection.execute(
        "DELETE FROM sync_items WHERE user_id = $1 AND change_id = $2", [.text(userID), .integer(change)])
      let (count, floor) = purged[userID] ?? (0, 0)
      purged[userID] = (count + 1, max(floor, change))
    }
    for (userID, (count, floor)) in purged {
      try connection.execute(
        """
        UPDATE sync_heads SET item_count = item_count - $2, floor_id = CASE WHEN floor_id < $3 THEN $3 ELSE floor_id END
        WHERE user_id = $1
        """, [.text(userID), .integer(count), .integer(floor)])
    }
  }

  /// The newest versions of items that changed after `change`, oldest first.
  static func changes(
    of userID: String, _ types: Set<DataType>, after change: Int64, limit: Int, in connection: any SQLConnection
  ) throws -> [StoredItem] {
    try connection.query(
      """
      SELECT data_type, item_id, change_id, deleted, content, '' AS digest, '' AS past, device_id FROM sync_items
      WHERE user_id = $1 AND change_id > $2 AND data_type IN (\(marks(types, from: 4))) ORDER BY change_id LIMIT $3
      """, [.text(userID), .integer(change), .integer(Int64(limit))] + names(types)
    ).compactMap(item)
  }

  static func count(
    of userID: String, _ types: Set<DataType>, after change: Int64, in connection: any SQLConnection
  ) throws -> Int {
    let row = try connection.first(
      """
      SELECT COUNT(*) AS n FROM sync_items WHERE user_id = $1 AND change_id > $2 AND data_type IN (\(marks(types, from: 3)))
      """, [.text(userID), .integer(change)] + names(types))
    return Int(row?.integer("n") ?? 0)
  }

  /// The kinds of items that changed after `change` by another writer than `device`.
  static func changedTypes(
    of userID: String, after change: Int64, notBy device: String, in connection: any SQLConnection
  ) throws -> Set<DataType> {
    let rows = try connection.query(
      """
      SELECT DISTINCT data_type FROM sync_items
      WHERE user_id = $1 AND change_id > $2 AND (device_id IS NULL OR device_id <> $3)
      """, [.text(userID), .integer(change), .text(device)])
    return Set(rows.compactMap { $0.text("data_type").flatMap(DataType.init(rawValue:)) })
  }

  private static func marks(_ types: Set<DataType>, from first: Int) -> String {
    SQLParameters.list(types.count, from: first)
  }

  private static func names(_ types: Set<DataType>) -> [SQLValue] { types.map { .text($0.rawValue) } }

  private static func item(_ row: Row) -> StoredItem? {
    guard let type = row.text("data_type").flatMap(DataType.init(rawValue:)), let id = row.text("item_id"),
      let change = row.integer("change_id")
    else { return nil }
    return StoredItem(
      type: type, id: id, change: change, isDeleted: row.integer("deleted") == 1, content: row.text("content") ?? "",
      digest: row.text("digest") ?? "", past: decode(row.text("past") ?? ""), device: row.text("device_id"))
  }

  // MARK: - Earlier versions: change, digest and device, one to a line

  static func encode(_ past: [StoredItem.Version]) -> String {
    past.map { "\($0.change) \($0.digest) \($0.device)" }.joined(separator: "\n")
  }

  private static func decode(_ text: String) -> [StoredItem.Version] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let change = Int64(parts[0]) else { return nil }
      return StoredItem.Version(digest: String(parts[1]), change: change, device: String(parts[2]))
    }
  }
}
