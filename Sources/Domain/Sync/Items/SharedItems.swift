package import JSONCodec
package import Storage

/// Items that another capability keeps in its own tables and devices share like all others. Every change of them, whoever
/// makes it, must be told to `ChangeLog` in its transaction.
package protocol SharedItems: Sendable {
  /// The id under which the item that a device calls `id` is or will be stored.
  func storedID(_ id: String, userID: String, in connection: any SQLConnection) throws -> String

  /// Whether the stored item already is what `content` says. False where there is none.
  func isSame(_ content: JSONValue, id: String, userID: String, in connection: any SQLConnection) throws -> Bool

  /// Makes or changes the item. - Throws: `Problem` before anything was changed, where it cannot be.
  func store(_ content: JSONValue, id: String, userID: String, in connection: any SQLConnection) throws

  func remove(id: String, userID: String, in connection: any SQLConnection) throws

  /// What devices get; nil where there is no such item.
  func content(id: String, userID: String, in connection: any SQLConnection) throws -> JSONValue?

  /// Something of the user was stored and is committed.
  func committed(userID: String)
}
