import JSONCodec
import Testing

/// The limits of meal logs, foods and templates: docs/api/limits.md.
@Suite(.sharedHearth(["HEARTH_FOODS_MAX_PER_USER": "1", "HEARTH_TEMPLATES_MAX_PER_USER": "1"]))
struct MealLimitScenarios {
  private static let cake: JSONValue = ["name": "Cake", "calories": 260]
  private static let templates = "/api/v1/workout-templates"
  private static let legs: JSONValue = ["name": "Legs", "exercises": [["name": "Squat"]]]
  private static let aTemplate: Scenario.Step = {
    $0["id"] = try $0.expect(.post(templates, legs), 201)["id"]?.stringValue
  }

  @Test(arguments: [
    Scenario(
      "foods of an account are limited", given: { try $0.expect(.post("/api/v1/foods", cake), 201) },
      .post("/api/v1/foods", ["name": "Pie", "calories": 200]), 429, contains: ["error": ["code": "FOOD_LIMIT"]],
      then: { try $0.expect(.get("/api/v1/foods/own"), 200, contains: ["data": ["total": 1]]) }),
    Scenario(
      "templates of all kinds are limited together", given: aTemplate,
      .post("/api/v1/wellness-templates", ["name": "Evening"]), 429, contains: ["error": ["code": "TEMPLATE_LIMIT"]]),
    Scenario(
      "a copy counts as a template", given: aTemplate, .post(templates + "/{id}/copy"), 429,
      contains: ["error": ["code": "TEMPLATE_LIMIT"]],
      then: { try $0.expect(.get(templates), 200, contains: ["data": ["total": 1]]) }),
  ]) func count(_ scenario: Scenario) async throws { try await scenario.run() }
}

/// Requests of an account whose storage is full.
@Suite(.sharedHearth(["HEARTH_LIMITS_BYTES_PER_USER": "1KiB"])) struct MealQuotaScenarios {
  private static let long = JSONValue.string(String(repeating: "x", count: 900))
  private static let soup: JSONValue = [
    "food_name": "Soup", "quantity": 2, "unit": "cups", "calories": 100, "protein_g": 5, "carbs_g": 6, "fat_g": 7,
  ]
  private static let template: JSONValue = ["name": "Soup", "foods": [soup]]

  private static func made(_ path: String, _ body: JSONValue) -> Scenario.Step {
    { $0["id"] = try $0.expect(.post(path, body), 201)["id"]?.stringValue }
  }

  @Test(
    arguments: [
      ("/api/v1/meal-logs/natural", ["raw_input": "1 egg", "meal_type": "lunch"]),
      ("/api/v1/meal-logs/batch", ["meal_type": "lunch", "items": [soup, soup, soup]]),
      (
        "/api/v1/foods",
        [
          "name": "Cake", "calories": 260,
          "aliases": .array((1...9).map { _ in .string(String(repeating: "x", count: 100)) }),
        ]
      ),
      ("/api/v1/meal-templates", template.merging(["description": long])),
    ] as [(String, JSONValue)])
  func creation(_ path: String, _ body: JSONValue) async throws {
    try await Scenario(
      "\(path) stores nothing beyond the quota", .post(path, body), 413,
      contains: ["error": ["code": "QUOTA_EXCEEDED"]]
    ).run()
  }

  @Test(arguments: [
    Scenario(
      "a log does not grow beyond the quota",
      given: made("/api/v1/meal-logs/batch", ["meal_type": "lunch", "items": [soup]]),
      .put("/api/v1/meal-logs/{id}", ["items": [soup, soup, soup]]), 413,
      contains: ["error": ["code": "QUOTA_EXCEEDED"]]),
    Scenario(
      "a template does not grow beyond the quota", given: made("/api/v1/meal-templates", template),
      .put("/api/v1/meal-templates/{id}", ["description": long]), 413, contains: ["error": ["code": "QUOTA_EXCEEDED"]]),
    Scenario(
      "a template is not logged beyond the quota", given: made("/api/v1/meal-templates", template),
      .post("/api/v1/meal-templates/{id}/use"), 413, contains: ["error": ["code": "QUOTA_EXCEEDED"]]),
  ]) func growth(_ scenario: Scenario) async throws { try await scenario.run() }
}
