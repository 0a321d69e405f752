package import JSONCodec

/// What a device asks for: kinds of items, from where on.
package struct Pull: Sendable {
  package var types: Set<DataType>
  /// Up to which change it has heard.
  package var position: Int64
  /// Of a device that is being told everything: the newest deletion that had been forgotten when that began.
  var whole: Int64?

  package init(_ types: Set<DataType>, since cursor: Cursor? = nil) {
    self.types = types
    position = cursor?.start(for: types) ?? 0
    whole = position > 0 ? cursor?.whole : nil
  }

  /// The pull as it is answered. It begins anew where the device has heard of changes that do not exist, as after a backup was
  /// restored, or may have missed a deletion that is forgotten.
  func checked(against head: ItemRepository.Head) -> (pull: Pull, isReset: Bool) {
    let mayMissSome = position < head.floor && (whole ?? -1) < head.floor
    guard position > head.change || mayMissSome else { return (self, false) }
    var anew = self
    anew.position = 0
    anew.whole = head.floor > 0 ? head.floor : nil
    return (anew, true)
  }
}

/// A page of what changed, in the order of the changes.
package struct ChangePage: Sendable {
  package var changes: [Change] = []
  /// Up to which change the device has heard with this page.
  package var end: Int64
  package var hasMore: Bool
  package var types: Set<DataType>
  /// The device is told everything from here on: what it has heard before and is not told again does not exist.
  package var isReset: Bool
  /// As in `Pull`.
  var whole: Int64?

  package var cursor: Cursor { Cursor(change: end, types: types, whole: whole) }

  /// What every form of a page has: the token to go on with, and whether there is more.
  package var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "next_sync_token": .string(cursor.text), "has_more": .bool(hasMore), "count": .integer(Int64(changes.count)),
    ]
    if isReset { members["full_resync"] = true }
    return members
  }
}
