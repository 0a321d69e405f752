package import JSONCodec

/// A request for changes: kinds of items, and a position.
package struct Pull: Sendable {
  /// The requested kinds of items.
  package var types: Set<DataType>
  /// The last change that the device received.
  package var position: Int64
  /// During a full pull: the newest deletion that was purged before its start.
  var whole: Int64?

  /// - Parameter cursor: ignored if it does not cover all of `types`.
  package init(_ types: Set<DataType>, since cursor: Cursor? = nil) {
    self.types = types
    position = cursor?.start(for: types) ?? 0
    whole = position > 0 ? cursor?.whole : nil
  }

  /// The pull that is performed. It starts again if the device received changes that do not exist, as after a backup was
  /// restored, or if it may have missed a purged deletion.
  func checked(against head: ItemRepository.Head) -> (pull: Pull, isReset: Bool) {
    let mayMissSome = position < head.floor && (whole ?? -1) < head.floor
    guard position > head.change || mayMissSome else { return (self, false) }
    var full = self
    full.position = 0
    full.whole = head.floor > 0 ? head.floor : nil
    return (full, true)
  }
}

/// A page of changes, in the order of their ids.
package struct ChangePage: Sendable {
  /// The newest version of each changed item.
  package var changes: [Change] = []
  /// The change up to which this page is complete.
  package var end: Int64
  /// Whether another page follows.
  package var hasMore: Bool
  /// The requested kinds of items.
  package var types: Set<DataType>
  /// Whether a full pull starts: items that the device has and does not receive again do not exist any more.
  package var isReset: Bool
  /// `Pull.whole`.
  var whole: Int64?

  /// The position after this page.
  package var cursor: Cursor { Cursor(change: end, types: types, whole: whole) }

  /// The members of every form of a page: the token to continue with, and whether there is more.
  package var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "next_sync_token": .string(cursor.text), "has_more": .bool(hasMore), "count": .integer(Int64(changes.count)),
    ]
    if isReset { members["full_resync"] = true }
    return members
  }
}
