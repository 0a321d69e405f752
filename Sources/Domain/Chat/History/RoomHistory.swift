import API
import Bytes
import JSONCodec
import Logging
import Runtime
import Storage

/// Stores the changes of rooms in batches, and sends each change to its room once it is durable.
///
/// One transaction at a time takes all waiting commands: a busy server commits once for many messages, and while one batch is made
/// durable the next one gathers. Rooms receive changes in the order of their numbers. Any thread.
final class RoomHistory: Sendable {
  /// The effect of a command.
  enum Outcome: Sendable, Equatable {
    case done(RoomChange)
    /// The command was applied before.
    case repeated(ChatMessage)
  }

  typealias Reply = @Sendable (Result<Outcome, Problem>) -> Void

  struct Waiting: Sendable {
    var command: RoomCommand
    var reply: Reply
  }

  /// The commands of one transaction.
  struct Batch: Sendable {
    /// Counts from 0 in the order of the transactions.
    var number: Int
    var waiting: [Waiting]
  }

  private struct Queue {
    /// Commands. A transaction is scheduled or runs while some wait.
    var waiting: BatchQueue<Waiting>
    var nextNumber = 0

    mutating func number(_ waiting: [Waiting]) -> Batch {
      defer { nextNumber += 1 }
      return Batch(number: nextNumber, waiting: waiting)
    }
  }

  /// Maximum number of commands of one transaction: other domains use the writer too.
  private static let maxBatch = 512

  private let database: any Database
  private let quota: StorageQuota
  private let environment: Environment
  private let logger: Logger
  private let spawn: @Sendable (@escaping @Sendable () async -> Void) -> Void
  private let queue: Locked<Queue>
  private let broadcaster: RoomBroadcaster

  /// - Parameters:
  ///   - maxWaiting: maximum number of waiting commands; more are refused with `SERVER_BUSY`.
  ///   - spawn: starts a task for work of all users.
  init(
    database: any Database, channels: RoomChannels, quota: StorageQuota, environment: Environment, maxWaiting: Int,
    observer: ChatObserver,
    logger: Logger, spawn: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void
  ) {
    self.database = database
    self.quota = quota
    self.environment = environment
    queue = Locked(Queue(waiting: BatchQueue(capacity: maxWaiting)))
    self.logger = logger
    self.spawn = spawn
    broadcaster = RoomBroadcaster(channels: channels, observer: observer)
  }

  /// Queues a command. Commands of one thread keep their order. `reply` is called once, on any thread, after the commit
  /// and before the room receives the change.
  func submit(_ command: RoomCommand, reply: @escaping Reply) {
    switch queue.withLock({ $0.waiting.add(Waiting(command: command, reply: reply)) }) {
    case .added: break
    case .mustSchedule: schedule()
    case .full: reply(.failure(Self.busy))
    }
  }

  /// Applies a command and waits for its effect. - Throws: `Problem`
  func submit(_ command: RoomCommand) async throws -> Outcome {
    try await withCheckedContinuation { continuation in
      submit(command) { continuation.resume(returning: $0) }
    }.get()
  }

  /// The number of commands that wait for the writer. Any thread.
  var waitingCount: Int { queue.withLock { $0.waiting.count } }

  private func schedule() { spawn { await self.write() } }

  /// Takes the waiting commands, up to the bound. Later ones form the next batch.
  private func take() -> Batch {
    queue.withLock { queue in
      let waiting = queue.waiting.takeNext(upTo: Self.maxBatch)
      return queue.number(waiting)
    }
  }

  /// Runs one transaction with all commands that wait when the writer is free, and schedules the next one if others wait then.
  private func write() async {
    // Taken before the body, which may run more than once, and before the engine locks the scope, which the commands decide.
    let taken = Locked<Batch?>(nil)
    let scope = { @Sendable [self] in
      let batch = take()
      taken.withLock { $0 = batch }
      return Self.scope(of: batch)
    }
    do {
      let results = try await database.write(scopedBy: scope) { [environment, quota] connection in
        let commands = taken.withLock { $0?.waiting.map(\.command) ?? [] }
        return try RoomWriter.apply(commands, within: quota, at: environment.now(), in: connection)
      }
      // The next batch does not wait for the deliveries of this one.
      scheduleNext()
      if let batch = taken.withLock({ $0 }) { broadcaster.stored(batch, results) }
    } catch {
      // If the transaction never ran, the waiting commands must be taken here.
      await failed(taken.withLock { $0 } ?? take(), error)
      scheduleNext()
    }
  }

  /// Schedules the next transaction if commands wait. There is one at a time, so that the commands of a thread keep their order
  /// with several writers, too.
  private func scheduleNext() {
    if queue.withLock({ $0.waiting.finishBatch() }) { schedule() }
  }

  private func failed(_ batch: Batch, _ error: any Error) async {
    broadcaster.failed(batch)
    guard batch.waiting.count > 1, case StorageError.constraintViolation = error else {
      return fail(batch.waiting, error)
    }
    // One invalid command must not fail the others.
    for waiting in batch.waiting { await write(queue.withLock { $0.number([waiting]) }) }
  }

  /// Runs a batch of one command.
  private func write(_ batch: Batch) async {
    let commands = batch.waiting.map(\.command)
    do {
      let results = try await database.write(in: Self.scope(of: batch)) { [environment, quota] connection in
        try RoomWriter.apply(commands, within: quota, at: environment.now(), in: connection)
      }
      broadcaster.stored(batch, results)
    } catch {
      broadcaster.failed(batch)
      fail(batch.waiting, error)
    }
  }

  /// The rooms of a batch, whose numbers must become visible in order, and its authors, whose accounts and quotas are read.
  private static func scope(of batch: Batch) -> WriteScope {
    let authors = batch.waiting.map(\.command.author)
    return .rooms(authors.map(\.roomID)).and(.users(authors.map(\.userID)))
  }

  private func fail(_ batch: [Waiting], _ error: any Error) {
    logger.error("chat batch failed", metadata: ["error": "\(error)", "messages": "\(batch.count)"])
    for waiting in batch { waiting.reply(.failure(Self.notStored)) }
  }

  static let busy = Problem(
    status: 503, code: "SERVER_BUSY", message: "Too many messages wait to be stored. Send the message again.",
    fields: ["Retry-After": "1"]
  ).naming(settings: "chat.max_waiting")
  private static let notStored = Problem(
    status: 503, code: "SERVER_ERROR", message: "The message could not be stored. Send it again.",
    fields: ["Retry-After": "1"])
}
