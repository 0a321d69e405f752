package import Bytes
package import JSONCodec
import Runtime
package import Storage

/// The durable job queue. Jobs are rows, inserted in the transaction that requires them.
package final class JobQueue: Sendable {
  /// The queue itself, which an export leaves out, and the jobs that failed permanently.
  package static let tables = [
    UserTable("jobs", export: .nothing, deletion: .inSteps(key: "id"), usage: .free),
    UserTable("failed_jobs", export: .nothing, usage: .free),
  ]

  /// Jobs without their account.
  package static let check = ContentCheck(
    counts: ["jobs": "jobs", "failed jobs": "failed_jobs"],
    rules: [
      ContentCheck.Rule(
        "job %@ belongs to an account that does not exist",
        """
        SELECT CAST(id AS TEXT) AS id FROM jobs
        WHERE user_id IS NOT NULL AND user_id NOT IN (SELECT id FROM users)
        """)
    ])

  private let environment: Environment
  private let waiter = Locked<Waiter>(Waiter())

  /// The worker pool that waits for new jobs.
  private struct Waiter: Sendable {
    /// Whether `wake` was called since the last wait.
    var isWoken = false
    var continuation: CheckedContinuation<Void, Never>?
  }

  /// - Parameter environment: the clock of `enqueued_at`.
  package init(environment: Environment) { self.environment = environment }

  /// Adds a job in the caller's transaction; call `wake()` once that is committed.
  ///
  /// It is due immediately, independent of later changes of the wall clock.
  package func enqueue(
    kind: String, payload: JSONValue, userID: String?, in connection: any SQLConnection
  ) throws {
    let now = environment.now().milliseconds
    try connection.executeLater(
      "INSERT INTO jobs (kind, user_id, payload, run_at, enqueued_at) VALUES ($1, $2, $3, 0, $4)",
      [.text(kind), .optional(userID), .text(payload.text), .integer(now)])
  }

  /// Returns the number of a user's jobs of one kind, queued or running.
  package func pending(kind: String, userID: String, in connection: any SQLConnection) throws -> Int {
    let row = try connection.first(
      "SELECT COUNT(*) AS n FROM jobs WHERE user_id = $1 AND kind = $2", [.text(userID), .text(kind)])
    return Int(row?.integer("n") ?? 0)
  }

  /// Returns the number of jobs, and the time at which the oldest was added.
  package func statistics(in connection: any SQLConnection) throws -> (depth: Int, oldest: Timestamp?) {
    let row = try connection.first("SELECT COUNT(*) AS n, MIN(enqueued_at) AS oldest FROM jobs", [])
    return (Int(row?.integer("n") ?? 0), row?.integer("oldest").map { Timestamp(milliseconds: $0) })
  }

  /// Wakes the workers because there may be new jobs. Any thread.
  package func wake() {
    let continuation = waiter.withLock { waiter in
      let continuation = waiter.continuation
      waiter.continuation = nil
      waiter.isWoken = continuation == nil
      return continuation
    }
    continuation?.resume()
  }

  /// Waits for `wake()`. A call since the last wait counts.
  func sleep() async {
    await withCheckedContinuation { continuation in
      let isWoken = waiter.withLock { waiter in
        if waiter.isWoken {
          waiter.isWoken = false
          return true
        }
        waiter.continuation = continuation
        return false
      }
      if isWoken { continuation.resume() }
    }
  }
}
