import API
import Bytes
import FuzzSupport
import JSONCodec
import Logging
import Runtime
import Storage

@testable import Chat

/// Two users in one room.
struct Scene {
  nonisolated(unsafe) static let shared = Scene()

  private static let moment = Timestamp(seconds: 1_768_478_400)
  private static let users = ["anna", "ben"]

  private let scratch = Scratch(users: users)
  private let chat: ChatService

  /// Fails if a call waits, because the fuzzed code runs in one transaction.
  private struct NoDatabase: Database {
    func read<Value: Sendable>(
      for share: ClientShare, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
      throw StorageError.closed
    }
    func write<Value: Sendable>(
      in scope: WriteScope, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
      throw StorageError.closed
    }
  }

  private init() {
    let environment = Environment(
      now: { Scene.moment }, newID: { "00000000-0000-4000-8000-000000000000" },
      randomBytes: { [UInt8](repeating: 0, count: $0) })
    chat = ChatService(
      database: NoDatabase(), environment: environment, logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() },
      spawn: { _ in })
    _ = try? RoomRepository.insert(
      name: "general", isPrivate: false, ownerID: nil, now: Self.moment, in: scratch.connection)
  }

  /// The users send messages in turn.
  func play(_ frames: [JSONValue]) {
    let commands = frames.prefix(40).enumerated().compactMap { index, frame in
      action(frame).map { action in
        let user = Self.users[index % 2]
        return RoomCommand(author: .init(roomID: 1, userID: user, username: user), action: action)
      }
    }
    if commands.isEmpty { return }
    scratch.undone { connection in
      let results = try RoomWriter.apply(
        commands, within: StorageQuota(limit: 0) { _, _ in StorageError.closed }, at: Self.moment, in: connection)
      require(results.count == commands.count, "a command without an outcome")
      var messages: Int64 = 0
      var changes: Int64 = 0
      for (command, result) in zip(commands, results) {
        guard case .success(.done(let change)) = result else { continue }
        changes += 1
        require(change.number == changes, "change \(change.number) where \(changes) was to come")
        if case .post(let content, let clientID) = command.action {
          messages += 1
          require(change.message.id == messages, "message \(change.message.id) where \(messages) was to come")
          require(change.message.content.utf8.elementsEqual(content.utf8), "other content than was said")
          require(change.message.clientID == clientID, "another client's id")
        }
        checkFrame(change)
      }
      try checkHistory(messages, changes, connection)
      // The same again: what has an id of its own is the same message. One that was erased with its author has none any more.
      let isErased = commands.contains { if case .erase = $0.action { true } else { false } }
      if isErased { return }
      let again = try RoomWriter.apply(
        commands, within: StorageQuota(limit: 0) { _, _ in StorageError.closed }, at: Self.moment, in: connection)
      for (index, result) in again.enumerated() {
        guard case .post(_, .some) = commands[index].action, case .success(.done) = result else { continue }
        require(false, "a message was taken twice")
      }
    }
  }

  private func action(_ frame: JSONValue) -> RoomCommand.Action? {
    guard let members = frame.objectValue else { return nil }
    let id = frame["message_id"]?.integerValue
    switch frame["type"]?.stringValue {
    case "edit_message": return id.flatMap { id in (try? chat.input.content(members)).map { .edit(id, $0) } }
    case "delete_message": return id.map { .delete($0) }
    case "erase": return id.map { .erase($0) }
    default:
      guard let (content, clientID) = try? chat.input.post(members) else { return nil }
      require((1...5000).contains(content.count) && content.utf8.count <= 64 << 10, "content over its bounds")
      require(clientID.map { (1...128).contains($0.count) } ?? true, "a client's id over its bounds")
      return .post(content, clientID: clientID)
    }
  }

  private func checkFrame(_ change: RoomChange) {
    let bytes = ChatFrames.encoded(change)
    guard let frame = try? JSONValue(parsing: bytes) else { return require(false, "a frame that cannot be read") }
    require(frame["message_id"] == .integer(change.message.id) && frame["room_id"] == 1, "a frame of another message")
    require(frame["content"] == frame["message"] && frame["content"]?.stringValue != nil, "a frame without its text")
    let text = frame["content"]?.stringValue ?? ""
    require(text.utf8.elementsEqual(change.message.content.utf8), "a frame with another text")
    require(bytes == ChatFrames.change(change).encoded, "two ways to write a frame differ")
  }

  /// The stored history equals the delivered changes from every position: each message once.
  private func checkHistory(_ messages: Int64, _ changes: Int64, _ connection: any SQLConnection) throws {
    guard let room = try RoomRepository.find(1, userID: "anna", in: connection) else {
      return require(false, "the room is gone")
    }
    require(room.lastMessage == messages && room.lastChange == changes, "the room counts otherwise")
    var known: [Int64: String] = [:]
    var position: Int64 = 0
    while let page = try RoomChanges.read(1, userID: "ben", after: position, limit: 3, in: connection) {
      for change in page.changes {
        if change.kind == .posted || change.message.change == change.number {
          require(known[change.message.id] == nil, "a message is told twice")
          require(change.message.id == Int64(known.count) + 1, "a message is missing")
        }
        known[change.message.id] = change.message.content
      }
      require(page.end >= position, "a page goes back")
      position = page.end
      if page.isComplete { break }
    }
    let window = MessageWindow(limit: 500)
    let shown = try window.page(room, in: connection).messages
    for message in shown {
      require(known[message.id]?.utf8.elementsEqual(message.content.utf8) == true, "told and shown differ")
      // A search for the content of a message finds it.
      guard (1...200).contains(message.content.count), message.content.utf8.count <= 1600 else { continue }
      var search = MessageSearch(RoomName.key(message.content), in: window, depth: 1000)
      while !search.isOver { try search.advance(room, in: connection) }
      require(search.page.messages.contains { $0.id == message.id }, "a message is not found by its own words")
    }
  }
}
