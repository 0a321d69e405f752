import JSONCodec
import Testing

/// The routes of `AdministrationModule` and `RoomAdministration`: docs/api/rest-administration.md.
@Suite(.sharedHearth) struct AdministrationScenarios {
  private static let admin = "/api/v1/admin/"

  @Test(arguments: lists + others + changes) func administration(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  private static let paths = ["connections", "jobs", "rooms", "errors", "metrics", "backups", "audit"]

  private static let lists = paths.flatMap { path in
    [
      Scenario(
        "administrators read \(path)", .get(admin + path, as: .admin), 200, contains: ["success": true],
        excludes: ["password_hash"]),
      Scenario(
        "only administrators read \(path)", .get(admin + path), 403, contains: ChatAuthScenarios.refusal("FORBIDDEN")),
      Scenario("\(path) need a token", .get(admin + path, as: .none), 401),
    ]
  }

  private static let others = [
    Scenario("a state of jobs has a known name", .get(admin + "jobs?state=done", as: .admin), 400),
    Scenario(
      "jobs have counts", .get(admin + "jobs?state=failed", as: .admin), 200,
      contains: ["data": ["items": [], "counts": ["failed": 0]]]),
    Scenario("samples are read since a time", .get(admin + "metrics?since=yesterday", as: .admin), 400),
    Scenario(
      "no sample is from the future", .get(admin + "metrics?since=2999-01-01T00:00:00Z", as: .admin), 200,
      contains: ["data": ["interval_s": 2, "samples": []]]),
    Scenario("an action of the audit log has a known name", .get(admin + "audit?action=x", as: .admin), 400),
    Scenario("a page has at most 100 rows", .get(admin + "audit?limit=101", as: .admin), 400),
    Scenario(
      "private rooms are listed",
      given: { try $0.expect(.post("/api/rooms", ["name": "Cellar {owner}", "private": true]), 200) },
      .get(admin + "rooms?limit=100", as: .admin), 200, contains: ["data": ["offset": 0]],
      then: {
        let rooms = try $0.expect(.get(admin + "rooms?limit=100", as: .admin), 200)["data"]?["items"]?.arrayValue ?? []
        let room = rooms.first { $0["name"]?.stringValue?.hasPrefix("Cellar") == true }
        #expect(room?["is_private"] == true && room?["members"] == 1 && room?["messages"] == 0)
        #expect(room?["last_message_at"] == .null)
      }),
  ]

  private static let changes = [
    Scenario("an unknown connection is not closed", .delete(admin + "connections/x", as: .admin), 404),
    Scenario(
      "only administrators close connections", .delete(admin + "connections/x"), 403,
      contains: ChatAuthScenarios.refusal("FORBIDDEN")),
    Scenario("an unknown job is not retried", .post(admin + "jobs/999999/retry", as: .admin), 404),
    Scenario("a job has a number", .post(admin + "jobs/x/retry", as: .admin), 404),
    Scenario(
      "only administrators retry jobs", .post(admin + "jobs/1/retry"), 403,
      contains: ChatAuthScenarios.refusal("FORBIDDEN")),
    Scenario(
      "a backup is listed", .post(admin + "backups", as: .admin), 201, contains: ["success": true],
      then: {
        let list = try $0.expect(.get(admin + "backups", as: .admin), 200)
        let file = list["data"]?["items"]?.arrayValue?.first
        #expect(file?["file"]?.stringValue?.hasPrefix("hearth-") == true)
        #expect(file?["bytes"]?.integerValue ?? 0 > 4096)
        let audit = try $0.expect(.get(admin + "audit?action=backup.create", as: .admin), 200)
        #expect(audit["data"]?["items"]?.arrayValue?.first?["target"] == file?["file"])
      }),
    Scenario(
      "only administrators write backups", .post(admin + "backups"), 403,
      contains: ChatAuthScenarios.refusal("FORBIDDEN")),
  ]
}
