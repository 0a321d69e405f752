import API
package import Bytes
package import Storage

/// Assigns the next change id to every change of a user's items, in the transaction of the change.
///
/// The row of `sync_heads` is written first, so of two transactions of one user the second waits for the commit of the
/// first. A reader that sees a change id has therefore seen all smaller ones.
package struct ChangeLog: Sendable {
  private let environment: Environment

  /// - Parameter environment: the clock of `changed_at`.
  package init(environment: Environment) { self.environment = environment }

  /// Records a change of an item of another domain that was made by the server or by a client without a device.
  ///
  /// - Parameter isServers: whether the server derived the change from an earlier version of a client.
  package func changed(
    _ type: DataType, id: String, userID: String, isDeleted: Bool, isServers: Bool = false,
    in connection: any SQLConnection
  ) throws {
    let stored = try ItemRepository.find(type, id: id, userID: userID, in: connection)
    if isDeleted, stored?.isDeleted ?? true { return }
    try write(
      StoredItem(
        type: type, id: id, change: 0, isDeleted: isDeleted, content: "",
        digest: isDeleted ? ItemReader.deletion : "", past: stored?.pastWithThis ?? [],
        device: isServers ? nil : StoredItem.noDevice),
      over: stored, userID: userID, in: connection)
  }

  /// Stores the present version of an item. - Parameter stored: the item that it replaces. - Returns: its change id.
  @discardableResult
  func write(
    _ item: StoredItem, over stored: StoredItem?, userID: String, in connection: any SQLConnection
  ) throws -> Int64 {
    let change = try Self.next(userID: userID, newItems: stored == nil ? 1 : 0, in: connection)
    var item = item
    item.change = change
    connection.addUsage(item.storedBytes - (stored?.storedBytes ?? 0), of: userID)
    try ItemRepository.put(item, userID: userID, now: environment.now(), in: connection)
    return change
  }

  /// Takes the next change id. It does not use RETURNING, with which SQLite copies the changed pages: two thirds of the cost.
  private static func next(userID: String, newItems: Int64, in connection: any SQLConnection) throws -> Int64 {
    try connection.executeLater(
      "UPDATE sync_heads SET change_id = change_id + 1, item_count = item_count + $2 WHERE user_id = $1",
      [.text(userID), .integer(newItems)])
    if let change = try lastChange(of: userID, in: connection) { return change }
    try connection.executeLater(
      """
      INSERT INTO sync_heads (user_id, change_id, item_count)
        SELECT id, 1, CAST($2 AS BIGINT) FROM users WHERE id = $1
      ON CONFLICT (user_id) DO UPDATE SET change_id = sync_heads.change_id + 1,
        item_count = sync_heads.item_count + excluded.item_count
      """, [.text(userID), .integer(newItems)])
    guard let change = try lastChange(of: userID, in: connection) else { throw Problem.unauthorized() }
    return change
  }

  private static func lastChange(of userID: String, in connection: any SQLConnection) throws -> Int64? {
    try connection.first("SELECT change_id FROM sync_heads WHERE user_id = $1", [.text(userID)])?.integer("change_id")
  }
}
