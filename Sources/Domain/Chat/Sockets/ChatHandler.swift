import API
import Bytes
import HTTPServer
import JSONCodec
import Realtime

/// The handler of one connection to a room.
///
/// It reads from the history what the client missed while the room's group buffers new messages, and then receives from
/// the group.
final class ChatHandler: MessageHandler {
  private let chat: ChatService
  private let room: Room
  private let user: Identity
  private let session: SocketSession
  private let transport: WebSocketSession
  private let channel: RoomChannel
  private let requests: ChatRequests
  private let since: Int64?
  /// The last change that was sent while the connection did not receive from the group.
  private var position: Int64 = 0
  /// False if the room was deleted before the connection was opened.
  private var isOpen = false

  /// Enters the room: from now on its deletion reaches the connection.
  init(
    chat: ChatService, room: Room, user: Identity, since: Int64?, session: SocketSession, transport: WebSocketSession,
    frames: ChatFrames
  ) {
    self.chat = chat
    self.room = room
    self.user = user
    self.since = since
    self.session = session
    self.transport = transport
    channel = chat.channels.enter(room.id, user, transport, at: chat.environment.now())
    requests = ChatRequests(
      chat: chat, room: room, user: user, session: session, transport: transport, channel: channel, frames: frames)
  }

  func opened() async throws {
    guard let start = try await chat.messages.start(room.id, userID: user.userID, since: since) else {
      return await session.close(.roomNotFound)
    }
    position = start.change
    isOpen = true
    let others = try await chat.channels.shared?.members(of: room)
    // Those who join after the list is made are announced. Both happen before the loop sends anything else.
    channel.group.join(transport, isOnHold: true)
    await session.send(welcome(start, others ?? channel.presence))
    // The connection itself is among them.
    try await PresenceAnnouncement(chat: chat, room: room, user: user, transport: transport)
      .send(.userJoined, ifConnections: 1)
  }

  func start() async throws {
    if isOpen { try await catchUp() }
  }

  func handleSync(_ message: JSONValue, type: String) -> Bool { requests.handleSync(message, type: type) }

  func handle(_ message: JSONValue, type: String) async throws -> MessageReply {
    if !requests.handleSync(message, type: type) { try await requests.handle(message, type: type) }
    return .nothing
  }

  func woken() async throws {
    if isOpen { try await catchUp() }
  }

  func finished() async -> Bool {
    await close()
    return true
  }

  func closed() {
    channel.group.leave(transport)
    chat.channels.exit(room.id, user, transport, at: chat.environment.now())
  }

  var departure: Departure? {
    let announcement = PresenceAnnouncement(chat: chat, room: room, user: user, transport: transport)
    return { try await announcement.send(.userLeft, ifConnections: 0) }
  }

  /// Each connection sends a deletion itself, because one that is catching up does not receive from the group yet.
  private func close() async {
    if isOpen, (try? await chat.rooms.isDeleted(room.id)) == true {
      let now = chat.environment.now()
      await session.send(ChatFrames.frame(.roomDeleted, room: room.id, text: "\(room.name) was deleted", at: now))
    }
    await session.close(.roomNotFound)
  }

  // MARK: - Missed messages

  /// Sends a page of the history. If there is more, it wakes itself, so that messages are handled in between.
  private func catchUp() async throws {
    if let delivered = channel.group.hold(transport) { position = max(position, delivered) }
    guard let page = try await chat.messages.changes(room.id, userID: user.userID, after: position) else {
      return await close()
    }
    var bytes = 0
    for change in page.changes {
      let frame = ChatFrames.change(change).encoded
      await session.send(frame)
      bytes += frame.count
      guard bytes >= batchBytes else { continue }
      bytes = 0
      guard await session.drained() else { return }
    }
    position = page.end
    if !page.isComplete || !channel.group.release(transport, behind: position) { session.wake() }
  }

  /// Bytes after which the reader is waited for, so that catching up never exceeds the send queue.
  private var batchBytes: Int { min(128 << 10, chat.configuration.maxQueuedBytes / 4) }

  private func welcome(_ start: RoomMessages.Start, _ members: [String: JSONValue]) -> JSONValue {
    ChatFrames.frame(
      .connected, room: room.id, text: "Connected to \(room.name)", at: chat.environment.now(),
      members.merging([
        "room_name": .string(room.name), "sender": .string(user.username), "user_id": .string(user.userID),
        "since": .integer(start.since), "last_message_id": .integer(start.newest),
      ]) { $1 })
  }
}

/// Notifies a room about a user, on several nodes, where the connections of all of them decide.
private struct PresenceAnnouncement: Sendable {
  let chat: ChatService
  let room: Room
  let user: Identity
  /// The connection that caused it, which is not notified.
  let transport: WebSocketSession

  func send(_ type: ChatFrameType, ifConnections expected: Int64) async throws {
    guard let shared = chat.channels.shared,
      try await shared.connections(of: user.userID, to: room) == expected
    else { return }
    let frame = ChatFrames.presence(type, room: room.id, name: user.username, at: chat.environment.now())
    chat.channels.send([RoomFrame(frame.encoded, except: transport)], to: room.id)
  }
}

/// The handler of a connection whose room does not exist for this user, whose room name is ambiguous, or whose lookup
/// failed. It closes with the reason.
final class UnresolvedRoomHandler: MessageHandler {
  private let session: SocketSession
  private let found: Result<RoomResolver.Resolution, any Error>

  init(_ session: SocketSession, _ found: Result<RoomResolver.Resolution, any Error>) {
    self.session = session
    self.found = found
  }

  func opened() async throws {
    guard case .ambiguous(let ids) = try found.get() else { return await session.close(.roomNotFound) }
    await session.close(.roomAmbiguous(ids))
  }
}

extension CloseReason {
  /// The room does not exist, or not for this user, or not any more.
  static let roomNotFound = CloseReason(
    4404, code: "ROOM_NOT_FOUND", error: "No such room", details: "There is no such room.")

  /// - Parameter ids: the rooms that have the name.
  static func roomAmbiguous(_ ids: [Int64]) -> CloseReason {
    let problem = Problem.roomAmbiguous(ids)
    return CloseReason(4404, code: problem.code, error: "Ambiguous room name", details: problem.message)
  }
}
