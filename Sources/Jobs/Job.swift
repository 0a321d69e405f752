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

  init?(_ row: Row, startedAt: Timestamp) {
    guard let id = row.integer("id"), let kind = row.text("kind"), let text = row.text("payload"),
      let payload = try? JSONValue(parsing: text.utf8), let attempt = row.integer("attempt"),
      let enqueued = row.integer("enqueued_at")
    else { return nil }
    self.id = id
    self.kind = kind
    self.payload = payload
    self.userID = row.text("user_id")
    self.attempt = Int(attempt)
    self.enqueuedAt = Timestamp(milliseconds: enqueued)
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
}
