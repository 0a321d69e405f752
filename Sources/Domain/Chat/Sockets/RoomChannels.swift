import HTTPServer
import JSONCodec
import Runtime

/// Who is connected to which room, on this node. Any thread.
final class RoomChannels: Sendable {
  private struct Entry {
    var channel: RoomChannel
    var sockets: Int
  }

  private let entries = Locked<[Int64: Entry]>([:])
  private let delivered: @Sendable (Int) -> Void

  /// - Parameter delivered: told how many frames were handed to sockets.
  init(delivered: @escaping @Sendable (Int) -> Void) { self.delivered = delivered }

  /// Lets a socket in. Balance it with `exit`.
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

  /// Whether somebody is connected.
  func isOpen(_ roomID: Int64) -> Bool { entries.withLock { $0[roomID] != nil } }

  func send(_ messages: [WebSocketGroup.Message], to roomID: Int64) {
    guard let channel = entries.withLock({ $0[roomID]?.channel }) else { return }
    channel.group.send(messages)
  }

  /// Tells the sockets of a room, or those of one user in it, that it is over for them.
  func close(_ roomID: Int64, userID: String? = nil) {
    entries.withLock { $0[roomID]?.channel }?.close(userID: userID)
  }
}

/// The sockets of one room, and who is present by them. Any thread.
final class RoomChannel: Sendable {
  private struct Presence {
    var name: String
    var sessions: [WebSocketSession]
  }

  let group: WebSocketGroup
  private let present = Locked<[String: Presence]>([:])

  init(delivered: @escaping @Sendable (Int) -> Void) { group = WebSocketGroup(delivered: delivered) }

  /// What is said is sent with the lock held: coming and going must not change places on the way.
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

  /// The names of those who are present, in order, at most `limit`; and how many there are.
  func names(limit: Int) -> (names: [String], count: Int) {
    let names = present.withLock { $0.values.map(\.name) }
    return (Array(names.sorted().prefix(limit)), names.count)
  }
}
