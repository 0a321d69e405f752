import Storage

/// A page of a room's changes, for connections that missed them.
struct RoomChanges: Sendable, Equatable {
  /// In their order. A message that was edited later has its present content, and its edit may follow as well.
  var changes: [RoomChange]
  /// The number up to which this page has every change.
  var end: Int64
  /// Whether there are no later changes.
  var isComplete: Bool

  /// - Returns: nil if the user may not, or may no longer, see the room.
  static func read(
    _ roomID: Int64, userID: String, after position: Int64, limit: Int, in connection: any SQLConnection
  ) throws -> RoomChanges? {
    guard let room = try RoomRepository.find(roomID, userID: userID, in: connection) else { return nil }
    return try read(roomID, lastChange: room.lastChange, after: position, limit: limit, in: connection)
  }

  /// Reads a page without regard to a user. - Parameter lastChange: the number of the newest change.
  static func read(
    _ roomID: Int64, lastChange: Int64, after position: Int64, limit: Int, in connection: any SQLConnection
  ) throws -> RoomChanges {
    guard lastChange > position else {
      return RoomChanges(changes: [], end: max(position, lastChange), isComplete: true)
    }
    let arguments: [SQLValue] = [.integer(roomID), .integer(position)]
    let posted = try connection.query(
      "SELECT * FROM chat_messages WHERE room_id = $1 AND change > $2 ORDER BY change LIMIT \(limit)", arguments
    ).compactMap(ChatMessage.init).map { RoomChange(number: $0.change, kind: $0.postedKind, message: $0) }
    let changed = try connection.query(
      """
      SELECT * FROM chat_messages WHERE room_id = $1 AND changed > $2 AND change <= $2 ORDER BY changed LIMIT \(limit)
      """, arguments
    ).compactMap(ChatMessage.init).map {
      RoomChange(number: $0.changed ?? 0, kind: $0.deletedAt == nil ? .edited : .deleted, message: $0)
    }
    let all = (posted + changed).sorted { $0.number < $1.number }
    guard posted.count == limit || changed.count == limit, let last = all.prefix(limit).last else {
      return RoomChanges(changes: all, end: lastChange, isComplete: true)
    }
    return RoomChanges(changes: Array(all.prefix(limit)), end: last.number, isComplete: false)
  }

  /// The change that posted a message, after which a client continues; nil if there is no such message.
  static func position(of messageID: Int64, roomID: Int64, in connection: any SQLConnection) throws -> Int64? {
    if messageID == 0 { return 0 }
    return try connection.first(
      "SELECT change FROM chat_messages WHERE room_id = $1 AND id = $2", [.integer(roomID), .integer(messageID)]
    )?.integer("change")
  }
}

extension ChatMessage {
  /// A message that was deleted before delivery is sent as a deletion, so that its number is not missing.
  fileprivate var postedKind: RoomChange.Kind { deletedAt == nil ? .posted : .deleted }
}
