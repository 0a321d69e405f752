import API
import Bytes
import Storage

/// Applies commands in one transaction. Each command is checked completely before it changes a row, so that a refused one has
/// no effect.
///
/// Each room and author is read once, and the numbers of each room are written once, at the end.
struct RoomWriter {
  private struct Place: Hashable {
    var roomID: Int64
    var userID: String
  }

  private let quota: StorageQuota
  private let now: Timestamp
  private let connection: any SQLConnection
  /// By id; nil if the room does not exist.
  private var rooms: [Int64: RoomNumbers?] = [:]
  private var admitted: [Place: Bool] = [:]

  private init(quota: StorageQuota, now: Timestamp, connection: any SQLConnection) {
    self.quota = quota
    self.now = now
    self.connection = connection
  }

  /// - Returns: the effect of each command.
  static func apply(
    _ commands: [RoomCommand], within quota: StorageQuota, at now: Timestamp, in connection: any SQLConnection
  ) throws -> [Result<RoomHistory.Outcome, Problem>] {
    var writer = RoomWriter(quota: quota, now: now, connection: connection)
    let results = try commands.map { command -> Result<RoomHistory.Outcome, Problem> in
      do { return .success(try writer.apply(command)) } catch let problem as Problem { return .failure(problem) }
    }
    for case let numbers? in writer.rooms.values where numbers.isChanged {
      try RoomRepository.store(numbers, in: connection)
    }
    return results
  }

  private mutating func apply(_ command: RoomCommand) throws -> RoomHistory.Outcome {
    if case .erase(let id) = command.action { return try erase(id, command.author) }
    guard try isOpen(to: command.author) else { throw Problem.roomNotFound }
    switch command.action {
    case .post(let content, let clientID): return try post(content, clientID, command.author)
    case .edit(let id, let content):
      let message = try own(id, command.author)
      // An edit without a change was sent twice.
      if message.content == content { return .repeated(message) }
      let growth = content.utf8.count - message.content.utf8.count
      try quota.admit(growth, of: command.author.userID, in: connection)
      return .done(try change(message, to: content))
    case .delete(let id): return .done(try change(try own(id, command.author), to: nil))
    case .erase(let id): return try erase(id, command.author)
    }
  }

  /// Removes the content and the author of a message. Its number stays taken.
  private mutating func erase(_ id: Int64, _ author: ChatMessageRepository.Author) throws -> RoomHistory.Outcome {
    guard var message = try ChatMessageRepository.find(id, roomID: author.roomID, in: connection),
      message.senderID == author.userID
    else { throw Problem.notFound("There is no such message.") }
    message.senderID = nil
    message.sender = ""
    message.clientID = nil
    // The deletion of the message or of its room was sent before.
    guard message.deletedAt == nil, try numbers(of: author.roomID) != nil else {
      message.content = ""
      try ChatMessageRepository.update(message, in: connection)
      return .repeated(message)
    }
    return .done(try change(message, to: nil))
  }

  private mutating func post(
    _ content: String, _ clientID: String?, _ author: ChatMessageRepository.Author
  ) throws -> RoomHistory.Outcome {
    if let clientID,
      let earlier = try ChatMessageRepository.find(
        clientID: clientID, userID: author.userID, roomID: author.roomID, in: connection)
    {
      // An edited message still has its client id, but its first content is not stored any more.
      guard earlier.content == content || earlier.changed != nil else {
        throw Problem.conflict(code: "MESSAGE_ID_REUSED", "This client_message_id was used for another message.")
      }
      return .repeated(earlier)
    }
    try quota.admit(
      ChatMessageRepository.rowBytes + content.utf8.count, of: author.userID, in: connection)
    let (id, change) = next(author.roomID, isMessage: true)
    let message = ChatMessage(
      roomID: author.roomID, id: id, change: change, senderID: author.userID, sender: author.username,
      content: content, clientID: clientID, createdAt: now)
    try ChatMessageRepository.insert(message, in: connection)
    return .done(RoomChange(number: change, kind: .posted, message: message))
  }

  private func own(_ id: Int64, _ author: ChatMessageRepository.Author) throws -> ChatMessage {
    guard let message = try ChatMessageRepository.find(id, roomID: author.roomID, in: connection),
      message.deletedAt == nil
    else {
      throw Problem(status: 404, code: "MESSAGE_NOT_FOUND", message: "There is no such message in this room.")
    }
    guard message.senderID == author.userID else { throw Problem.forbidden("This message is another user's.") }
    return message
  }

  /// - Parameter content: nil deletes it.
  private mutating func change(_ message: ChatMessage, to content: String?) throws -> RoomChange {
    let (_, number) = next(message.roomID, isMessage: false)
    var message = message
    message.content = content ?? ""
    message.changed = number
    if content == nil { message.deletedAt = now } else { message.editedAt = now }
    try ChatMessageRepository.update(message, in: connection)
    return RoomChange(number: number, kind: content == nil ? .deleted : .edited, message: message)
  }

  // MARK: - Rooms

  private mutating func next(_ roomID: Int64, isMessage: Bool) -> (message: Int64, change: Int64) {
    guard case let numbers?? = rooms[roomID] else { return (0, 0) }
    let next = numbers.next(isMessage: isMessage)
    rooms[roomID] = next
    return (next.lastMessage, next.lastChange)
  }

  private mutating func numbers(of roomID: Int64) throws -> RoomNumbers? {
    if let known = rooms[roomID] { return known }
    let numbers = try RoomRepository.numbers(roomID, in: connection)
    rooms[roomID] = .some(numbers)
    return numbers
  }

  /// Whether the author may write to the room. - Throws: `Problem` if the account does not exist any more.
  private mutating func isOpen(to author: ChatMessageRepository.Author) throws -> Bool {
    let place = Place(roomID: author.roomID, userID: author.userID)
    if let isAdmitted = admitted[place] { return isAdmitted }
    guard try ChatAccountRepository.username(of: author.userID, in: connection) != nil else {
      throw Problem.unauthorized()
    }
    let isAdmitted =
      if let numbers = try numbers(of: author.roomID) {
        try !numbers.isPrivate || RoomRepository.isMember(author.roomID, userID: author.userID, in: connection)
      } else { false }
    admitted[place] = isAdmitted
    return isAdmitted
  }
}

/// The last numbers of a room, advanced during a transaction.
struct RoomNumbers: Sendable, Equatable {
  var roomID: Int64
  var isPrivate: Bool
  var lastMessage: Int64
  var lastChange: Int64
  var isChanged = false

  /// The numbers after one more change. - Parameter isMessage: whether the change is a new message.
  func next(isMessage: Bool) -> RoomNumbers {
    var next = self
    next.lastChange += 1
    if isMessage { next.lastMessage += 1 }
    next.isChanged = true
    return next
  }
}
