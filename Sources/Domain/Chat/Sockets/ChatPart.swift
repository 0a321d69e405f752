import API
import Bytes
import HTTPServer
import JSONCodec
import Realtime

/// One connection to a room, from its greeting to its end. It stays on its session's loop.
///
/// It reads from the history what it missed while the room's group keeps what comes meanwhile, and then hears the group.
final class ChatPart: MessageHandler {
  typealias Voice = FrameSender<ChatDialect, WebSocketSession>

  let chat: ChatService
  let room: Room
  let user: Identity
  let voice: Voice
  let channel: RoomChannel
  private let since: Int64?
  /// The last change that was sent to it while it did not hear the group.
  private var position: Int64 = 0
  /// False where there was no room to begin in.
  private var isGreeted = false

  var session: WebSocketSession { voice.session }
  var dialect: ChatDialect { voice.dialect }
  var maxBytes: Int { chat.maxMessageBytes }

  init(chat: ChatService, room: Room, admitted: AuthorizedConnection, voice: Voice) {
    self.chat = chat
    self.room = room
    self.voice = voice
    user = admitted.identity
    since = admitted.since
    channel = chat.channels.enter(room.id, admitted.identity, voice.session) {
      ChatFrames.presence("user_joined", room: room.id, name: admitted.identity.username, at: chat.environment.now())
    }
  }

  func prepare() async throws {
    // Read now that the channel knows this socket: who closes the room from here on reaches it.
    guard let start = try await chat.start(room.id, userID: user.userID, since: since) else {
      return await voice.leave(.roomNotFound)
    }
    position = start.change
    isGreeted = true
    await voice.say(greeting(start))
    channel.group.join(session, isOnHold: true)
  }

  func begin() async throws {
    if isGreeted { try await catchUp() }
  }

  func heard(_ message: JSONValue, type: String) async throws -> SocketReply {
    if !handleSync(message, type: type) { try await read(message) }
    return .nothing
  }

  func woken() async throws {
    if isGreeted { try await catchUp() }
  }

  func finished() async -> Bool {
    await leave()
    return true
  }

  /// Each socket tells a deletion itself: one that is catching up hears nothing of the group yet.
  private func leave() async {
    if isGreeted, (try? await chat.isDeleted(room.id)) == true {
      let now = chat.environment.now()
      await voice.say(ChatFrames.frame("room_deleted", room: room.id, text: "\(room.name) was deleted", at: now))
    }
    await voice.leave(.roomNotFound)
  }

  func ended() {
    channel.group.leave(session)
    chat.channels.exit(room.id, user, session) {
      ChatFrames.presence("user_left", room: room.id, name: user.username, at: chat.environment.now())
    }
  }

  // MARK: - What was missed

  /// Sends a page of the history. Where there is more, it wakes itself, so that messages are heard in between.
  private func catchUp() async throws {
    if let heard = channel.group.hold(session) { position = max(position, heard) }
    guard let page = try await chat.changes(room.id, userID: user.userID, behind: position) else {
      return await leave()
    }
    var bytes = 0
    for change in page.changes {
      let frame = ChatFrames.change(change).encoded
      await voice.say(frame)
      bytes += frame.count
      guard bytes >= batchBytes else { continue }
      bytes = 0
      guard await session.drained() else { return }
    }
    position = page.end
    if !page.isComplete || !channel.group.release(session, behind: position) { session.wake() }
  }

  /// Bytes behind which the reader is waited for: whoever catches up is not cut for what it missed.
  private var batchBytes: Int { min(128 << 10, chat.configuration.maxQueuedBytes / 4) }

  private func greeting(_ start: ChatService.Start) -> JSONValue {
    ChatFrames.frame(
      "connected", room: room.id, text: "Connected to \(room.name)", at: chat.environment.now(),
      presence.merging([
        "room_name": .string(room.name), "sender": .string(user.username), "user_id": .string(user.userID),
        "since": .integer(start.since), "last_message_id": .integer(start.newest),
      ]) { $1 })
  }

  /// Who is there, at most the first 1000.
  var presence: [String: JSONValue] {
    let (names, count) = channel.names(limit: 1000)
    return ["users": .array(names.map(JSONValue.string)), "user_count": .integer(Int64(count))]
  }
}

/// A connection that has no room: it does not exist for this user, its name is ambiguous, or the lookup failed. It closes
/// with the reason.
final class UnresolvedRoom: MessageHandler {
  private let voice: ChatPart.Voice
  private let found: Result<RoomResolver.Resolution, any Error>

  init(_ voice: ChatPart.Voice, _ found: Result<RoomResolver.Resolution, any Error>) {
    self.voice = voice
    self.found = found
  }

  var maxBytes: Int { 0 }

  func prepare() async throws {
    guard case .ambiguous(let ids) = try found.get() else { return await voice.leave(.roomNotFound) }
    await voice.leave(.roomAmbiguous(ids))
  }

  func begin() async throws {}
  func heard(_ message: JSONValue, type: String) async throws -> SocketReply { .nothing }
  func woken() async throws {}
  func ended() {}
}

extension FrameSender.CloseReason {
  /// The room does not exist, or not for this user, or not any more.
  static var roomNotFound: Self {
    Self(close: 4404, code: "ROOM_NOT_FOUND", error: "No such room", details: "There is no such room.")
  }

  /// - Parameter ids: of the rooms that have the name.
  static func roomAmbiguous(_ ids: [Int64]) -> Self {
    let problem = Problem.roomAmbiguous(ids)
    return Self(close: 4404, code: problem.code, error: "Ambiguous room name", details: problem.message)
  }
}
