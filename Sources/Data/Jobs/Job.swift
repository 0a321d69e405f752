package import Bytes
package import JSONCodec
package import Storage

/// One piece of work that survives a crash.
package struct Job: Sendable {
  package var id: Int64
  /// Which handler it is for (`meal.parse`).
  package var kind: String
  package var payload: JSONValue
  package var userID: String?
  /// 1 for the first try.
  package var attempt: Int
  package var enqueuedAt: Timestamp
  package var startedAt: Timestamp

  /// False where the stored payload is no JSON; `payload` is null then.
  var isReadable: Bool

  /// - Returns: nil only without an id: what else is damaged must still be tried, given back and given up.
  init?(_ row: Row, startedAt: Timestamp) {
    guard let id = row.integer("id") else { return nil }
    self.id = id
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

/// Does one kind of job. It may run more than once for the same job; its effect is committed once.
package protocol JobHandler: Sendable {
  var kind: String { get }

  /// Does the work outside of any transaction, on a worker's thread.
  /// - Returns: what makes it true; it runs in the transaction that deletes the job.
  /// - Throws: `JobFailure.permanent` to give up at once; anything else is tried again later.
  func run(_ job: Job) async throws -> @Sendable (any SQLConnection) throws -> Void

  /// Records that the job failed for good, in the transaction that deletes it.
  func giveUp(_ job: Job, _ error: any Error, in connection: any SQLConnection) throws

  /// The job is done or given up, and that is committed.
  func committed(_ job: Job)
}

/// A failure that another try would not mend.
package enum JobFailure: Error, Equatable, Sendable {
  case permanent(String)
  /// The handler took longer than the configured time.
  case timedOut
  /// Nothing here does this kind of job. A program of another version may.
  case noHandler(kind: String)
  /// The stored payload is no JSON.
  case unreadable
}

/// Stands in for the handler of a kind that nobody does.
struct MissingJobHandler: JobHandler {
  let kind: String

  func run(_ job: Job) async throws -> @Sendable (any SQLConnection) throws -> Void {
    throw JobFailure.noHandler(kind: kind)
  }

  func giveUp(_ job: Job, _ error: any Error, in connection: any SQLConnection) throws {}

  func committed(_ job: Job) {}
}
