package import Bytes
package import Storage

/// The state of a job as operators see it.
package enum JobState: String, Sendable, CaseIterable {
  /// It is due, or it waits for its next attempt.
  case waiting
  /// A worker has claimed it.
  case running
  /// No attempt is left.
  case failed
}

/// A queued, running or failed job without its payload.
package struct JobRecord: Sendable {
  /// The id of the job.
  package var id: Int64
  /// The name of its handler.
  package var kind: String
  /// The state.
  package var state: JobState
  /// The number of attempts that began.
  package var attempts: Int64
  /// The user for whom it works; nil for the server's own jobs.
  package var userID: String?
  /// The reason of the last failed attempt; nil if none failed. Never a text of the user.
  package var error: String?
  /// The time at which it was added to the queue.
  package var enqueuedAt: Timestamp
  /// The earliest time of the next attempt; nil if it is due, running or failed.
  package var runAt: Timestamp?

  private init?(_ row: Row) {
    guard let id = row.integer("id"), let kind = row.text("kind"), let enqueued = row.integer("enqueued_at") else {
      return nil
    }
    self.id = id
    self.kind = kind
    state = row.text("state").flatMap(JobState.init) ?? .waiting
    attempts = row.integer("attempt") ?? 0
    userID = row.text("user_id")
    error = row.text("error")
    enqueuedAt = Timestamp(milliseconds: enqueued)
    if state == .waiting, let due = row.integer("run_at"), due > 0 { runAt = Timestamp(milliseconds: due) }
  }

  private static let columns = "id, kind, attempt, user_id, error, enqueued_at"
  /// Jobs of the queue and failed ones. A column named `state` of the result is a raw value of ``JobState``.
  private static let all = """
    SELECT \(columns), run_at, CASE state WHEN 'queued' THEN 'waiting' ELSE 'running' END AS state FROM jobs
    UNION ALL SELECT \(columns), 0 AS run_at, 'failed' AS state FROM failed_jobs
    """

  /// One page of the jobs, newest first. - Parameter state: nil for all.
  package static func page(
    _ state: JobState?, limit: Int, offset: Int, in connection: any SQLConnection
  ) throws -> [JobRecord] {
    let source =
      switch state {
      case .waiting: "SELECT \(columns), run_at, 'waiting' AS state FROM jobs WHERE state = 'queued'"
      case .running: "SELECT \(columns), run_at, 'running' AS state FROM jobs WHERE state = 'running'"
      case .failed: "SELECT \(columns), 0 AS run_at, 'failed' AS state FROM failed_jobs"
      case nil: all
      }
    return try connection.query(
      "\(source) ORDER BY id DESC LIMIT $1 OFFSET $2", [.integer(Int64(limit)), .integer(Int64(offset))]
    ).compactMap(JobRecord.init)
  }

  /// The number of jobs in each state.
  package static func counts(in connection: any SQLConnection) throws -> [JobState: Int64] {
    let row = try connection.first(
      """
      SELECT (SELECT COUNT(*) FROM jobs WHERE state = 'queued') AS waiting,
        (SELECT COUNT(*) FROM jobs WHERE state = 'running') AS running, (SELECT COUNT(*) FROM failed_jobs) AS failed
      """, [])
    return Dictionary(uniqueKeysWithValues: JobState.allCases.map { ($0, row?.integer($0.rawValue) ?? 0) })
  }

  /// The job with an id; nil if there is none.
  package static func find(_ id: Int64, in connection: any SQLConnection) throws -> JobRecord? {
    try connection.first("SELECT * FROM (\(all)) AS jobs WHERE id = $1", [.integer(id)]).flatMap(JobRecord.init)
  }
}
