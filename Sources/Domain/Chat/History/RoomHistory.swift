import API
import Bytes
import JSONCodec
import Logging
import Runtime
import Storage

/// Writes what happens in rooms, and tells the rooms once it is stored.
///
/// What waits is taken when the writer gets to it, all of it in one transaction: a busy server commits once for many
/// messages, and while one batch is being made durable the next one gathers. Rooms hear in the order of the batches,
/// which is the order of the numbers. Any thread.
final class RoomHistory: Sendable {
  /// Something that an author wants.
  struct Wish: Sendable {
    enum Action: Sendable, Equatable {
      case post(String, clientID: String?)
      case edit(Int64, String)
      case delete(Int64)
      /// Empties a message of an account that goes: also where the author is not let in any more.
      case erase(Int64)
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

  struct Waiting: Sendable {
    var wish: Wish
    var reply: Reply
  }

  /// What one transaction took.
  struct Batch: Sendable {
    /// Counts from 0 in the order of the transactions.
    var number: Int
    var waiting: [Waiting]
  }

  private struct Queue {
    var waiting: [Waiting] = []
    /// Whether a transaction is on its way that will take them.
    var isScheduled = false
    var nextNumber = 0

    mutating func number(_ waiting: [Waiting]) -> Batch {
      defer { nextNumber += 1 }
      return Batch(number: nextNumber, waiting: waiting)
    }
  }

  /// Most wishes of one transaction: others wait for the writer, too.
  private static let maxBatch = 512

  private let database: any Database
  private let quota: StorageQuota
  private let environment: Environment
  private let maxWaiting: Int
  private let logger: Logger
  private let spawn: @Sendable (@escaping @Sendable () async -> Void) -> Void
  private let queue = Locked(Queue())
  private let teller: RoomBroadcaster

  /// - Parameters:
  ///   - maxWaiting: most wishes that wait; more are refused.
  ///   - spawn: runs something beside the caller.
  init(
    database: any Database, channels: RoomChannels, quota: StorageQuota, environment: Environment, maxWaiting: Int,
    observer: ChatObserver,
    logger: Logger, spawn: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void
  ) {
    self.database = database
    self.quota = quota
    self.environment = environment
    self.maxWaiting = maxWaiting
    self.logger = logger
    self.spawn = spawn
    teller = RoomBroadcaster(channels: channels, observer: observer)
  }

  /// Queues a wish; those of one thread keep their order. `reply` is called once, on any thread, behind the commit and
  /// before the room hears.
  func submit(_ wish: Wish, reply: @escaping Reply) {
    let (isTaken, mustStart) = queue.withLock { queue in
      guard queue.waiting.count < maxWaiting else { return (false, false) }
      queue.waiting.append(Waiting(wish: wish, reply: reply))
      defer { queue.isScheduled = true }
      return (true, !queue.isScheduled)
    }
    guard isTaken else { return reply(.failure(Self.busy)) }
    if mustStart { schedule() }
  }

  /// The same, waiting for the outcome. - Throws: `Problem`
  func submit(_ wish: Wish) async throws -> Outcome {
    try await withCheckedContinuation { continuation in
      submit(wish) { continuation.resume(returning: $0) }
    }.get()
  }

  /// How many wishes wait for the writer. Any thread.
  var waitingCount: Int { queue.withLock { $0.waiting.count } }

  private func schedule() { spawn { await self.write() } }

  /// What waits, up to a bound. Whatever comes from now on is the next batch.
  private func take() -> Batch {
    let (batch, isMore) = queue.withLock { queue in
      let waiting = Array(queue.waiting.prefix(Self.maxBatch))
      queue.waiting.removeFirst(waiting.count)
      queue.isScheduled = !queue.waiting.isEmpty
      return (queue.number(waiting), queue.isScheduled)
    }
    if isMore { schedule() }
    return batch
  }

  /// One transaction. - Parameter given: what it is for; nil: what waits when the writer gets to it.
  private func write(_ given: Waiting? = nil) async {
    let taken = Locked<Batch?>(nil)
    let take = { @Sendable [self] in given.map { waiting in queue.withLock { $0.number([waiting]) } } ?? self.take() }
    do {
      let results = try await database.write { [environment, quota] connection in
        let batch = take()
        taken.withLock { $0 = batch }
        return try RoomWriter.grant(batch.waiting.map(\.wish), within: quota, at: environment.now(), in: connection)
      }
      if let batch = taken.withLock({ $0 }) { teller.stored(batch, results) }
    } catch {
      // Where the writer never got to it, nobody else takes what waits.
      let batch = taken.withLock { $0 } ?? take()
      teller.failed(batch)
      guard batch.waiting.count > 1, case StorageError.constraintViolation = error else {
        return fail(batch.waiting, error)
      }
      // The fault of one must not be that of all.
      for waiting in batch.waiting { await write(waiting) }
    }
  }

  private func fail(_ batch: [Waiting], _ error: any Error) {
    logger.error("a message could not be stored", metadata: ["error": "\(error)", "messages": "\(batch.count)"])
    for waiting in batch { waiting.reply(.failure(Self.notStored)) }
  }

  static let busy = Problem(
    status: 503, code: "SERVER_BUSY", message: "Too many messages wait to be stored. Please send it again.",
    fields: ["Retry-After": "1"])
  private static let notStored = Problem(
    status: 503, code: "SERVER_ERROR", message: "The message could not be stored. Please send it again.",
    fields: ["Retry-After": "1"])
}
