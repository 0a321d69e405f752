package import JSONCodec

/// What a device asks for: kinds of items, from where on.
package struct Pull: Sendable {
  package var types: Set<DataType>
  /// Up to which change it has heard.
  package var position: Int64

  package init(_ types: Set<DataType>, since cursor: Cursor? = nil) {
    self.types = types
    position = cursor?.start(for: types) ?? 0
  }
}

/// A page of what changed, in the order of the changes.
package struct ChangePage: Sendable {
  package var changes: [Change] = []
  /// Up to which change the device has heard with this page.
  package var end: Int64
  package var hasMore: Bool
  package var types: Set<DataType>
  /// The device had heard of changes that do not exist, as after a backup was restored: it is told everything again.
  package var isReset: Bool

  package var cursor: Cursor { Cursor(change: end, types: types) }

  /// What every form of a page has: the token to go on with, and whether there is more.
  package var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "next_sync_token": .string(cursor.text), "has_more": .bool(hasMore), "count": .integer(Int64(changes.count)),
    ]
    if isReset { members["full_resync"] = true }
    return members
  }
}
