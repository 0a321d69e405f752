import Bytes
import Cluster
import HTTPServer
import JSONCodec
import Runtime
import Storage

/// The open connections of each room on this node, and the way to those of other nodes. Any thread.
final class RoomChannels: Sendable {
  private struct Entry {
    var channel: RoomChannel
    var sockets: Int
  }

  private let entries = Locked<[Int64: Entry]>([:])
  private let delivered: @Sendable (Int) -> Void
  private let relay: RoomRelay?
  /// The users of rooms on all nodes; nil for a server that is its only node, whose channels know them.
  let shared: RoomPresence?

  /// Call it before the bus starts.
  /// - Parameter delivered: called with the number of frames queued for connections.
  init(node: ClusterNode, database: any Database, delivered: @escaping @Sendable (Int) -> Void) {
    self.delivered = delivered
    relay = node.isShared ? RoomRelay(bus: node.bus, database: database) : nil
    shared = node.isShared ? RoomPresence(database: database) : nil
    relay?.receive({ [self] in deliver($0, to: $1) }, close: { [self] in closeLocal($0, userID: $1) })
  }

  /// Adds a connection to a room. Balance it with `exit`.
  func enter(_ roomID: Int64, _ user: Identity, _ session: WebSocketSession, at moment: Timestamp) -> RoomChannel {
    let channel = entries.withLock { [delivered, shared] entries in
      let channel = entries[roomID]?.channel ?? RoomChannel(isShared: shared != nil, delivered: delivered)
      entries[roomID, default: Entry(channel: channel, sockets: 0)].sockets += 1
      return channel
    }
    channel.add(session, of: user) { presenceFrame(.userJoined, roomID, user, at: moment) }
    return channel
  }

  /// Removes a connection from a room.
  func exit(_ roomID: Int64, _ user: Identity, _ session: WebSocketSession, at moment: Timestamp) {
    let channel = entries.withLock { entries in
      let channel = entries[roomID]?.channel
      entries[roomID]?.sockets -= 1
      if let count = entries[roomID]?.sockets, count <= 0 { entries[roomID] = nil }
      return channel
    }
    channel?.remove(session, of: user) { presenceFrame(.userLeft, roomID, user, at: moment) }
  }

  /// On several nodes the connections of all of them decide whether a user joined or left (`ChatHandler`).
  private func presenceFrame(
    _ type: ChatFrameType, _ roomID: Int64, _ user: Identity, at moment: Timestamp
  ) -> JSONValue? {
    guard shared == nil else { return Optional.none }
    return ChatFrames.presence(type, room: roomID, name: user.username, at: moment)
  }

  /// Whether frames of a room may have receivers.
  func isOpen(_ roomID: Int64) -> Bool { relay != nil || entries.withLock { $0[roomID] != nil } }

  /// Sends frames to the connections of a room on all nodes.
  func send(_ frames: [RoomFrame], to roomID: Int64) {
    deliver(frames, to: roomID)
    relay?.send(frames, to: roomID)
  }

  /// Notifies the connections of a room on all nodes, or those of one user in it, that they must close.
  func close(_ roomID: Int64, userID: String? = nil) {
    closeLocal(roomID, userID: userID)
    relay?.close(roomID, userID: userID)
  }

  private func deliver(_ frames: [RoomFrame], to roomID: Int64) {
    entries.withLock { $0[roomID]?.channel }?.send(frames)
  }

  private func closeLocal(_ roomID: Int64, userID: String?) {
    entries.withLock { $0[roomID]?.channel }?.close(userID: userID)
  }
}
