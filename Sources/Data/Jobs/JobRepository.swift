import Bytes
import Storage

/// The operations of workers on the table `jobs`.
enum JobRepository {
  /// Claims up to `limit` due jobs. Call it in the scope `jobs`: another claim at the same time would return the same ones.
  ///
  /// - Parameter maxDelay: the longest delay between two attempts. A job that is due even later got its time before the wall clock
  ///   was set back, and is claimed now.
  static func claim(
    _ filter: JobFilter, limit: Int, now: Timestamp, maxDelay: Duration, in connection: any SQLConnection
  ) throws -> [Job] {
    let rows = try connection.query(
      """
      UPDATE jobs SET state = 'running', attempt = attempt + 1, started_at = $1
      WHERE id IN (
        SELECT id FROM jobs WHERE state = 'queued' AND (run_at <= $1 OR run_at > $3) AND \(filter.condition(first: 4))
        ORDER BY id LIMIT $2)
      RETURNING id, kind, payload, user_id, attempt, enqueued_at
      """,
      [.integer(now.milliseconds), .integer(Int64(limit)), .integer(now.advanced(by: maxDelay).milliseconds)]
        + filter.arguments)
    return rows.compactMap { Job($0, startedAt: now) }.sorted { $0.id < $1.id }
  }

  /// Returns the due time of the next queued job; nil if there is none.
  static func nextDue(_ filter: JobFilter, in connection: any SQLConnection) throws -> Timestamp? {
    let row = try connection.first(
      "SELECT MIN(run_at) AS due FROM jobs WHERE state = 'queued' AND \(filter.condition(first: 1))", filter.arguments)
    return row?.integer("due").map { Timestamp(milliseconds: $0) }
  }

  /// Deletes a finished job. - Returns: false if another attempt has claimed it.
  static func close(_ job: Job, in connection: any SQLConnection) throws -> Bool {
    try connection.execute(
      "DELETE FROM jobs WHERE id = $1 AND attempt = $2", [.integer(job.id), .integer(Int64(job.attempt))]) == 1
  }

  /// Requeues a job until `due`.
  /// - Parameters:
  ///   - reason: the error of the attempt, without a text of the user.
  ///   - counts: whether the attempt counts towards the maximum.
  static func retry(
    _ job: Job, at due: Timestamp, reason: String, counts: Bool = true, in connection: any SQLConnection
  ) throws {
    try connection.execute(
      """
      UPDATE jobs SET state = 'queued', run_at = $3, attempt = $4, error = $5
      WHERE id = $1 AND attempt = $2 AND state = 'running'
      """,
      [
        .integer(job.id), .integer(Int64(job.attempt)), .integer(due.milliseconds),
        .integer(Int64(counts ? job.attempt : job.attempt - 1)), .text(reason),
      ])
  }

  /// Requeues jobs whose attempts were not finished. The attempts do not count.
  static func release(_ ids: [Int64], in connection: any SQLConnection) throws {
    for id in ids {
      try connection.execute(
        "UPDATE jobs SET state = 'queued', attempt = attempt - 1 WHERE id = $1 AND state = 'running'", [.integer(id)])
    }
  }

  /// Requeues the jobs claimed by an ended process. The attempts count, so that a job that crashes the process fails permanently.
  static func releaseAbandoned(_ filter: JobFilter, in connection: any SQLConnection) throws {
    try connection.execute(
      "UPDATE jobs SET state = 'queued' WHERE state = 'running' AND \(filter.condition(first: 1))", filter.arguments)
  }
}
