package import Bytes
package import JSONCodec
import Runtime
package import Storage

/// The durable queue: jobs are rows, put there by the transaction that makes them necessary.
package final class JobQueue: Sendable {
  private let environment: Environment
  private let sleeper = Locked<Sleeper>(Sleeper())

  /// Who waits for new work.
  private struct Sleeper: Sendable {
    var isAwake = false
    var continuation: CheckedContinuation<Void, Never>?
  }

  package init(environment: Environment) { self.environment = environment }

  /// Adds a job in the caller's transaction; call `wake()` once that is committed.
  ///
  /// It is due at once, whatever the wall clock says before it is taken.
  package func enqueue(
    kind: String, payload: JSONValue, userID: String?, in connection: any SQLConnection
  ) throws {
    let now = environment.now().milliseconds
    try connection.execute(
      "INSERT INTO jobs (kind, user_id, payload, run_at, enqueued_at) VALUES ($1, $2, $3, 0, $4)",
      [.text(kind), .optional(userID), .text(payload.text), .integer(now)])
  }

  /// How many jobs of one kind a user has waiting or running.
  package func pending(kind: String, userID: String, in connection: any SQLConnection) throws -> Int {
    let row = try connection.first(
      "SELECT COUNT(*) AS n FROM jobs WHERE user_id = $1 AND kind = $2", [.text(userID), .text(kind)])
    return Int(row?.integer("n") ?? 0)
  }

  /// Depth and age of the whole queue.
  package func statistics(in connection: any SQLConnection) throws -> (depth: Int, oldest: Timestamp?) {
    let row = try connection.first("SELECT COUNT(*) AS n, MIN(enqueued_at) AS oldest FROM jobs", [])
    return (Int(row?.integer("n") ?? 0), row?.integer("oldest").map { Timestamp(milliseconds: $0) })
  }

  /// Tells the workers that there may be work. Any thread.
  package func wake() {
    let waiter = sleeper.withLock { sleeper in
      let waiter = sleeper.continuation
      sleeper.continuation = nil
      sleeper.isAwake = waiter == nil
      return waiter
    }
    waiter?.resume()
  }

  /// Waits for `wake()`; one that came since the last wait counts.
  func sleep() async {
    await withCheckedContinuation { continuation in
      let goesOn = sleeper.withLock { sleeper in
        if sleeper.isAwake {
          sleeper.isAwake = false
          return true
        }
        sleeper.continuation = continuation
        return false
      }
      if goesOn { continuation.resume() }
    }
  }
}
