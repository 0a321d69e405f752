import Bytes
import JSONCodec
import Logging
import Runtime
import Storage
import Web

/// Writes what happens in rooms, and tells the rooms once it is stored.
///
/// One batch after another: whatever has come while a batch was being committed is the next one. So the order in which
/// rooms hear is the order of the numbers, and a busy server commits once for many messages. Any thread.
final class RoomHistory: Sendable {
  /// Something that an author wants.
  struct Wish: Sendable {
    enum Action: Sendable, Equatable {
      case post(String, clientID: String?)
      case edit(Int64, String)
      case delete(Int64)
    }

    var author: ChatMessageRepository.Author
    var action: Action
  }

  /// What became of it.
  enum Outcome: Sendable, Equatable {
    case done(RoomChange)
    /// The same message was stored before.
    case repeated(ChatMessage)
  }

  typealias Reply = @Sendable (Result<Outcome, Problem>) -> Void

  private struct Waiting {
    var wish: Wish
    var reply: Reply
  }

  private struct Queue {
    var waiting: [Waiting] = []
    var isWriting = false
  }

  private static let maxBatch = 256

  private let database: any Database
  private let channels: RoomChannels
  private let ambient: Ambient
  private let maxWaiting: Int
  private let logger: Logger
  private let spawn: @Sendable (@escaping @Sendable () async -> Void) -> Void
  private let queue = Locked(Queue())

  /// - Parameters:
  ///   - maxWaiting: most wishes that wait; more are refused.
  ///   - spawn: runs something beside the caller.
  init(
    database: any Database, channels: RoomChannels, ambient: Ambient, maxWaiting: Int, logger: Logger,
    spawn: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void
  ) {
    self.database = database
    self.channels = channels
    self.ambient = ambient
    self.maxWaiting = maxWaiting
    self.logger = logger
    self.spawn = spawn
  }

  /// Queues a wish; those of one thread keep their order. `reply` is called once, on any thread, behind the commit and
  /// before the room hears.
  func submit(_ wish: Wish, reply: @escaping Reply) {
    let (isTaken, mustStart) = queue.withLock { queue in
      guard queue.waiting.count < maxWaiting else { return (false, false) }
      queue.waiting.append(Waiting(wish: wish, reply: reply))
      defer { queue.isWriting = true }
      return (true, !queue.isWriting)
    }
    guard isTaken else { return reply(.failure(Self.busy)) }
    if mustStart { spawn { await self.writeAll() } }
  }

  /// The same, waiting for the outcome. - Throws: `Problem`
  func submit(_ wish: Wish) async throws -> Outcome {
    try await withCheckedContinuation { continuation in
      submit(wish) { continuation.resume(returning: $0) }
    }.get()
  }

  private func writeAll() async {
    while true {
      let batch = queue.withLock { queue in
        let batch = Array(queue.waiting.prefix(Self.maxBatch))
        queue.waiting.removeFirst(batch.count)
        if batch.isEmpty { queue.isWriting = false }
        return batch
      }
      if batch.isEmpty { return }
      await write(batch)
    }
  }

  private func write(_ batch: [Waiting]) async {
    let wishes = batch.map(\.wish)
    let now = ambient.now()
    do {
      let results = try await database.write { connection in
        try wishes.map { wish in try Self.grant(wish, at: now, in: connection) }
      }
      for (waiting, result) in zip(batch, results) { waiting.reply(result) }
      tell(results)
    } catch  where batch.count > 1 {
      // The fault of one must not be that of all (an account may have gone in between).
      for waiting in batch { await write([waiting]) }
    } catch {
      logger.error("a message could not be stored", metadata: ["error": "\(error)"])
      for waiting in batch { waiting.reply(.failure(Self.notStored)) }
    }
  }

