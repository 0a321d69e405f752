import Bytes
import Storage

/// The operations of workers on the table `jobs`.
enum JobRepository {
  /// Claims up to `limit` due jobs. Call it in the scope `jobs`: another claim at the same time would return the same ones.
  ///
  /// - Parameters:
  ///   - node: the incarnation of the claiming node; 0 for a server that is its only node. A node that lost its place claims
  ///     nothing.
  ///   - maxDelay: the longest delay between two attempts. A job that is due even later got its time before the wall clock was
  ///     set back, and is claimed now.
  static func claim(
    _ filter: JobFilter, node: Int64, limit: Int, now: Timestamp, maxDelay: Duration,
    in connection: any SQLConnection
  ) throws -> [Job] {
    let rows = try connection.query(
      """
      UPDATE jobs SET state = 'running', attempt = attempt + 1, started_at = $1, node = $4
      WHERE id IN (
        SELECT id FROM jobs WHERE state = 'queued' AND (run_at <= $1 OR run_at > $3) AND \(filter.condition(first: 5))
        ORDER BY id LIMIT $2)
      AND ($4 = 0 OR EXISTS (SELECT 1 FROM nodes WHERE nodes.id = $4))
      RETURNING id, kind, payload, user_id, attempt, enqueued_at
      """,
      [
        .integer(now.milliseconds), .integer(Int64(limit)), .integer(now.advanced(by: maxDelay).milliseconds),
        .integer(node),
      ] + filter.arguments)
    return rows.compactMap { Job($0, node: node, startedAt: now) }.sorted { $0.id < $1.id }
  }

  /// Returns the due time of the next queued job; nil if there is none.
  static func nextDue(_ filter: JobFilter, in connection: any SQLConnection) throws -> Timestamp? {
    let row = try connection.first(
      "SELECT MIN(run_at) AS due FROM jobs WHERE state = 'queued' AND \(filter.condition(first: 1))", filter.arguments)
    return row?.integer("due").map { Timestamp(milliseconds: $0) }
  }

  /// Deletes a finished job. - Returns: false if it is not this attempt's any more: another node took it over, or it was
  /// claimed again.
  static func close(_ job: Job, in connection: any SQLConnection) throws -> Bool {
    try connection.execute(
      "DELETE FROM jobs WHERE id = $1 AND attempt = $2 AND node = $3",
      [.integer(job.id), .integer(Int64(job.attempt)), .integer(job.node)]) == 1
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
      UPDATE jobs SET state = 'queued', node = NULL, run_at = $3, attempt = $4, error = $5
      WHERE id = $1 AND attempt = $2 AND state = 'running' AND node = $6
      """,
      [
        .integer(job.id), .integer(Int64(job.attempt)), .integer(due.milliseconds),
        .integer(Int64(counts ? job.attempt : job.attempt - 1)), .text(reason), .integer(job.node),
      ])
  }

  /// Requeues jobs whose attempts were not finished. The attempts do not count.
  static func release(_ jobs: [Job], in connection: any SQLConnection) throws {
    for job in jobs {
      try connection.execute(
        """
        UPDATE jobs SET state = 'queued', node = NULL, attempt = attempt - 1
        WHERE id = $1 AND attempt = $2 AND state = 'running' AND node = $3
        """, [.integer(job.id), .integer(Int64(job.attempt)), .integer(job.node)])
    }
  }

  /// Requeues the jobs that `node` has claimed and does not know of. The attempts, which did not begin, do not count.
  ///
  /// They are those of a claim whose COMMIT was not answered: the claim was reported as failed, and may have happened.
  /// - Parameter known: the ids of the jobs that the claiming pool has.
  static func releaseUnknown(
    _ filter: JobFilter, node: Int64, except known: Set<Int64>, in connection: any SQLConnection
  ) throws {
    let rows = try connection.query(
      """
      SELECT id, kind, payload, user_id, attempt, enqueued_at FROM jobs
      WHERE state = 'running' AND node = $1 AND \(filter.condition(first: 2))
      """, [.integer(node)] + filter.arguments)
    let claimed = rows.compactMap { Job($0, node: node, startedAt: Timestamp(milliseconds: 0)) }
    try release(claimed.filter { !known.contains($0.id) }, in: connection)
  }

  /// Requeues the jobs that no present node has claimed. The attempts count, so that a job that crashes the process fails
  /// permanently.
  ///
  /// A server that is its only node calls it before it claims a job, and has no row in `nodes`.
  static func releaseAbandoned(_ filter: JobFilter, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      UPDATE jobs SET state = 'queued', node = NULL
      WHERE state = 'running' AND (node IS NULL OR node NOT IN (SELECT id FROM nodes)) AND \(filter.condition(first: 1))
      """, filter.arguments)
  }
}
