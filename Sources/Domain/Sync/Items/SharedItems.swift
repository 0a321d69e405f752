package import JSONCodec
package import Storage

/// Items that another domain stores in its own tables and devices share like all others. Every change of them must be
/// recorded in `ChangeLog` in its transaction.
package protocol SharedItems: Sendable {
  /// Returns the id under which an item is stored that a device names `id`.
  func storedID(_ id: String, userID: String, in connection: any SQLConnection) throws -> String

  /// Whether the stored item has this content. False if there is none.
  func isSame(_ content: JSONValue, id: String, userID: String, in connection: any SQLConnection) throws -> Bool

  /// Inserts or updates an item. - Throws: `Problem` if it is refused, before any change.
  func store(_ content: JSONValue, id: String, userID: String, in connection: any SQLConnection) throws

  /// Deletes an item. - Returns: false if there is none.
  @discardableResult
  func remove(id: String, userID: String, in connection: any SQLConnection) throws -> Bool

  /// The content that devices receive; nil if there is no such item.
  func content(id: String, userID: String, in connection: any SQLConnection) throws -> JSONValue?

  /// Called after a commit that stored items of the user.
  func committed(userID: String)
}
