package import API
package import Bytes
import JSONCodec
package import Logging
import Realtime
import Runtime
package import Storage

/// Chat rooms and their messages.
package struct ChatService: Sendable {
  let database: any Database
  let channels: RoomChannels
  let history: RoomHistory
  let environment: Environment
  /// The limit of writes of each user over sockets; nil if they are not limited.
  let writes: (any WriteLimiter)?
  /// The limits of rooms and messages.
  package let configuration: ChatConfiguration
  /// nil: no limit.
  private let messageLimit: RateWindow?
  private let signalLimit: RateWindow?

  /// - Parameter spawn: starts a task for work of all users.
  package init(
    database: any Database, environment: Environment, configuration: ChatConfiguration = .init(),
    quota: StorageQuota = .unlimited, writes: (any WriteLimiter)? = nil,
    observer: ChatObserver = .init(), logger: Logger,
    spawn: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void
  ) {
    self.database = database
    self.environment = environment
    self.writes = writes
    self.configuration = configuration
    channels = RoomChannels(delivered: observer.delivered)
    history = RoomHistory(
      database: database, channels: channels, quota: quota, environment: environment,
      maxWaiting: configuration.maxWaiting,
      observer: observer, logger: logger, spawn: spawn)
    messageLimit = configuration.messagesPerMinute > 0 ? RateWindow(limit: configuration.messagesPerMinute) : nil
    signalLimit = configuration.signalsPerMinute > 0 ? RateWindow(limit: configuration.signalsPerMinute) : nil
  }

  /// Creates the public room `general` if it does not exist. Call it before the first connection.
  package func start() async throws {
    let now = environment.now()
    try await database.write { connection in
      let name = RoomResolver.generalKey
      guard try RoomRepository.publicRoom(named: name, in: connection) == nil else { return }
      _ = try RoomRepository.insert(name: name, isPrivate: false, ownerID: nil, now: now, in: connection)
    }
  }

  /// Deletes rooms without members and the rows of deleted rooms, in steps so that other writes are not delayed.
  package func purge(step: Int = 1000) async throws {
    let now = environment.now()
    let isThere = try await database.read { try RoomRepository.hasAbandoned(in: $0) }
    if isThere { try await database.write { try RoomRepository.hideAbandoned(now: now, in: $0) } }
    while try await database.write({ try RoomRepository.purge(step: step, in: $0) }) {}
  }

  // MARK: - Limits

  /// Counts a message, edit or deletion. - Returns: false if the limit of the minute is reached.
  func admitsMessage(of userID: String, in roomID: Int64) -> Bool {
    messageLimit?.admits("\(roomID) \(userID)", at: environment.now()) ?? true
  }

  /// Counts a typing, presence or read message. - Returns: false if the limit of the minute is reached.
  func admitsSignal(of userID: String, in roomID: Int64) -> Bool {
    signalLimit?.admits("\(roomID) \(userID)", at: environment.now()) ?? true
  }

  var tooManyMessages: Problem {
    .tooManyRequests(
      retryAfter: 60, "At most \(configuration.messagesPerMinute) messages may be sent to a room within a minute.")
  }

  var tooManySignals: Problem {
    .tooManyRequests(
      retryAfter: 60, "At most \(configuration.signalsPerMinute) such messages may be sent to a room within a minute.")
  }

  // MARK: - Input

  func postInput(_ members: [String: JSONValue]) throws -> (content: String, clientID: String?) {
    let clientID = try JSONFields(members).optionalText("client_message_id", "clientMessageId", length: 1...ChatMessage.maxClientID)
    return (try content(members), clientID)
  }

  /// - Throws: `Problem` 400.
  func content(_ members: [String: JSONValue]) throws -> String {
    let text = (members["content"] ?? members["message"])?.stringValue
    // A character may consist of many scalars.
    if let text, text.utf8.count > 64 << 10 || text.count > configuration.maxContent {
      throw Problem.badRequest(
        code: "MESSAGE_TOO_LONG", "A message may have at most \(configuration.maxContent) characters.")
    }
    guard let text, !text.utf8.contains(0), text.contains(where: { !$0.isWhitespace }) else {
      throw Problem.badRequest(
        "content must be text of 1 to \(configuration.maxContent) characters, not only spaces, without NUL.",
        details: ["content": "text of 1 to \(configuration.maxContent) characters"])
    }
    return text
  }
}
