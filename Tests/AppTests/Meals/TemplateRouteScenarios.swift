import JSONCodec
import Testing

/// The routes of `TemplateRoutes`: docs/api/rest-templates.md.
@Suite(.sharedHearth) struct TemplateRouteScenarios {
  private static let meals = "/api/v1/meal-templates"
  private static let porridge: JSONValue = [
    "name": "Porridge", "meal_type": "breakfast",
    "foods": [
      ["food_name": "Oats", "quantity": 60, "unit": "g", "calories": 227.4, "protein_g": 7.9],
      [
        "name": "Milk", "quantity": 200, "unit": "ml", "grams": 206, "calories": 122, "protein": 6.6,
        "meal_type": "lunch",
      ],
    ],
  ]
  private static let wellnessBases = ["/api/v1/wellness/templates", "/api/v1/wellness-templates"]
  private static let evening: JSONValue = [
    "name": "Evening", "focus_areas": ["sleep"], "sleep_target": 8,
    "daily_habits": [["habit": "Read", "minutes": 20]],
  ]
  private static let legs: JSONValue = [
    "name": "Legs", "exercises": [["name": "Squat", "reps": 5], ["exercise_name": "Lunge", "reps": "8-12"]],
  ]
  private static let eveningContent: JSONValue = [
    "sleep_target": 8, "daily_habits": [["name": "Read", "minutes": 20]],
  ]
  /// Each base path with a template and its computed content.
  private static let kinds: [(base: String, body: JSONValue, content: JSONValue)] = [
    (meals, porridge, ["total_calories": 349, "total_protein": 14.5, "meal_type": "breakfast"]),
    ("/api/v1/workout-templates", legs, ["exercise_count": 2, "difficulty_level": "beginner"]),
    (wellnessBases[0], evening, eveningContent), (wellnessBases[1], evening, eveningContent),
  ]

  @Test(arguments: kinds.flatMap { creation($0.base, $0.body, $0.content) + lists($0.base, $0.body) })
  func collection(_ scenario: Scenario) async throws { try await scenario.run() }

  @Test(arguments: kinds.flatMap { reading($0.base, $0.body) + changes($0.base, $0.body) + copies($0.base, $0.body) })
  func template(_ scenario: Scenario) async throws { try await scenario.run() }

  @Test(arguments: use + parts) func meal(_ scenario: Scenario) async throws { try await scenario.run() }

