import Bytes
import Storage

/// The rows of `jobs` as workers see them.
enum JobRepository {
  /// Takes up to `limit` jobs of a share that are due.
  ///
  /// - Parameter longest: the longest wait there is between two tries. A job that is due even later was given that
  ///   moment before the wall clock was set back, and is taken now.
  static func claim(
    _ share: JobFilter, limit: Int, now: Timestamp, longest: Duration, in connection: any SQLConnection
  ) throws -> [Job] {
    let rows = try connection.query(
      """
      UPDATE jobs SET state = 'running', attempt = attempt + 1, started_at = $1
      WHERE id IN (
        SELECT id FROM jobs WHERE state = 'queued' AND (run_at <= $1 OR run_at > $3) AND \(share.condition(first: 4))
        ORDER BY id LIMIT $2)
      RETURNING id, kind, payload, user_id, attempt, enqueued_at
      """,
      [.integer(now.milliseconds), .integer(Int64(limit)), .integer(now.advanced(by: longest).milliseconds)]
        + share.arguments)
    return rows.compactMap { Job($0, startedAt: now) }.sorted { $0.id < $1.id }
  }

  /// When the next job of a share is due that nobody has taken.
  static func nextDue(_ share: JobFilter, in connection: any SQLConnection) throws -> Timestamp? {
    let row = try connection.first(
      "SELECT MIN(run_at) AS due FROM jobs WHERE state = 'queued' AND \(share.condition(first: 1))", share.arguments)
    return row?.integer("due").map { Timestamp(milliseconds: $0) }
  }

  /// - Returns: false where the job is not this worker's any more.
  static func close(_ job: Job, in connection: any SQLConnection) throws -> Bool {
    try connection.execute(
      "DELETE FROM jobs WHERE id = $1 AND attempt = $2", [.integer(job.id), .integer(Int64(job.attempt))]) == 1
  }

  /// Gives a job back until `due`. - Parameter counts: whether the try is one of those that it has.
  static func retry(_ job: Job, at due: Timestamp, counts: Bool = true, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      UPDATE jobs SET state = 'queued', run_at = $3, attempt = $4
      WHERE id = $1 AND attempt = $2 AND state = 'running'
      """,
      [
        .integer(job.id), .integer(Int64(job.attempt)), .integer(due.milliseconds),
        .integer(Int64(counts ? job.attempt : job.attempt - 1)),
      ])
  }

  /// Gives a job back that was not tried to its end.
  static func release(_ ids: [Int64], in connection: any SQLConnection) throws {
    for id in ids {
      try connection.execute(
        "UPDATE jobs SET state = 'queued', attempt = attempt - 1 WHERE id = $1 AND state = 'running'", [.integer(id)])
    }
  }

  /// Gives back what a process that is gone had taken. Its tries count: a job that kills the process must end.
  static func releaseAbandoned(_ share: JobFilter, in connection: any SQLConnection) throws {
    try connection.execute(
      "UPDATE jobs SET state = 'queued' WHERE state = 'running' AND \(share.condition(first: 1))", share.arguments)
  }
}
