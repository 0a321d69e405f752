import Bytes
import HTTPServer
import JSONCodec
import Storage

/// The read positions of users in rooms.
struct ReadPositions: Sendable {
  /// The result of marking a room as read.
  struct State: Sendable {
    /// Newly read messages of other users, at most `ReadRepository.maxUnread`.
    var count: Int64
    /// The position.
    var messageID: Int64
    /// The messages after the position, at most `ReadRepository.maxUnread`.
    var unread: Int64
  }

  private let database: any Database
  private let channels: RoomChannels
  private let environment: Environment

  init(database: any Database, channels: RoomChannels, environment: Environment) {
    self.database = database
    self.channels = channels
    self.environment = environment
  }

  /// Advances the user's position and sends it to the room. - Parameter upTo: nil for the newest message.
  func advance(_ reference: String, upTo: Int64?, user: Identity) async throws -> State {
    let now = environment.now()
    let (state, roomID, hasMoved) = try await database.write(in: .user(user.userID)) { connection in
      let room = try RoomResolver.room(reference, userID: user.userID, in: connection)
      let before = try ReadRepository.position(room.id, userID: user.userID, in: connection)
      let target = max(before, min(upTo ?? room.lastMessage, room.lastMessage))
      let count = try ReadRepository.count(
        room, after: before, upTo: target, userID: user.userID, in: connection)
      let hasMoved = try ReadRepository.advance(room.id, userID: user.userID, to: target, now: now, in: connection)
      let unread = try ReadRepository.unread(room, userID: user.userID, in: connection)
      return (State(count: count, messageID: target, unread: unread), room.id, hasMoved && target > before)
    }
    if hasMoved, channels.isOpen(roomID) {
      let frame = ChatFrames.frame(
        .read, room: roomID, at: now,
        ["sender": .string(user.username), "username": .string(user.username), "message_id": .integer(state.messageID)])
      channels.send([RoomFrame(frame.encoded)], to: roomID)
    }
    return state
  }
}
