package import Bytes
package import JSONCodec
package import Storage

/// A durable unit of work. It survives a crash of the process.
package struct Job: Sendable {
  /// The id of its row.
  package var id: Int64
  /// The name of its handler, such as `meal.parse`.
  package var kind: String
  /// The input of the handler.
  package var payload: JSONValue
  /// The user for whom it works; nil for the server's own jobs.
  package var userID: String?
  /// The incarnation of the node that claimed it; 0 for a server that is its only node.
  var node: Int64
  /// The number of the attempt, from 1.
  package var attempt: Int
  /// The time at which it was added to the queue.
  package var enqueuedAt: Timestamp
  /// The time at which this attempt was claimed.
  package var startedAt: Timestamp

  /// Whether the stored payload is JSON. `payload` is null otherwise.
  var isReadable: Bool

  /// - Returns: nil only without an id: a job with other damage must still be claimed, retried and failed permanently.
  init?(_ row: Row, node: Int64, startedAt: Timestamp) {
    guard let id = row.integer("id") else { return nil }
    self.id = id
    self.node = node
    kind = row.text("kind") ?? ""
    let payload = row.text("payload").flatMap { try? JSONValue(parsing: $0.utf8) }
    self.payload = payload ?? .null
    isReadable = payload != nil
    userID = row.text("user_id")
    attempt = row.integer("attempt").flatMap(Int.init(exactly:)) ?? 1
    enqueuedAt = row.integer("enqueued_at").map { Timestamp(milliseconds: $0) } ?? startedAt
    self.startedAt = startedAt
  }
}

extension Job {
  /// The scope of the transactions that store what the job does: that of its user.
  package var scope: WriteScope { userID.map(WriteScope.user) ?? .none }
}

/// Work after the commit of a transaction, such as an entry in the log.
package typealias AfterCommit = @Sendable () -> Void

/// The effect of a job, run in the transaction that deletes it, in the scope of the job's user. It may run more than once, each
/// time after a rollback, so it must change nothing but the connection.
///
/// It returns work for the time after the commit; nil if there is none.
package typealias JobEffect = @Sendable (any SQLConnection) throws -> AfterCommit?

/// A handler of one kind of job. It may run several times for the same job; its effect is committed once.
package protocol JobHandler: Sendable {
  /// The kind of job, such as `meal.parse`.
  var kind: String { get }

  /// Does the work on a worker's thread, outside of a transaction.
  /// - Returns: the effect, which runs in the transaction that deletes the job.
  /// - Throws: `JobFailure.permanent` to fail permanently; any other error is a transient failure and is retried.
  func run(_ job: Job) async throws -> JobEffect

  /// Records the permanent failure of a job, in the transaction that deletes it, under the rules of a `JobEffect`.
  func failedPermanently(_ job: Job, _ error: any Error, in connection: any SQLConnection) throws -> AfterCommit?

  /// Prepares a job that failed permanently for further attempts, in the transaction that queues it again.
  /// - Returns: false if the work was done or given up otherwise; the job stays failed.
  func reopen(_ job: Job, in connection: any SQLConnection) throws -> Bool

  /// The success, the permanent failure or the reopening of a job was committed.
  func committed(_ job: Job)
}

extension JobHandler {
  /// The default of a handler whose failed jobs need no preparation: returns true.
  package func reopen(_ job: Job, in connection: any SQLConnection) throws -> Bool { true }
}

/// A failure of an attempt that the pool itself knows.
package enum JobFailure: Error, Equatable, Sendable {
  /// A failure that a retry cannot repair, with the reason.
  case permanent(String)
  /// The handler exceeded the configured time limit.
  case timedOut
  /// No handler is registered for this kind. Another version of the program may have one.
  case noHandler(kind: String)
  /// The stored payload is not JSON.
  case unreadable
}

/// The handler of a kind without a registered handler: each attempt fails.
struct MissingJobHandler: JobHandler {
  let kind: String

  func run(_ job: Job) async throws -> JobEffect { throw JobFailure.noHandler(kind: kind) }

  func failedPermanently(
    _ job: Job, _ error: any Error, in connection: any SQLConnection
  ) throws -> AfterCommit? { nil }

  func committed(_ job: Job) {}
}
