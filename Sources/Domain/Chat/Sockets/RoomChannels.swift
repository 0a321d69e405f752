import HTTPServer
import JSONCodec
import Runtime

/// The open connections of each room, on this node. Any thread.
final class RoomChannels: Sendable {
  private struct Entry {
    var channel: RoomChannel
    var sockets: Int
  }

  private let entries = Locked<[Int64: Entry]>([:])
  private let delivered: @Sendable (Int) -> Void

  /// - Parameter delivered: called with the number of frames queued for connections.
  init(delivered: @escaping @Sendable (Int) -> Void) { self.delivered = delivered }

  /// Adds a connection to a room. Balance it with `exit`.
  func enter(
    _ roomID: Int64, _ user: Identity, _ session: WebSocketSession, joined: () -> JSONValue
  ) -> RoomChannel {
    let channel = entries.withLock { [delivered] entries in
      let channel = entries[roomID]?.channel ?? RoomChannel(delivered: delivered)
      entries[roomID, default: Entry(channel: channel, sockets: 0)].sockets += 1
      return channel
    }
    channel.add(session, of: user, joined: joined)
    return channel
  }

  func exit(_ roomID: Int64, _ user: Identity, _ session: WebSocketSession, left: () -> JSONValue) {
    let channel = entries.withLock { entries in
      let channel = entries[roomID]?.channel
      entries[roomID]?.sockets -= 1
      if let count = entries[roomID]?.sockets, count <= 0 { entries[roomID] = nil }
      return channel
    }
    channel?.remove(session, of: user, left: left)
  }

  /// Whether a room has connections.
  func isOpen(_ roomID: Int64) -> Bool { entries.withLock { $0[roomID] != nil } }

  func send(_ messages: [WebSocketGroup.Message], to roomID: Int64) {
    guard let channel = entries.withLock({ $0[roomID]?.channel }) else { return }
    channel.group.send(messages)
  }

  /// Notifies the connections of a room, or those of one user in it, that they must close.
  func close(_ roomID: Int64, userID: String? = nil) {
    entries.withLock { $0[roomID]?.channel }?.close(userID: userID)
  }
}

/// The connections of one room and their users. Any thread.
final class RoomChannel: Sendable {
  private struct Presence {
    var name: String
    var sessions: [WebSocketSession]
  }

  /// The maximum number of names in a frame.
  static let maxNames = 1000

  let group: WebSocketGroup
  private let present = Locked<[String: Presence]>([:])

  init(delivered: @escaping @Sendable (Int) -> Void) { group = WebSocketGroup(delivered: delivered) }

  /// Adds a connection. The frame is sent with the lock held, because `user_joined` and `user_left` must keep their order.
  func add(_ session: WebSocketSession, of user: Identity, joined: () -> JSONValue) {
    present.withLock { present in
      let isFirst = present[user.userID] == nil
      present[user.userID, default: Presence(name: user.username, sessions: [])].sessions.append(session)
      if isFirst { group.send([.init(.text(joined().encoded))]) }
    }
  }

  func remove(_ session: WebSocketSession, of user: Identity, left: () -> JSONValue) {
    present.withLock { present in
      present[user.userID]?.sessions.removeAll { $0 === session }
      guard let presence = present[user.userID], presence.sessions.isEmpty else { return }
      present[user.userID] = nil
      group.send([.init(.text(left().encoded))])
    }
  }

  func close(userID: String?) {
    let sessions = present.withLock { present in
      present.filter { userID == nil || $0.key == userID }.values.flatMap(\.sessions)
    }
    for session in sessions { session.notify(.finished) }
  }

  /// The connected users, as members of a frame: their number, and the first `maxNames` names in order.
  var presence: [String: JSONValue] {
    let names = present.withLock { $0.values.map(\.name) }
    return [
      "users": .array(names.sorted().prefix(Self.maxNames).map(JSONValue.string)),
      "user_count": .integer(Int64(names.count)),
    ]
  }
}