  private func tell(_ results: [Result<Outcome, Problem>]) {
    var messages: [Int64: [WebSocketGroup.Message]] = [:]
    for case .success(.done(let change)) in results where channels.isOpen(change.message.roomID) {
      let frame = WebSocketFrame.text(ChatFrames.change(change).encoded)
      messages[change.message.roomID, default: []].append(.init(frame, number: change.number))
    }
    for (roomID, messages) in messages { channels.send(messages, to: roomID) }
  }

  // MARK: - Rules

  /// Looks at everything before it changes anything, so that what is refused leaves no trace.
  private static func grant(
    _ wish: Wish, at now: Timestamp, in connection: any SQLConnection
  ) throws -> Result<Outcome, Problem> {
    do {
      switch wish.action {
      case .post(let content, let clientID):
        return .success(try post(content, clientID, wish.author, now, connection))
      case .edit(let id, let content):
        let message = try own(id, wish.author, connection)
        // An edit that changes nothing is one that was sent again.
        if message.content == content { return .success(.repeated(message)) }
        return .success(try change(id, to: content, .edited, wish.author, now, connection))
      case .delete(let id):
        _ = try own(id, wish.author, connection)
        return .success(try change(id, to: nil, .deleted, wish.author, now, connection))
      }
    } catch let problem as Problem {
      return .failure(problem)
    }
  }

  private static func post(
    _ content: String, _ clientID: String?, _ author: ChatMessageRepository.Author, _ now: Timestamp,
    _ connection: any SQLConnection
  ) throws -> Outcome {
    if let clientID,
      let earlier = try ChatMessageRepository.find(
        clientID: clientID, userID: author.userID, roomID: author.roomID, in: connection)
    {
      guard try RoomRepository.find(.id(author.roomID), userID: author.userID, in: connection) != nil else {
        throw Problem.roomNotFound
      }
      // What was edited since then is still that message; its first content is not known any more.
      guard earlier.content == content || earlier.changed != nil else {
        throw Problem.conflict(code: "MESSAGE_ID_REUSED", "This client_message_id was used for another message.")
      }
      return .repeated(earlier)
    }
    guard
      let message = try ChatMessageRepository.insert(
        content, clientID: clientID, by: author, now: now, in: connection)
    else { throw Problem.roomNotFound }
    return .done(RoomChange(number: message.change, kind: .posted, message: message))
  }

  private static func own(
    _ id: Int64, _ author: ChatMessageRepository.Author, _ connection: any SQLConnection
  ) throws -> ChatMessage {
    guard try RoomRepository.find(.id(author.roomID), userID: author.userID, in: connection) != nil else {
      throw Problem.roomNotFound
    }
    guard let message = try ChatMessageRepository.find(id, roomID: author.roomID, in: connection),
      message.deletedAt == nil
    else {
      throw Problem(status: 404, code: "MESSAGE_NOT_FOUND", message: "There is no such message in this room.")
    }
    guard message.senderID == author.userID else {
      throw Problem.forbidden("This message is another user's.")
    }
    return message
  }

  private static func change(
    _ id: Int64, to content: String?, _ kind: RoomChange.Kind, _ author: ChatMessageRepository.Author,
    _ now: Timestamp, _ connection: any SQLConnection
  ) throws -> Outcome {
    guard
      let message = try ChatMessageRepository.change(id, to: content, by: author, now: now, in: connection),
      let number = message.changed
    else { throw Problem.roomNotFound }
    return .done(RoomChange(number: number, kind: kind, message: message))
  }

  static let busy = Problem(
    status: 503, code: "SERVER_BUSY", message: "Too many messages wait to be stored. Please send it again.",
    fields: ["Retry-After": "1"])
  private static let notStored = Problem(
    status: 503, code: "SERVER_ERROR", message: "The message could not be stored. Please send it again.",
    fields: ["Retry-After": "1"])
}

extension Problem {
  /// Also where there is one that the user may not know of.
  static var roomNotFound: Problem {
    Problem(status: 404, code: "ROOM_NOT_FOUND", message: "There is no such room.")
  }
}
