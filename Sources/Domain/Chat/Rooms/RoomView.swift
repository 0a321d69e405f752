import Storage

/// A room as one user sees it.
struct RoomView: Sendable {
  var room: Room
  /// The username; nil if the room has no owner.
  var owner: String?
  var isMember: Bool
  var memberCount: Int64
  /// The newest message that is not deleted.
  var lastMessage: ChatMessage?
  /// The number of unread messages, at most `ReadRepository.maxUnread`.
  var unread: Int64
}

extension RoomView {
  /// Reads the view of a user.
  init(_ room: Room, of userID: String, in connection: any SQLConnection) throws {
    self.init(
      room: room, owner: try room.ownerID.flatMap { try ChatAccountRepository.username(of: $0, in: connection) },
      isMember: try RoomRepository.isMember(room.id, userID: userID, in: connection),
      memberCount: try RoomRepository.memberCount(room.id, in: connection),
      lastMessage: try ChatMessageRepository.last(room.id, in: connection),
      unread: try ReadRepository.unread(room, userID: userID, in: connection))
  }
}
