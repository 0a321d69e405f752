import API
import Audit
import Bytes
import HTTPServer
import JSONCodec
import Jobs
import Modules
import Storage

/// `/api/v1/admin/jobs`.
struct JobRoutes: Sendable {
  /// The handlers and queues of all modules.
  let groups: [JobGroup]
  let database: any Database
  let environment: Environment

  var routes: [Route] {
    [
      Route(JobOperations.list) { request in
        let page = try Page(request, defaultLimit: 50)
        let state = try request.queryChoice("state", of: JobState.self)
        let (rows, counts) = try await database.read { connection in
          (
            try JobRecord.page(state, limit: page.limit, offset: page.offset, in: connection),
            try JobRecord.counts(in: connection)
          )
        }
        let total = state.map { counts[$0] ?? 0 } ?? counts.values.reduce(0, +)
        let members = Dictionary(
          uniqueKeysWithValues: JobState.allCases.map { ($0.rawValue, JSONValue.integer(counts[$0] ?? 0)) })
        return .success(
          page.list("items", rows.map(Self.json), total: Int(total)).merging(["counts": .object(members)]))
      },
      Route(JobOperations.retry) { try await retry($0) },
    ]
  }

  private func retry(_ request: Request) async throws -> Response {
    let actor = try AuditActor(request)
    guard let id = Int64(request.parameter("id")) else { throw Self.unknown }
    let now = environment.now()
    let handlers = groups.flatMap(\.handlers)
    // The user of a job, which is the scope of its effect, never changes.
    let user = try await database.read { try Self.failed(id, in: $0).scope }
    let (job, record) = try await database.write(in: user.and(actor.scope)) { connection in
      let failed = try Self.failed(id, in: connection)
      let handler = handlers.first { $0.kind == failed.kind }
      guard try handler?.reopen(failed, in: connection) ?? true else { throw Self.notFailed }
      try FailedJobs.requeue(failed, in: connection)
      try AuditLog.append(
        .retryJob, by: actor, targetID: failed.userID, target: "\(id)", details: ["kind": failed.kind], at: now,
        in: connection)
      guard let record = try JobRecord.find(id, in: connection) else { throw Self.unknown }
      return (failed, record)
    }
    handlers.first { $0.kind == job.kind }?.committed(job)
    // A group without a handler of this kind may run it, so that all wake up.
    for group in groups { group.queue.wake() }
    return .success(Self.json(record))
  }

  /// The job with an id. - Throws: `Problem` 404; 409 if it did not fail.
  private static func failed(_ id: Int64, in connection: any SQLConnection) throws -> Job {
    guard let failed = try FailedJobs.find(id, in: connection) else {
      throw try JobRecord.find(id, in: connection) == nil ? unknown : notFailed
    }
    return failed
  }

  private static func json(_ job: JobRecord) -> JSONValue {
    [
      "id": .integer(job.id), "kind": .string(job.kind), "state": .string(job.state.rawValue),
      "attempts": .integer(job.attempts), "user_id": .optional(job.userID), "error": .optional(job.error),
      "created_at": .string(job.enqueuedAt.rfc3339), "run_at": .optional(job.runAt?.rfc3339),
    ]
  }

  private static let unknown = Problem.notFound("There is no job with this number.")
  private static let notFailed = Problem.conflict(
    code: "NOT_FAILED", "Only a job that failed permanently and whose work is still to be done can be retried.")
}
