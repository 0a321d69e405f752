package import API
package import Bytes
package import Cluster
import HTTPServer
import JSONCodec
package import Logging
import Runtime
package import Storage

/// Chat rooms and their messages.
package struct ChatService: Sendable {
  let rooms: RoomDirectory
  let membership: RoomMembership
  let reads: ReadPositions
  let messages: RoomMessages
  let history: RoomHistory
  let channels: RoomChannels
  let limits: ChatLimits
  let input: MessageInput
  let environment: Environment
  /// The limit of writes of each user over sockets; nil if they are not limited.
  let writes: (any WriteLimiter)?
  /// The limits of rooms and messages.
  package let configuration: ChatConfiguration
  private let erasure: MessageErasure

  /// - Parameters:
  ///   - node: the place of a server among the nodes, before the bus starts.
  ///   - spawn: starts a task for work of all users.
  package init(
    database: any Database, node: ClusterNode = .single(name: ""), environment: Environment,
    configuration: ChatConfiguration = .init(),
    quota: StorageQuota = .unlimited, writes: (any WriteLimiter)? = nil,
    observer: ChatObserver = .init(), logger: Logger,
    spawn: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void
  ) {
    self.environment = environment
    self.writes = writes
    self.configuration = configuration
    channels = RoomChannels(node: node, database: database, delivered: observer.delivered)
    history = RoomHistory(
      database: database, channels: channels, quota: quota, environment: environment,
      maxWaiting: configuration.maxWaiting, observer: observer, logger: logger, spawn: spawn)
    rooms = RoomDirectory(
      database: database, channels: channels, environment: environment, configuration: configuration)
    membership = RoomMembership(
      database: database, channels: channels, environment: environment, maxMembers: configuration.maxMembers)
    reads = ReadPositions(database: database, channels: channels, environment: environment)
    messages = RoomMessages(database: database, configuration: configuration)
    erasure = MessageErasure(database: database, history: history)
    limits = ChatLimits(configuration, environment: environment)
    input = MessageInput(maxContent: configuration.maxContent)
  }

  /// Creates the public room `general` if it does not exist. Call it before the first connection.
  package func start() async throws { try await rooms.createGeneral() }

  /// Deletes rooms without members and the rows of deleted rooms, in steps so that other writes are not delayed.
  package func purge(step: Int = 1000) async throws { try await rooms.purge(step: step) }

  /// Notifies the members of rooms that users left who were connected to a node that ended. Call it before their connections are
  /// removed.
  package func nodeEnded(_ node: Int64) async throws {
    for (roomID, name) in try await channels.shared?.users(onlyOn: node) ?? [] {
      let frame = ChatFrames.presence(.userLeft, room: roomID, name: name, at: environment.now())
      channels.send([RoomFrame(frame.encoded)], to: roomID)
    }
  }

  /// Empties all messages of an account that is deleted, in steps so that other writes are not delayed.
  package func erase(userID: String) async throws { try await erasure.run(userID: userID) }

  /// Posts, edits or deletes, and waits until it is stored. - Throws: `Problem`
  func change(_ action: RoomCommand.Action, in reference: String, user: Identity) async throws -> ChatMessage {
    let room = try await rooms.room(reference, userID: user.userID)
    guard limits.admitsMessage(of: user.userID, in: room.id) else { throw limits.tooManyMessages }
    let author = ChatMessageRepository.Author(roomID: room.id, userID: user.userID, username: user.username)
    switch try await history.submit(RoomCommand(author: author, action: action)) {
    case .done(let change): return change.message
    case .repeated(let message): return message
    }
  }
}
