import API
import JSONCodec
import Jobs

/// The operations of `/api/v1/admin/jobs` (``JobRoutes``).
enum JobOperations {
  static let list = Operation(
    "adminListJobs", "GET", "/api/v1/admin/jobs", authentication: .admin, tag: AdministrationSchemas.tag,
    "List background jobs",
    description: "Newest first. Jobs that failed permanently are kept for 30 days, at most \(FailedJobs.maxRows).",
    parameters: ParameterDeclaration.page() + [
      .query(.string("state", oneOf: states, "Only jobs in this state."))
    ],
    responses: [
      AdministrationSchemas.page(
        "A page of jobs; 50 if no limit is given.", of: job, example: [jobExample],
        with: [
          .object(
            "counts", "The numbers of all jobs by state.",
            JobState.allCases.map { .count($0.rawValue, "Jobs in this state.") })
        ], ["counts": ["waiting": 0, "running": 0, "failed": 1]])
    ])

  static let retry = Operation(
    "adminRetryJob", "POST", "/api/v1/admin/jobs/{id}/retry", authentication: .admin,
    tag: AdministrationSchemas.tag, "Queue a failed job again", description: "It gets all attempts again.",
    parameters: [.path(.string("id", "The number of the job."))],
    responses: [.success("The job, which waits.", job, example: jobExample.merging(["state": "waiting"]))],
    errors: [
      .notFound("There is no job with this number."),
      .init(409, "NOT_FAILED", "The job did not fail permanently, or its work was done or given up otherwise."),
    ])

  private static let states = JobState.allCases.map(\.rawValue)

  private static let job = Schema.object(
    [
      .integer("id", "The number of the job."), .string("kind", "The name of its handler."),
      .string("state", oneOf: states, "The state."), .count("attempts", "Attempts that began."),
      .init("user_id", .uuid, "The UUID of the account; null for jobs of the server.").nullable,
      .string("error", "The reason of the last failed attempt; null if there is none.").nullable,
      .time("created_at", "The time at which the job was queued."),
      .time("run_at", "The earliest time of the next attempt; null if it is due or there is none.").nullable,
    ], named: "Job")

  private static let jobExample: JSONValue = [
    "id": 41, "kind": "meal.parse", "state": "failed", "attempts": 5,
    "user_id": "ee472072-a8f8-468a-84c7-c6e1506613fd", "error": "timedOut", "created_at": "2026-11-22T07:01:57Z",
    "run_at": nil,
  ]
}
