import HTTPServer
import JSONCodec
import Runtime

/// The connections of one room and their users, on this node. Any thread.
final class RoomChannel: Sendable {
  private struct Presence {
    var name: String
    var sessions: [WebSocketSession]
  }

  private struct Order {
    var feed = RoomFeed()
    var hasTimer = false
  }

  /// The maximum number of names in a frame.
  static let maxNames = 1000
  /// The time after which a missing frame of another node is not waited for any more.
  private static let patience: Duration = .milliseconds(100)

  let group: WebSocketGroup
  private let present = Locked<[String: Presence]>([:])
  /// nil for a server that is its only node: its frames are in order.
  private let order: Locked<Order>?

  /// - Parameter isShared: whether several nodes store changes of the room.
  init(isShared: Bool, delivered: @escaping @Sendable (Int) -> Void) {
    group = WebSocketGroup(delivered: delivered)
    order = isShared ? Locked(Order()) : nil
  }

  /// Adds a connection. The frame is sent with the lock held, because `user_joined` and `user_left` must keep their order.
  /// - Parameter joined: the frame for the first connection of the user; nil for none.
  func add(_ session: WebSocketSession, of user: Identity, joined: () -> JSONValue?) {
    present.withLock { present in
      let isFirst = present[user.userID] == nil
      present[user.userID, default: Presence(name: user.username, sessions: [])].sessions.append(session)
      if isFirst, let frame = joined() { group.send([.init(.text(frame.encoded))]) }
    }
  }

  /// Removes a connection. - Parameter left: the frame for the last connection of the user; nil for none.
  func remove(_ session: WebSocketSession, of user: Identity, left: () -> JSONValue?) {
    present.withLock { present in
      present[user.userID]?.sessions.removeAll { $0 === session }
      guard let presence = present[user.userID], presence.sessions.isEmpty else { return }
      present[user.userID] = nil
      if let frame = left() { group.send([.init(.text(frame.encoded))]) }
    }
  }

  /// Sends frames to the connections; those with a number in the order of the history.
  func send(_ frames: [RoomFrame]) {
    guard let order else {
      group.send(frames.map(\.message))
      return
    }
    // With the lock held, so that no other thread sends between the order and the group.
    let mustWait = order.withLock { order in
      let ready = frames.flatMap { order.feed.add($0) }
      if !ready.isEmpty { group.send(ready.map(\.message)) }
      guard order.feed.isWaiting, !order.hasTimer else { return false }
      order.hasTimer = true
      return true
    }
    guard mustWait else { return }
    Task { [self] in
      try? await Task.sleep(for: Self.patience)
      flush(order)
    }
  }

  private func flush(_ order: Locked<Order>) {
    order.withLock { order in
      order.hasTimer = false
      let frames = order.feed.flush()
      if !frames.isEmpty { group.send(frames.map(\.message)) }
    }
  }

  /// Notifies the connections, or those of one user, that they must close.
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
