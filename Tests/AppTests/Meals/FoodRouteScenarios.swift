import JSONCodec
import Testing

/// The routes of `FoodRoutes`: docs/api/rest-foods.md.
@Suite(.sharedHearth) struct FoodRouteScenarios {
  private static let foods = "/api/v1/foods"
  private static let oil: JSONValue = ["name": "Olive oil of Crete", "calories": 890, "fat_g": 99]
  private static let bar: JSONValue = [
    "name": "Oat bar", "brand": "Northmill", "calories": 190, "protein_g": 4, "carbs_g": 26, "fat_g": 7.5, "sugar_g": 9,
    "per_grams": 45, "measures": [["unit": "bar", "grams": 45]], "serving_unit": "bar",
  ]

  @Test(arguments: creation + lists) func collection(_ scenario: Scenario) async throws { try await scenario.run() }

  @Test(arguments: reading + changes + deletion) func food(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  // MARK: - Preparations and side effects

  private static let anOil: Scenario.Step = { $0["id"] = try $0.expect(.post(foods, oil), 201)["id"]?.stringValue }

  private static func has(_ count: Int64) -> Scenario.Step {
    { try $0.expect(.get(foods + "/own"), 200, contains: ["data": ["total_count": .integer(count)]]) }
  }

  private static func hasCalories(_ calories: Int64) -> Scenario.Step {
    { try $0.expect(.get(foods + "/{id}"), 200, contains: ["calories": .integer(calories)]) }
  }

  private static func refusal(_ code: JSONValue, details: JSONValue = [:]) -> JSONValue {
    ["success": false, "data": nil, "error": ["code": code, "details": details]]
  }

  // MARK: - Rows

  private static let creation: [Scenario] = [
    Scenario(
      "the figures of a new food are those of 100 g", .post(foods, bar), 201,
      contains: [
        "success": true, "name": "Oat bar", "source": "own", "per_grams": 100, "protein_g": 8.89,
        "data": ["can_be_edited": true, "serving": ["quantity": 1, "unit": "bar", "grams": 45, "calories": 190]],
      ],
      then: has(1)),
    Scenario(
      "other spellings of members are accepted",
      .post(foods, ["food_name": "Ghee", "energy_kcal": 900, "fat": 99.5, "perGrams": 100, "servingGrams": 15]), 201,
      contains: ["food_name": "Ghee", "calories": 900, "serving_grams": 15, "serving_unit": "g"], then: has(1)),
    Scenario(
      "calories are required", .post(foods, ["name": "Cake"]), 400,
      contains: refusal("VALIDATION_ERROR", details: ["calories": "there"]), then: has(0)),
    Scenario(
      "energy must fit the nutrients", .post(foods, ["name": "Cake", "calories": 20, "fat_g": 90]), 400,
      contains: refusal("VALIDATION_ERROR"), then: has(0)),
    Scenario(
      "a name needs a word", .post(foods, ["name": "!!", "calories": 1]), 400, contains: refusal("VALIDATION_ERROR"),
      then: has(0)),
    Scenario(
      "an account has no two foods of one name", given: anOil,
      .post(foods, ["name": "crete olive oil of", "calories": 890]), 409, contains: refusal("FOOD_EXISTS"), then: has(1)
    ),
    Scenario(
      "another account may use the same name", given: anOil, .post(foods, oil, as: .stranger), 201, then: has(1)),
    Scenario(
      "a body is a JSON object", .post(foods, text: "[1]"), 400, contains: refusal("INVALID_JSON"), then: has(0)),
    Scenario("creation needs a token", .post(foods, oil, as: .none), 401, contains: refusal("UNAUTHORIZED")),
  ]

  private static let lists: [Scenario] =
    [foods, foods + "/search"].flatMap { path -> [Scenario] in
      [
        Scenario(
          "\(path) has own foods first", given: anOil, .get(path + "?query=olive%20oil&limit=1"), 200,
          contains: ["data": ["foods": [["id": "{id}"]], "limit": 1, "has_more": true]]),
        Scenario(
          "\(path) hides foods of another account", given: anOil, .get(path + "?q=crete", as: .stranger), 200,
          excludes: ["Crete"]),
        Scenario(
          "\(path) is filtered by source", given: anOil, .get(path + "?source=builtin&search=olive%20oil"), 200,
          excludes: ["Crete"]),
        Scenario("\(path) has three sources", .get(path + "?source=mars"), 400, contains: refusal("VALIDATION_ERROR")),
        Scenario(
          "\(path) takes at most 200 bytes", .get(path + "?q=" + String(repeating: "x", count: 201)), 400,
          contains: refusal("VALIDATION_ERROR", details: ["q": "text of at most 200 bytes"])),
        Scenario("\(path) has at most 100 rows", .get(path + "?limit=101"), 400, contains: refusal("VALIDATION_ERROR")),
        Scenario("\(path) needs a token", .get(path, as: .none), 401),
      ]
    } + [
      Scenario(
        "the list of own foods has no others", given: anOil, .get(foods + "/own"), 200,
        contains: ["data": ["foods": [["id": "{id}", "source": "own"]], "total": 1]]),
      Scenario(
        "the list of own foods is empty for another account", given: anOil, .get(foods + "/own", as: .stranger), 200,
        contains: ["data": ["foods": []]]),
      Scenario("the list of own foods needs a token", .get(foods + "/own", as: .none), 401),
    ]

  private static let reading: [Scenario] = [
    Scenario(
      "an own food is read", given: anOil, .get(foods + "/{id}"), 200,
      contains: ["food_id": "{id}", "data": ["source": "own", "calories": 890]]),
    Scenario(
      "a built-in food is read by its name", .get(foods + "/olive-oil"), 200,
      contains: ["source": "builtin", "calories": 884, "can_be_edited": false]),
    Scenario(
      "a food of another account does not exist", given: anOil, .get(foods + "/{id}", as: .stranger), 404,
      contains: refusal("NOT_FOUND"), excludes: ["Crete"]),
    Scenario("an unknown food does not exist", .get(foods + "/no-such-food"), 404, contains: refusal("NOT_FOUND")),
    Scenario("reading needs a token", .get(foods + "/olive-oil", as: .none), 401),
  ]

  private static let changes = changes("PUT", ScenarioRequest.put) + changes("PATCH", ScenarioRequest.patch)

  private static func changes(
    _ method: String, _ change: (String, JSONValue?, ScenarioRequest.Account) -> ScenarioRequest
  ) -> [Scenario] {
    [
      Scenario(
        "\(method): an absent member keeps its value", given: anOil, change(foods + "/{id}", ["calories": 880], .owner),
        200,
        contains: ["id": "{id}", "calories": 880, "fat_g": 99, "name": "Olive oil of Crete"], then: hasCalories(880)),
      Scenario(
        "\(method): an invalid change has no effect", given: anOil, change(foods + "/{id}", ["fat_g": 101], .owner),
        400,
        contains: refusal("VALIDATION_ERROR"), then: hasCalories(890)),
      Scenario(
        "\(method): a food does not get the name of another one",
        given: {
          try $0.expect(.post(foods, bar), 201)
          try anOil($0)
        },
        change(foods + "/{id}", ["name": "oat bar"], .owner), 409, contains: refusal("FOOD_EXISTS"),
        then: hasCalories(890)),
      Scenario(
        "\(method): a built-in food is not changed", change(foods + "/olive-oil", ["calories": 1], .owner), 403,
        contains: refusal("FORBIDDEN")),
      Scenario(
        "\(method): a food of another account is not changed", given: anOil,
        change(foods + "/{id}", ["calories": 880], .stranger), 404, contains: refusal("NOT_FOUND"),
        then: hasCalories(890)),
      Scenario("\(method): a change needs a token", change(foods + "/olive-oil", ["calories": 1], .none), 401),
    ]
  }

  private static let deletion: [Scenario] = [
    Scenario(
      "a deleted food does not exist", given: anOil, .delete(foods + "/{id}"), 204,
      then: {
        try $0.expect(.get(foods + "/{id}"), 404)
        try $0.expect(.delete(foods + "/{id}"), 404)
        try has(0)($0)
      }),
    Scenario(
      "a built-in food is not deleted", .delete(foods + "/olive-oil"), 403, contains: refusal("FORBIDDEN")),
    Scenario(
      "a food of another account is not deleted", given: anOil, .delete(foods + "/{id}", as: .stranger), 404,
      then: has(1)),
    Scenario("deletion needs a token", given: anOil, .delete(foods + "/{id}", as: .none), 401, then: has(1)),
  ]
}
