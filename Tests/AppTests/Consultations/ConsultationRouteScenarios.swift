import JSONCodec
import Testing

/// The routes of `ConsultationRoutes`: docs/api/rest-consultations.md.
@Suite(.sharedHearth(["HEARTH_CONSULTATIONS_MAX_ACTIVE": "2", "HEARTH_CONSULTATIONS_MESSAGES_PER_MINUTE": "3"]))
struct ConsultationRouteScenarios {
  private static let base = "/api/v1/consultations"
  private static let id = base + "/{id}"

  @Test(arguments: creation + list + reading) func consultation(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  @Test(arguments: completion + deletion) func end(_ scenario: Scenario) async throws { try await scenario.run() }

  @Test(arguments: messages + sending) func message(_ scenario: Scenario) async throws { try await scenario.run() }

  // MARK: - Preparations and side effects

  private static let aConsultation: Scenario.Step = {
    $0["id"] = try $0.expect(.post(base, ["persona": "nutritionist"]), 201)["id"]?.stringValue
  }

  private static let aCompletedConsultation: Scenario.Step = {
    try aConsultation($0)
    try $0.expect(.post(id + "/complete"), 200)
  }

  /// The first list creates the consultation for meal events.
  private static let theMealConsultation: Scenario.Step = {
    let page = try $0.expect(.get(base), 200)
    $0["id"] = page["data"]?["consultations"]?.arrayValue?.first?["id"]?.stringValue
  }

  private static let aMessage: Scenario.Step = {
    try aConsultation($0)
    try $0.expect(.post(id + "/messages", ["content": "Hello", "message_id": "m-1"]), 201)
  }

  /// The consultation has `count` messages of the user.
  private static func has(_ count: Int) -> Scenario.Step {
    {
      let page = try $0.expect(.get(id + "/messages"), 200)
      let messages = page["data"]?["messages"]?.arrayValue ?? []
      #expect(messages.count { $0["role"] == "user" } == count, "\(page.text)")
    }
  }

  private static func refusal(_ code: JSONValue) -> JSONValue {
    ["success": false, "data": nil, "error": ["code": code]]
  }

  // MARK: - Rows

  private static let creation = [
    Scenario(
      "a consultation has a persona in both vocabularies", .post(base, ["consultationType": "workout"]), 201,
      contains: [
        "success": true, "persona": "fitness_coach", "consultation_type": "workout", "status": "active",
        "kind": "coach", "needs_survey": false, "initial_message": nil,
        "data": ["consultation": ["persona": "fitness_coach", "messageCount": 0]],
      ],
      then: { try $0.expect(.get(base + "?persona=fitness_coach"), 200, contains: ["data": ["total_count": 1]]) }),
    Scenario(
      "a quick action is the first message", .post(base, ["quick_action": "review_day"]), 201,
      contains: ["quick_action": "review_day", "initial_message": ["role": "user", "state": "waiting"]]),
    Scenario(
      "a persona has one of eight names", .post(base, ["persona": "wizard"]), 400,
      contains: refusal("VALIDATION_ERROR")),
    Scenario("a body is a JSON object", .post(base, text: "7"), 400, contains: refusal("INVALID_JSON")),
    Scenario(
      "a user has a limited number of active consultations",
      given: {
        try aConsultation($0)
        try aConsultation($0)
      },
      .post(base, [:]), 429, contains: refusal("CONSULTATION_LIMIT")),
    Scenario("creation needs a token", .post(base, [:], as: .none), 401, contains: refusal("UNAUTHORIZED")),
  ]

  private static let list = [
    Scenario(
      "a list has the consultations of one account and the one for meals", given: aConsultation, .get(base), 200,
      contains: ["data": ["total_count": 2, "has_more": false]]),
    Scenario(
      "a filter by status drops others", given: aConsultation, .get(base + "?status=completed"), 200,
      contains: ["data": ["consultations": [], "total": 0]]),
    Scenario(
      "a list hides the consultations of another account", given: aConsultation,
      .get(base + "?consultationType=general", as: .stranger), 200, contains: ["data": ["consultations": []]]),
    Scenario("a status has five names", .get(base + "?status=new"), 400, contains: refusal("VALIDATION_ERROR")),
    Scenario("a list needs a token", .get(base, as: .none), 401),
    Scenario(
      "suggestions need no token", .get(base + "/quick-actions", as: .none), 200, contains: ["success": true]),
  ]

  private static let reading = [
    Scenario(
      "a consultation is read", given: aConsultation, .get(id), 200,
      contains: ["id": "{id}", "consultation": ["id": "{id}"], "data": ["is_answering": false]]),
    Scenario(
      "a consultation of another account is refused", given: aConsultation, .get(id, as: .stranger), 403,
      contains: refusal("FORBIDDEN")),
    Scenario("an unknown consultation does not exist", .get(base + "/none"), 404, contains: refusal("NOT_FOUND")),
    Scenario("reading needs a token", given: aConsultation, .get(id, as: .none), 401),
  ]

  private static let completion = [
    Scenario(
      "a consultation is completed", given: aConsultation, .post(id + "/complete"), 200,
      contains: ["id": "{id}", "status": "completed"],
      then: { try $0.expect(.get(id), 200, contains: ["status": "completed"]) }),
    Scenario(
      "the consultation for meals is not completed", given: theMealConsultation, .post(id + "/complete"), 409,
      contains: refusal("NOT_COMPLETABLE")),
    Scenario(
      "a consultation of another account is not completed", given: aConsultation,
      .post(id + "/complete", as: .stranger), 403, contains: refusal("FORBIDDEN"),
      then: { try $0.expect(.get(id), 200, contains: ["status": "active"]) }),
    Scenario(
      "an unknown consultation is not completed", .post(base + "/none/complete"), 404, contains: refusal("NOT_FOUND")),
    Scenario("completion needs a token", given: aConsultation, .post(id + "/complete", as: .none), 401),
  ]

  private static let deletion = [
    Scenario(
      "a deleted consultation does not exist", given: aMessage, .delete(id), 204,
      then: { try $0.expect(.get(id), 404) }),
    Scenario(
      "a consultation of another account is not deleted", given: aConsultation, .delete(id, as: .stranger), 403,
      contains: refusal("FORBIDDEN"), then: { try $0.expect(.get(id), 200) }),
    Scenario("an unknown consultation is not deleted", .delete(base + "/none"), 404, contains: refusal("NOT_FOUND")),
    Scenario("deletion needs a token", given: aConsultation, .delete(id, as: .none), 401),
  ]

  private static let messages = [
    Scenario(
      "a page has the oldest messages", given: aMessage, .get(id + "/messages?limit=1"), 200,
      contains: ["data": ["messages": [["id": "m-1", "role": "user", "content": "Hello"]], "limit": 1]]),
    Scenario(
      "messages of another account are refused", given: aMessage, .get(id + "/messages", as: .stranger), 403,
      contains: refusal("FORBIDDEN"), excludes: ["Hello"]),
    Scenario(
      "a page has at most 100 messages", given: aConsultation, .get(id + "/messages?limit=101"), 400,
      contains: refusal("VALIDATION_ERROR")),
    Scenario(
      "an unknown consultation has no messages", .get(base + "/none/messages"), 404, contains: refusal("NOT_FOUND")),
    Scenario("messages need a token", given: aMessage, .get(id + "/messages", as: .none), 401, excludes: ["Hello"]),
  ]

  private static let sending = [
    Scenario(
      "a message is stored and waits for its answer", given: aConsultation,
      .post(id + "/messages", ["message": "Hello", "client_message_id": "m-1"]), 201,
      contains: [
        "id": "m-1", "messageId": "m-1", "content": "Hello", "state": "waiting", "assistant_message": nil,
        "user_message": ["id": "m-1"],
      ], then: has(1)),
    Scenario(
      "a repeated message is stored once", given: aMessage,
      .post(id + "/messages", ["content": "Hello", "message_id": "m-1"]), 201, contains: ["id": "m-1"], then: has(1)),
    Scenario(
      "an id belongs to one text", given: aMessage, .post(id + "/messages", ["content": "Bye", "message_id": "m-1"]),
      409, contains: refusal("MESSAGE_ID_REUSED"), then: has(1)),
    Scenario(
      "a message has text", given: aConsultation, .post(id + "/messages", ["content": ""]), 400,
      contains: refusal("VALIDATION_ERROR"), then: has(0)),
    Scenario(
      "a completed consultation takes no messages", given: aCompletedConsultation,
      .post(id + "/messages", ["content": "Hello"]), 409, contains: refusal("CONSULTATION_NOT_ACTIVE"), then: has(0)),
    Scenario(
      "a user sends a limited number of messages within a minute",
      given: {
        try aConsultation($0)
        for _ in 1...3 { try $0.expect(.post(id + "/messages", ["content": "Hello"]), 201) }
      },
      .post(id + "/messages", ["content": "Hello"]), 429, contains: refusal("RATE_LIMIT"),
      fields: ["Retry-After": "60"], then: has(3)),
    Scenario(
      "a consultation of another account takes no messages", given: aConsultation,
      .post(id + "/messages", ["content": "Hello"], as: .stranger), 403, contains: refusal("FORBIDDEN"), then: has(0)),
    Scenario(
      "an unknown consultation takes no messages", .post(base + "/none/messages", ["content": "Hello"]), 404,
      contains: refusal("NOT_FOUND")),
    Scenario(
      "sending needs a token", given: aConsultation, .post(id + "/messages", ["content": "Hello"], as: .none), 401,
      then: has(0)),
  ]
}
