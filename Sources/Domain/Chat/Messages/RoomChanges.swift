import Storage

/// A page of a room's changes, for sockets that missed them.
struct RoomChanges: Sendable, Equatable {
  /// In their order. A message that was edited later is told as it is now; its edit may be told again.
  var changes: [RoomChange]
  /// The number up to which nothing is missing behind this page.
  var end: Int64
  /// Whether nothing more was there.
  var isComplete: Bool

  /// - Returns: nil where the user may not, or no longer, know of the room.
  static func read(
    _ roomID: Int64, userID: String, behind position: Int64, limit: Int, in connection: any SQLConnection
  ) throws -> RoomChanges? {
    guard let room = try RoomRepository.find(roomID, userID: userID, in: connection) else { return nil }
    guard room.lastChange > position else {
      return RoomChanges(changes: [], end: max(position, room.lastChange), isComplete: true)
    }
    let arguments: [SQLValue] = [.integer(roomID), .integer(position)]
    let posted = try connection.query(
      "SELECT * FROM chat_messages WHERE room_id = $1 AND change > $2 ORDER BY change LIMIT \(limit)", arguments
    ).compactMap(ChatMessage.init).map { RoomChange(number: $0.change, kind: $0.isDeleted, message: $0) }
    let changed = try connection.query(
      """
      SELECT * FROM chat_messages WHERE room_id = $1 AND changed > $2 AND change <= $2 ORDER BY changed LIMIT \(limit)
      """, arguments
    ).compactMap(ChatMessage.init).map {
      RoomChange(number: $0.changed ?? 0, kind: $0.deletedAt == nil ? .edited : .deleted, message: $0)
    }
    let all = (posted + changed).sorted { $0.number < $1.number }
    guard posted.count == limit || changed.count == limit, let last = all.prefix(limit).last else {
      return RoomChanges(changes: all, end: room.lastChange, isComplete: true)
    }
    return RoomChanges(changes: Array(all.prefix(limit)), end: last.number, isComplete: false)
  }

  /// The change that made the message `since`, behind which a client goes on; nil where there is no such message.
  static func position(of messageID: Int64, roomID: Int64, in connection: any SQLConnection) throws -> Int64? {
    if messageID == 0 { return 0 }
    return try connection.first(
      "SELECT change FROM chat_messages WHERE room_id = $1 AND id = $2", [.integer(roomID), .integer(messageID)]
    )?.integer("change")
  }
}

extension ChatMessage {
  /// A message that was deleted before somebody heard it is told as deleted, so that its number is not missing.
  fileprivate var isDeleted: RoomChange.Kind { deletedAt == nil ? .posted : .deleted }
}
