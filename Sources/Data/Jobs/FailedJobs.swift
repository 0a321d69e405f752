package import Bytes
package import Storage

/// The jobs that failed permanently, in `failed_jobs`. They keep their ids.
package enum FailedJobs {
  /// The maximum number of kept jobs.
  package static let maxRows = 1000
  /// The time for which a job is kept.
  package static let retention: Duration = .seconds(30 * 86400)

  /// Keeps a job that failed permanently. Call it before the job is deleted. A job of a deleted account is not kept.
  static func keep(_ job: Job, reason: String, now: Timestamp, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      INSERT INTO failed_jobs (id, kind, user_id, payload, attempt, error, enqueued_at, failed_at)
      SELECT id, kind, user_id, payload, attempt, $3, enqueued_at, CAST($4 AS BIGINT) FROM jobs
      WHERE id = $1 AND attempt = $2 AND (user_id IS NULL OR EXISTS (SELECT 1 FROM users WHERE users.id = jobs.user_id))
      """,
      [.integer(job.id), .integer(Int64(job.attempt)), .text(reason), .integer(now.milliseconds)])
  }

  /// The job with an id; nil if there is none that failed permanently.
  package static func find(_ id: Int64, in connection: any SQLConnection) throws -> Job? {
    let row = try connection.first("SELECT * FROM failed_jobs WHERE id = $1", [.integer(id)])
    return row.flatMap { Job($0, node: 0, startedAt: Timestamp(milliseconds: $0.integer("failed_at") ?? 0)) }
  }

  /// Queues a job again with its id and all attempts. It is due immediately; wake the queue after the commit.
  package static func requeue(_ job: Job, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      INSERT INTO jobs (id, kind, user_id, payload, run_at, enqueued_at, error)
      SELECT id, kind, user_id, payload, 0, enqueued_at, error FROM failed_jobs WHERE id = $1
      """, [.integer(job.id)])
    try connection.execute("DELETE FROM failed_jobs WHERE id = $1", [.integer(job.id)])
  }

  /// Deletes up to `step` jobs that failed too long ago, or are older than the newest `maxRows`.
  /// - Returns: whether there may be more.
  package static func purge(now: Timestamp, step: Int = 1000, in connection: any SQLConnection) throws -> Bool {
    try connection.execute(
      """
      DELETE FROM failed_jobs WHERE id IN (SELECT id FROM failed_jobs WHERE failed_at < $1
        OR id NOT IN (SELECT id FROM failed_jobs ORDER BY failed_at DESC, id DESC LIMIT \(maxRows)) LIMIT \(step))
      """, [.integer(now.advanced(by: .zero - retention).milliseconds)]) == step
  }
}
