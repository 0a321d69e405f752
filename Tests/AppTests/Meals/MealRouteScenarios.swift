import JSONCodec
import Testing

/// The routes of `MealRoutes`: docs/api/rest-meal-logs.md.
@Suite(.sharedHearth) struct MealRouteScenarios {
  private static let logs = "/api/v1/meal-logs"
  private static let meal: JSONValue = ["raw_input": "120g chicken breast", "meal_type": "lunch"]
  private static let soup: JSONValue = [
    "food_name": "Soup", "quantity": 2, "unit": "cups", "calories": 100, "protein_g": 5, "carbs_g": 6, "fat_g": 7,
  ]
  private static let manual: JSONValue = [
    "meal_type": "dinner", "logged_at": "2026-01-15T12:30:00Z", "items": [soup, soup],
  ]

  @Test(arguments: creation + manualCreation + list + summary) func collection(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  @Test(arguments: reading + editing + deletion + retry) func item(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  // MARK: - Preparations and side effects

  private static let aManualLog: Scenario.Step = {
    $0["id"] = try $0.expect(.post(logs + "/batch", manual), 201)["id"]?.stringValue
  }

  private static let aCompletedLog: Scenario.Step = {
    $0["id"] = try $0.expect(.post(logs + "/natural", meal), 201)["id"]?.stringValue
    try $0.waitUntil(.get(logs + "/{id}"), contains: ["data": ["status": "completed"]])
  }

  private static let aFailedLog: Scenario.Step = {
    let words: JSONValue = ["raw_input": "qwxzv plugh", "meal_type": "snack"]
    $0["id"] = try $0.expect(.post(logs + "/natural", words), 201)["id"]?.stringValue
    try $0.waitUntil(.get(logs + "/{id}"), contains: ["data": ["status": "failed"]])
  }

  /// The owner has `count` logs.
  private static func has(_ count: Int64) -> Scenario.Step {
    { try $0.expect(.get(logs), 200, contains: ["data": ["total_count": .integer(count)]]) }
  }

  private static func refusal(_ code: JSONValue) -> JSONValue {
    ["success": false, "data": nil, "error": ["code": code]]
  }

  // MARK: - Rows

  private static let creation = [
    Scenario(
      "a meal in words is stored and waits for the parser", .post(logs + "/natural", meal), 201,
      contains: [
        "success": true, "status": "processing", "items": [], "raw_input": "120g chicken breast",
        "estimated_completion_seconds": 1, "data": ["status": "processing", "meal_type": "lunch"],
      ],
      then: has(1)),
    Scenario(
      "a request repeated with its idempotency key creates no second log",
      given: {
        let first = ScenarioRequest.post(logs + "/natural", meal, fields: [("Idempotency-Key", "k")])
        $0["id"] = try $0.expect(first, 201)["id"]?.stringValue
      },
      .post(logs + "/natural", meal, fields: [("Idempotency-Key", "k")]), 201, contains: ["id": "{id}"], then: has(1)),
    Scenario(
      "an idempotency key is refused with another body",
      given: { try $0.expect(.post(logs + "/natural", meal, fields: [("Idempotency-Key", "k")]), 201) },
      .post(logs + "/natural", ["raw_input": "1 egg", "meal_type": "lunch"], fields: [("Idempotency-Key", "k")]), 409,
      contains: refusal("IDEMPOTENCY_KEY_REUSED"), then: has(1)),
    Scenario(
      "words are required", .post(logs + "/natural", ["meal_type": "lunch"]), 400,
      contains: refusal("VALIDATION_ERROR").merging([
        "error": ["details": ["raw_input": "text of 1 to 1000 characters"]]
      ]),
      then: has(0)),
    Scenario(
      "a meal type is one of four", .post(logs + "/natural", ["raw_input": "egg", "meal_type": "brunch"]), 400,
      contains: refusal("VALIDATION_ERROR"), then: has(0)),
    Scenario(
      "a body is a JSON object", .post(logs + "/natural", text: "{"), 400, contains: refusal("INVALID_JSON"),
      then: has(0)),
    Scenario(
      "creation needs a token", .post(logs + "/natural", meal, as: .none), 401, contains: refusal("UNAUTHORIZED"),
      fields: ["WWW-Authenticate": "Bearer"]),
  ]

  private static let manualCreation = [
    Scenario(
      "a manual log is complete at once", .post(logs + "/batch", manual), 201,
      contains: [
        "status": "manual", "raw_input": "", "logged_at": "2026-01-15T12:30:00Z", "total_calories": 200,
        "total_fat_g": 14, "processing_started_at": nil,
        "items": [["food_name": "Soup", "order_index": 0], ["quantity_text": "2 cups", "order_index": 1]],
      ],
      then: has(1)),
    Scenario(
      "a weight is kept",
      .post(
        logs + "/batch",
        ["meal_type": "lunch", "items": [soup.merging(["grams": 480]), soup.merging(["unit": "g", "grams": 2.5])]]),
      201,
      contains: ["items": [["grams": 480], ["grams": 2.5]]]),
    Scenario(
      "a weight follows from a unit of mass",
      .post(
        logs + "/batch",
        [
          "meal_type": "lunch",
          "items": .array(["g", "Grams", "kg", "oz", "lbs."].map { soup.merging(["unit": .string($0)]) }),
        ]
      ), 201,
      contains: ["items": [["grams": 2], ["grams": 2], ["grams": 2000], ["grams": 56.7], ["grams": 907.2]]]),
    Scenario(
      "a unit of volume has no weight",
      .post(logs + "/batch", ["meal_type": "lunch", "items": [soup.merging(["unit": "ml"])]]),
      201, contains: ["items": [["grams": nil]]]),
    Scenario(
      "a weight is a number",
      .post(logs + "/batch", ["meal_type": "lunch", "items": [soup.merging(["grams": "480"])]]), 400,
      contains: refusal("VALIDATION_ERROR"), then: has(0)),
    Scenario(
      "one invalid item refuses the whole log",
      .post(logs + "/batch", ["meal_type": "lunch", "items": [soup, soup.merging(["calories": -1])]]), 400,
      contains: refusal("VALIDATION_ERROR"), then: has(0)),
    Scenario(
      "a manual log has items", .post(logs + "/batch", ["meal_type": "lunch", "items": []]), 400,
      contains: refusal("VALIDATION_ERROR"), then: has(0)),
    Scenario(
      "a manual log repeated with its idempotency key is not stored again",
      given: {
        let first = ScenarioRequest.post(logs + "/batch", manual, fields: [("Idempotency-Key", "k")])
        $0["id"] = try $0.expect(first, 201)["id"]?.stringValue
      },
      .post(logs + "/batch", manual, fields: [("Idempotency-Key", "k")]), 201, contains: ["id": "{id}"], then: has(1)),
    Scenario(
      "an idempotency key belongs to one path",
      given: { try $0.expect(.post(logs + "/natural", meal, fields: [("Idempotency-Key", "k")]), 201) },
      .post(logs + "/batch", manual, fields: [("Idempotency-Key", "k")]), 409,
      contains: refusal("IDEMPOTENCY_KEY_REUSED"), then: has(1)),
    Scenario(
      "an idempotency key has at most 255 characters",
      .post(logs + "/batch", manual, fields: [("Idempotency-Key", String(repeating: "k", count: 256))]), 400,
      contains: refusal("VALIDATION_ERROR"), then: has(0)),
    Scenario("manual creation needs a token", .post(logs + "/batch", manual, as: .none), 401),
  ]

  private static let list =
    [
      Scenario(
        "a list has the logs of one account", given: aManualLog, .get(logs), 200,
        contains: ["data": ["meal_logs": [["id": "{id}"]], "total_count": 1, "has_more": false]]),
      Scenario(
        "a list hides the logs of another account", given: aManualLog, .get(logs, as: .stranger), 200,
        contains: ["data": ["meal_logs": [], "total_count": 0]], excludes: ["Soup"]),
      Scenario(
        "a date includes its whole day", given: aManualLog, .get(logs + "?from=2026-01-15&to=2026-01-15"), 200,
        contains: ["data": ["total_count": 1]]),
      Scenario(
        "a filter by status drops other logs", given: aManualLog, .get(logs + "?status=failed"), 200,
        contains: ["data": ["meal_logs": []]]),
      Scenario("a list needs a token", .get(logs, as: .none), 401),
    ]
    + [
      ("status=eaten", "status", "processing, completed, failed or manual"),
      ("meal_type=brunch", "meal_type", "breakfast, lunch, dinner or snack"),
      ("start_date=today", "start_date", time), ("from=yesterday", "from", time), ("to=x", "to", time),
      ("limit=101", "limit", "a number from 1 to 100"), ("limit=0", "limit", "a number from 1 to 100"),
      ("page_size=x", "page_size", "a number from 1 to 100"), ("page=0", "page", "a number from 1 to 1000000"),
      ("offset=-1", "offset", "a number from 0 to 100000000"),
    ].map { query, name, rule in
      Scenario(
        "the details of \(query) name the parameter", .get(logs + "?" + query), 400,
        contains: refusal("VALIDATION_ERROR").merging(["error": ["details": [name: .string(rule)]]]))
    }

  private static let time = "a date like 2026-01-15, or a time like 2026-01-15T12:30:00Z"

  private static let summary = [
    Scenario(
      "a summary adds up the logs of a day",
      given: {
        try aManualLog($0)
        try aManualLog($0)
      },
      .get(logs + "/summary?from=2026-01-15&to=2026-01-15"), 200,
      contains: ["data": ["days": [["date": "2026-01-15", "meal_count": 2, "total_calories": 400]]]]),
    Scenario(
      "a summary hides the logs of another account", given: aManualLog,
      .get(logs + "/summary?from=2026-01-15&to=2026-01-15", as: .stranger), 200, contains: ["data": ["days": []]]),
    Scenario(
      "a summary ends at most 366 days after its start", .get(logs + "/summary?from=2024-01-01&to=2025-01-01"), 200,
      contains: ["data": ["from": "2024-01-01T00:00:00Z", "to": "2025-01-02T00:00:00Z"]]),
    Scenario(
      "a summary between two times is as long",
      .get(logs + "/summary?from=2024-01-01T12:00:00Z&to=2025-01-01T12:00:00Z"), 200, contains: ["data": ["days": []]]),
    Scenario(
      "a summary of 367 days is refused", .get(logs + "/summary?from=2024-01-01&to=2025-01-02"), 400,
      contains: refusal("VALIDATION_ERROR").merging(["error": ["details": ["to": "at most 366 days after from"]]])),
    Scenario(
      "a summary begins before its end", .get(logs + "/summary?from=2024-01-02&to=2024-01-01"), 400,
      contains: refusal("VALIDATION_ERROR")),
    Scenario(
      "a summary has the days of a time zone", given: aManualLog,
      .get(logs + "/summary?from=2026-01-15&to=2026-01-15&timezone=-12:30"), 200,
      contains: ["data": ["from": "2026-01-15T12:30:00Z", "timezone": "-12:30", "days": [["date": "2026-01-15"]]]]),
    Scenario(
      "a time zone has a name or an offset", .get(logs + "/summary?timezone=Mars/Olympus"), 400,
      contains: refusal("VALIDATION_ERROR")),
    Scenario("a summary needs a token", .get(logs + "/summary", as: .none), 401),
  ]

  private static let reading = [
    Scenario(
      "a log is read with its items", given: aManualLog, .get(logs + "/{id}"), 200,
      contains: ["id": "{id}", "data": ["meal_log_id": "{id}", "total_calories": 200]]),
    Scenario(
      "a completed log has the foods of its words", given: aCompletedLog, .get(logs + "/{id}"), 200,
      contains: ["status": "completed", "items": [["food_name": "Chicken Breast", "grams": 120]]]),
    Scenario(
      "a log of another account does not exist", given: aManualLog, .get(logs + "/{id}", as: .stranger), 404,
      contains: refusal("NOT_FOUND"), excludes: ["Soup"]),
    Scenario("an unknown log does not exist", .get(logs + "/x"), 404, contains: refusal("NOT_FOUND")),
    Scenario("reading needs a token", given: aManualLog, .get(logs + "/{id}", as: .none), 401, excludes: ["Soup"]),
  ]

  private static let editing = [
    Scenario(
      "an edit replaces the items", given: aManualLog, .put(logs + "/{id}", ["items": [soup]]), 200,
      contains: ["id": "{id}", "total_calories": 100],
      then: { try $0.expect(.get(logs + "/{id}"), 200, contains: ["total_calories": 100]) }),
    Scenario(
      "an invalid edit changes nothing", given: aManualLog, .put(logs + "/{id}", ["items": [["food_name": "x"]]]), 400,
      then: { try $0.expect(.get(logs + "/{id}"), 200, contains: ["total_calories": 200]) }),
    Scenario(
      "a failed log is not edited", given: aFailedLog, .put(logs + "/{id}", ["items": [soup]]), 409,
      contains: refusal("NOT_EDITABLE")),
    Scenario(
      "a log of another account is not edited", given: aManualLog,
      .put(logs + "/{id}", ["items": [soup]], as: .stranger), 404,
      then: { try $0.expect(.get(logs + "/{id}"), 200, contains: ["total_calories": 200]) }),
    Scenario("an edit needs a token", .put(logs + "/x", ["items": [soup]], as: .none), 401),
  ]

  private static let deletion = [
    Scenario(
      "a deleted log does not exist", given: aManualLog, .delete(logs + "/{id}"), 204,
      then: {
        try $0.expect(.get(logs + "/{id}"), 404)
        try $0.expect(.delete(logs + "/{id}"), 404)
        try has(0)($0)
      }),
    Scenario(
      "a log of another account is not deleted", given: aManualLog, .delete(logs + "/{id}", as: .stranger), 404,
      then: has(1)),
    Scenario("deletion needs a token", given: aManualLog, .delete(logs + "/{id}", as: .none), 401, then: has(1)),
  ]

  private static let retry = [
    Scenario(
      "a failed log is parsed again", given: aFailedLog, .post(logs + "/{id}/retry"), 200,
      contains: ["id": "{id}", "status": "processing", "error_code": nil]),
    Scenario(
      "a manual log is not parsed", given: aManualLog, .post(logs + "/{id}/retry"), 409,
      contains: refusal("NOT_FAILED")),
    Scenario(
      "a log of another account is not parsed", given: aFailedLog, .post(logs + "/{id}/retry", as: .stranger), 404),
    Scenario("a retry needs a token", .post(logs + "/x/retry", as: .none), 401),
  ]
}
