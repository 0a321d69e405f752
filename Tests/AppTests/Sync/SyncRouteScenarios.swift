import JSONCodec
import Testing

/// The routes of `SyncRoutes`: docs/api/rest-sync.md.
@Suite(.sharedHearth(["HEARTH_SYNC_MAX_BATCH_ITEMS": "3"])) struct SyncRouteScenarios {
  private static let changes = "/api/v1/sync/changes"
  private static let batch = "/api/v1/sync/batch"

  @Test(arguments: pulls) func pull(_ scenario: Scenario) async throws { try await scenario.run() }

  @Test(arguments: uploads + refusals) func upload(_ scenario: Scenario) async throws { try await scenario.run() }

  // MARK: - Preparations and side effects

  private static func sessions(_ ids: String...) -> JSONValue {
    ["session_data": .array(ids.map { ["session_id": .string($0), "status": "done"] })]
  }

  private static let twoSessions: Scenario.Step = {
    try $0.expect(.post(batch, ["data": sessions("a", "b"), "idempotency_key": "k"]), 200)
  }

  /// The account has `count` changes.
  private static func has(_ count: Int64) -> Scenario.Step {
    { try $0.expect(.get(changes), 200, contains: ["count": .integer(count), "has_more": false]) }
  }

  private static func refusal(_ code: JSONValue) -> JSONValue {
    ["success": false, "data": nil, "error": ["code": code]]
  }

  // MARK: - Rows

  private static let pulls = [
    Scenario(
      "a page has the changes and a token", given: twoSessions, .get(changes + "?limit=1&types=session"), 200,
      contains: [
        "changes": [
          [
            "data_type": "session", "item_id": "a", "change_id": 1, "deleted": false,
            "data": ["session_id": "a", "status": "done"],
          ]
        ], "count": 1, "has_more": true, "next_sync_token": "1.s", "data": ["count": 1],
      ]),
    Scenario(
      "a pull continues after a token", given: twoSessions, .get(changes + "?since=1"), 200,
      contains: ["changes": [["item_id": "b"]], "next_sync_token": "2"]),
    Scenario(
      "a deleted item has no content",
      given: {
        try twoSessions($0)
        let deletion: JSONValue = ["data": ["deleted": [["data_type": "session", "item_id": "a"]]]]
        try $0.expect(.post(batch, deletion), 200)
      },
      .get(changes + "?since=2"), 200, contains: ["changes": [["item_id": "a", "deleted": true, "data": nil]]]),
    Scenario(
      "a token of another database starts again", given: twoSessions, .get(changes + "?since=99"), 200,
      contains: ["full_resync": true, "count": 2]),
    Scenario(
      "a pull hides the items of another account", given: twoSessions, .get(changes, as: .stranger), 200,
      contains: ["changes": [], "count": 0]),
    Scenario(
      "a token is one of the server", .get(changes + "?since=yesterday"), 400, contains: refusal("VALIDATION_ERROR")),
    Scenario(
      "a page has at most 1000 changes", .get(changes + "?limit=1001"), 400, contains: refusal("VALIDATION_ERROR")),
    Scenario("a kind of items is known", .get(changes + "?types=weather"), 400, contains: refusal("VALIDATION_ERROR")),
    Scenario("a pull needs a token", .get(changes, as: .none), 401, contains: refusal("UNAUTHORIZED")),
  ]

  private static let uploads = [
    Scenario(
      "a batch is stored", .post(batch, ["data": sessions("a", "b"), "device_id": "phone"]), 200,
      contains: [
        "progress": ["synced_items": 2, "failed_items": 0, "total_items": 2],
        "batch_results": ["session": ["items": [["item_id": "a", "status": "created"], ["change_id": 2]]]],
      ], then: has(2)),
    Scenario(
      "an invalid item fails alone",
      .post(batch, ["data": ["metrics": [["metric_id": "m"]], "sessions": [["session_id": "a"]]]]), 200,
      contains: [
        "progress": ["synced_items": 1, "failed_items": 1],
        "batch_results": ["metrics": ["errors": [["code": "VALIDATION_ERROR", "retryable": false]]]],
      ], then: has(1)),
    Scenario(
      "a repeated batch gets the first response", given: twoSessions,
      .post(batch, ["data": sessions("a", "b")], fields: [("Idempotency-Key", "k")]), 200,
      contains: ["progress": ["synced_items": 2]], then: has(2)),
    Scenario(
      "the items of another account are others", given: twoSessions,
      .post(batch, ["data": sessions("a")], as: .stranger),
      200, contains: ["batch_results": ["session": ["items": [["status": "created"]]]]], then: has(2)),
  ]

  private static let refusals = [
    Scenario(
      "a key belongs to one batch", given: twoSessions,
      .post(batch, ["data": sessions("c"), "idempotency_key": "k"]), 409, contains: refusal("IDEMPOTENCY_KEY_REUSED"),
      then: has(2)),
    Scenario("a batch has data", .post(batch, [:]), 400, contains: refusal("NO_DATA"), then: has(0)),
    Scenario(
      "a batch has a known array", .post(batch, ["data": ["weather": []]]), 400, contains: refusal("INVALID_DATA")),
    Scenario(
      "a batch has a limited number of items", .post(batch, ["data": sessions("a", "b", "c", "d")]), 400,
      contains: refusal("INVALID_DATA"), then: has(0)),
    Scenario(
      "a device has a short name", .post(batch, ["data": sessions("a"), "device_id": "my phone"]), 400,
      contains: refusal("VALIDATION_ERROR"), then: has(0)),
    Scenario("a body is a JSON object", .post(batch, text: "{"), 400, contains: refusal("INVALID_JSON")),
    Scenario(
      "an upload needs a token", .post(batch, ["data": sessions("a")], as: .none), 401,
      contains: refusal("UNAUTHORIZED")),
  ]
}
