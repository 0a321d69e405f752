import API
import Cluster
import HTTPServer
import JSONCodec
import Runtime
import Storage

/// `/health` and `/ready`: whether the process lives, and whether it takes work.
struct HealthRoutes: Sendable {
  /// False from the moment a stop begins.
  let isReady: Locked<Bool>
  let storage: StorageHealth
  let membership: any Membership

  var routes: [Route] {
    let ok = Response.json(["status": "ok"])
    return [
      .constant(ServerOperations.health, ok), .synchronous(ServerOperations.ready, handler: readiness()),
    ]
  }

  /// 200, or 503 with the reason why requests that write would fail.
  private func readiness() -> @Sendable (Request) throws -> Response {
    let ready = Response.json(["status": "ready"])
    let stopping = Response.json(["status": "stopping", "reason": "The server is stopping."], status: 503)
    let unavailable = Dictionary(
      uniqueKeysWithValues: StorageFailure.allCases.map { failure in
        let body: JSONValue = ["status": "unavailable", "reason": .string(failure.sentence)]
        return (failure, Response.json(body, status: 503))
      })
    let fenced = Response.json(
      ["status": "unavailable", "reason": "This node has lost its place among the others."], status: 503)
    return { [isReady, storage, membership] _ in
      guard isReady.withLock({ $0 }) else { return stopping }
      if membership.isFenced { return fenced }
      guard let outage = storage.outage else { return ready }
      return unavailable[outage.reason] ?? stopping
    }
  }
}

extension StorageFailure {
  /// The reason in words for people, without paths.
  var sentence: String {
    switch self {
    case .diskFull: "No space is left on the disk of the data folder."
    case .inputOutput: "The disk of the data folder fails to read or write, or PostgreSQL cannot be reached."
    case .readOnly: "The data folder cannot be written: it is read-only."
    case .corrupt: "The database is damaged. Restore a backup."
    case .busy: "Another process holds the lock of the database."
    }
  }
}