  @Test(arguments: wellnessBases.flatMap(decisions)) func wellness(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  // MARK: - Preparations and side effects

  private static func a(_ base: String, _ body: JSONValue, isPublic: Bool = false) -> Scenario.Step {
    {
      let body = body.merging(["is_public": .bool(isPublic)])
      $0["id"] = try $0.expect(.post(base, body), 201)["id"]?.stringValue
    }
  }

  private static func has(_ count: Int64, _ base: String, as account: ScenarioRequest.Account = .owner)
    -> Scenario.Step
  {
    { try $0.expect(.get(base, as: account), 200, contains: ["data": ["total_count": .integer(count)]]) }
  }

  private static func isNamed(_ name: JSONValue, _ base: String) -> Scenario.Step {
    { try $0.expect(.get(base + "/{id}"), 200, contains: ["name": name]) }
  }

  private static func refusal(_ code: JSONValue) -> JSONValue {
    ["success": false, "data": nil, "error": ["code": code]]
  }

  // MARK: - Rows for every kind

  private static func creation(_ base: String, _ body: JSONValue, _ content: JSONValue) -> [Scenario] {
    [
      Scenario(
        "\(base): the server completes the content", .post(base, body), 201,
        contains: content.merging([
          "success": true, "status": "active", "created_by": "user", "data": content.merging(["plan_data": content]),
        ]),
        then: has(1, base)),
      Scenario(
        "\(base): a name is required", .post(base, body.merging(["name": nil])), 400,
        contains: refusal("VALIDATION_ERROR"), then: has(0, base)),
      Scenario(
        "\(base): entries are arrays",
        .post(base, body.merging(["foods": 1, "exercises": 1, "focus_areas": 1])), 400,
        contains: refusal("VALIDATION_ERROR"), then: has(0, base)),
      Scenario(
        "\(base): a body is a JSON object", .post(base, text: "{"), 400, contains: refusal("INVALID_JSON"),
        then: has(0, base)),
      Scenario("\(base): creation needs a token", .post(base, body, as: .none), 401, contains: refusal("UNAUTHORIZED")),
    ]
  }

  private static func lists(_ base: String, _ body: JSONValue) -> [Scenario] {
    let name = body["name"]?.stringValue ?? ""
    let own = ["", "/search"].flatMap { path -> [Scenario] in
      [
        Scenario(
          "\(base)\(path) has own templates", given: a(base, body), .get(base + path + "?q=\(name)"), 200,
          contains: ["data": ["templates": [["id": "{id}"]], "total": 1, "has_more": false]]),
        Scenario(
          "\(base)\(path) hides templates of another account", given: a(base, body, isPublic: true),
          .get(base + path, as: .stranger), 200, contains: ["data": ["templates": []]], excludes: [name]),
        Scenario(
          "\(base)\(path) is filtered by status", given: a(base, body), .get(base + path + "?status=archived"), 200,
          contains: ["data": ["templates": []]]),
        Scenario(
          "\(base)\(path) has six states", .get(base + path + "?status=eaten"), 400,
          contains: refusal("VALIDATION_ERROR")),
        Scenario(
          "\(base)\(path) takes at most 200 bytes", .get(base + path + "?search=" + String(repeating: "x", count: 201)),
          400, contains: refusal("VALIDATION_ERROR")),
        Scenario("\(base)\(path) needs a token", .get(base + path, as: .none), 401),
      ]
    }
    return own + [
      Scenario(
        "\(base)/public has public templates of another account",
        // The end of a name is marked: a search finds parts of names, and other scenarios run at the same time.
        given: a(base, body.merging(["name": "Shared by {owner}."]), isPublic: true),
        .get(base + "/public?search={owner}.", as: .stranger), 200,
        contains: ["data": ["templates": [["id": "{id}", "can_be_edited": false]]]]),
      Scenario(
        "\(base)/public hides private templates", given: a(base, body.merging(["name": "Hidden by {owner}."])),
        .get(base + "/public?search=Hidden%20by%20{owner}.", as: .stranger), 200, contains: ["data": ["templates": []]]),
      Scenario("\(base)/public needs a token", .get(base + "/public", as: .none), 401),
    ]
  }

  private static func reading(_ base: String, _ body: JSONValue) -> [Scenario] {
    [
      Scenario(
        "\(base): a template is read", given: a(base, body), .get(base + "/{id}"), 200,
        contains: ["template_id": "{id}", "data": ["can_be_edited": true]]),
      Scenario(
        "\(base): a public template is read by another account", given: a(base, body, isPublic: true),
        .get(base + "/{id}", as: .stranger), 200, contains: ["id": "{id}", "can_be_edited": false]),
      Scenario(
        "\(base): a private template of another account does not exist", given: a(base, body),
        .get(base + "/{id}", as: .stranger), 404, contains: refusal("NOT_FOUND")),
      Scenario("\(base): reading needs a token", .get(base + "/x", as: .none), 401),
      Scenario(
        "\(base): a deleted template does not exist", given: a(base, body), .delete(base + "/{id}"), 204,
        then: {
          try $0.expect(.get(base + "/{id}"), 404)
          try $0.expect(.delete(base + "/{id}"), 404)
        }),
      Scenario(
        "\(base): a template of another account is not deleted", given: a(base, body, isPublic: true),
        .delete(base + "/{id}", as: .stranger), 404, contains: refusal("NOT_FOUND"), then: has(1, base)),
      Scenario("\(base): deletion needs a token", .delete(base + "/x", as: .none), 401),
    ]
  }

  private static func changes(_ base: String, _ body: JSONValue) -> [Scenario] {
    [
      Scenario(
        "\(base): absent members keep their values", given: a(base, body),
        .put(base + "/{id}", ["name": "New", "isPublic": true, "status": "archived"]), 200,
        contains: ["id": "{id}", "name": "New", "is_public": true, "status": "archived"], then: isNamed("New", base)),
      Scenario(
        "\(base): an invalid change has no effect", given: a(base, body),
        .put(base + "/{id}", ["name": "New", "status": "eaten"]), 400, contains: refusal("VALIDATION_ERROR"),
        then: isNamed(body["name"] ?? nil, base)),
      Scenario(
        "\(base): a public template of another account is not changed", given: a(base, body, isPublic: true),
        .put(base + "/{id}", ["name": "New"], as: .stranger), 403, contains: refusal("FORBIDDEN"),
        then: isNamed(body["name"] ?? nil, base)),
      Scenario(
        "\(base): a private template of another account is not changed", given: a(base, body),
        .put(base + "/{id}", ["name": "New"], as: .stranger), 404, contains: refusal("NOT_FOUND"),
        then: isNamed(body["name"] ?? nil, base)),
      Scenario("\(base): a change needs a token", .put(base + "/x", ["name": "New"], as: .none), 401),
    ]
  }

  private static func copies(_ base: String, _ body: JSONValue) -> [Scenario] {
    let name = body["name"]?.stringValue ?? ""
    return [
      Scenario(
        "\(base): a public template of another account is copied", given: a(base, body, isPublic: true),
        .post(base + "/{id}/copy", as: .stranger), 201,
        contains: ["name": .string(name + " (copy)"), "status": "active", "is_public": false, "can_be_edited": true],
        then: has(1, base, as: .stranger)),
      Scenario(
        "\(base): a copy may have a name", given: a(base, body), .post(base + "/{id}/copy", ["name": "Mine"]), 201,
        contains: ["name": "Mine"], then: has(2, base)),
      Scenario(
        "\(base): the name of a copy is not blank", given: a(base, body), .post(base + "/{id}/copy", ["name": " "]),
        400,
        contains: refusal("VALIDATION_ERROR"), then: has(1, base)),
      Scenario(
        "\(base): a private template of another account is not copied", given: a(base, body),
        .post(base + "/{id}/copy", as: .stranger), 404, contains: refusal("NOT_FOUND"),
        then: has(0, base, as: .stranger)),
      Scenario("\(base): a copy needs a token", .post(base + "/x/copy", as: .none), 401),
    ]
  }

  // MARK: - Rows for one kind

  private static let use: [Scenario] = [
    Scenario(
      "the foods of a meal template are logged", given: a(meals, porridge), .post(meals + "/{id}/use"), 201,
      contains: [
        "status": "manual", "meal_type": "breakfast", "total_calories": 349,
        "items": [["name": "Oats", "grams": 60], ["name": "Milk", "grams": 206]],
      ],
      then: { try $0.expect(.get("/api/v1/meal-logs"), 200, contains: ["data": ["total_count": 1]]) }),
    Scenario(
      "the foods of one meal of a plan are logged", given: a(meals, porridge),
      .post(meals + "/{id}/use", ["mealType": "lunch", "loggedAt": "2026-01-15T12:30:00Z"]), 201,
      contains: ["meal_type": "lunch", "logged_at": "2026-01-15T12:30:00Z", "items": [["name": "Milk"]]]),
    Scenario(
      "a log has no meal around a workout", given: a(meals, porridge),
      .post(meals + "/{id}/use", ["meal_type": "pre_workout"]), 400, contains: refusal("VALIDATION_ERROR"),
      then: { try $0.expect(.get("/api/v1/meal-logs"), 200, contains: ["data": ["total_count": 0]]) }),
    Scenario(
      "a private template of another account is not logged", given: a(meals, porridge),
      .post(meals + "/{id}/use", as: .stranger), 404, contains: refusal("NOT_FOUND")),
    Scenario("use needs a token", .post(meals + "/x/use", as: .none), 401),
  ]

  private static let parts: [Scenario] = [
    Scenario(
      "the foods of a template are read alone", given: a(meals, porridge), .get(meals + "/{id}/foods"), 200,
      contains: ["template_id": "{id}", "data": ["foods": [["food_name": "Oats"], ["food_name": "Milk"]]]],
      excludes: ["Porridge"]),
    Scenario(
      "the totals of a template are read alone", given: a(meals, porridge), .get(meals + "/{id}/nutrition"), 200,
      contains: ["template_id": "{id}", "data": ["total_calories": 349, "total_protein": 14.5]],
      excludes: ["Porridge", "Oats"]),
    Scenario(
      "foods of a private template of another account are not read", given: a(meals, porridge),
      .get(meals + "/{id}/foods", as: .stranger), 404, contains: refusal("NOT_FOUND"), excludes: ["Oats"]),
    Scenario(
      "totals of a private template of another account are not read", given: a(meals, porridge),
      .get(meals + "/{id}/nutrition", as: .stranger), 404, contains: refusal("NOT_FOUND")),
    Scenario("foods need a token", .get(meals + "/x/foods", as: .none), 401),
    Scenario("totals need a token", .get(meals + "/x/nutrition", as: .none), 401),
  ]

  private static func decisions(_ base: String) -> [Scenario] {
    [("approve", "active"), ("reject", "rejected")].flatMap { verb, status -> [Scenario] in
      let pending: Scenario.Step = {
        try a(base, evening, isPublic: true)($0)
        try $0.expect(.put(base + "/{id}", ["status": "pending"]), 200)
      }
      return [
        Scenario(
          "\(base): \(verb) makes a pending template \(status)", given: pending, .post(base + "/{id}/" + verb), 200,
          contains: ["id": "{id}", "status": .string(status), "can_be_edited": .bool(status == "active")]),
        Scenario(
          "\(base): only a pending template takes \(verb)", given: a(base, evening), .post(base + "/{id}/" + verb), 409,
          contains: refusal("NOT_PENDING")),
        Scenario(
          "\(base): another account does not \(verb)", given: pending, .post(base + "/{id}/" + verb, as: .stranger),
          403, contains: refusal("FORBIDDEN"),
          then: { try $0.expect(.get(base + "/{id}"), 200, contains: ["status": "pending"]) }),
        Scenario("\(base): \(verb) of an unknown template fails", .post(base + "/x/" + verb), 404),
        Scenario("\(base): \(verb) needs a token", .post(base + "/x/" + verb, as: .none), 401),
      ]
    }
  }
}
