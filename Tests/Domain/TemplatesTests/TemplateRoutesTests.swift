import JSONCodec
import Runtime
import Templates
import TestSupport
import Testing

@Suite struct TemplateRoutesTests {
  static let meal: JSONValue = [
    "name": "Porridge", "description": "With berries", "meal_type": "breakfast",
    "foods": [
      [
        "food_name": "Oats", "quantity": 60, "unit": "g", "calories": 227.4, "protein_g": 7.9, "carbs_g": 40.6,
        "fat_g": 3.9,
      ],
      ["name": "Milk", "quantity": 200, "unit": "ml", "calories": 122, "protein": 6.6, "carbs": 9.6, "fat": 6.6],
    ],
  ]
  static let workout: JSONValue = [
    "name": "Legs", "category": "strength", "difficulty_level": "advanced", "estimated_duration_minutes": 50,
    "exercises": [
      ["name": "Squat", "sets": 5, "reps": 5, "rest_seconds": 180], ["exercise_name": "Lunge", "reps": "8-12"],
    ],
  ]
  static let wellness: JSONValue = [
    "name": "Evening", "focus_areas": ["sleep"], "sleep_target": 8, "daily_habits": [["name": "Read", "minutes": 20]],
  ]
  static let kinds = [
    ("/meal-templates", meal), ("/workout-templates", workout), ("/wellness/templates", wellness),
    ("/wellness-templates", wellness),
  ]

  @Test func sumsUpAMealTemplate() async throws {
    try await withFixture(try await TemplateFixture()) { fixture in
      let answer = try await fixture.send("POST", "/meal-templates", Self.meal)
      #expect(answer.status == 201)
      let data = try #require(answer.json?["data"])
      #expect(data["total_calories"] == 349 && data["total_protein"] == 14.5 && data["total_carbs"] == 50.2)
      #expect(data["foods"]?.arrayValue?.map { $0["food_name"] } == ["Oats", "Milk"])
      #expect(data["meal_type"] == "breakfast" && data["created_by"] == "user" && data["status"] == "active")
      #expect(answer.json?["id"] == data["id"])
    }
  }

  @Test func showsFoodsAndNutritionAlone() async throws {
    try await withFixture(try await TemplateFixture()) { fixture in
      let id = try await fixture.create("/meal-templates", Self.meal)
      let foods = try await fixture.send("GET", "/meal-templates/\(id)/foods").json?["data"]
      #expect(foods?["foods"]?.arrayValue?.map { $0["food_name"] } == ["Oats", "Milk"] && foods?["name"] == nil)
      let nutrition = try await fixture.send("GET", "/meal-templates/\(id)/nutrition").json?["data"]
      #expect(nutrition?["total_calories"] == 349 && nutrition?["template_id"]?.stringValue == id)
      #expect(try await fixture.send("GET", "/meal-templates/nothing/foods").status == 404)
    }
  }

  @Test func countsTheExercisesOfAWorkout() async throws {
    try await withFixture(try await TemplateFixture()) { fixture in
      let data = try #require(try await fixture.send("POST", "/workout-templates", Self.workout).json?["data"])
      #expect(data["exercise_count"] == 2 && data["difficulty_level"] == "advanced")
      #expect(data["exercises"]?.arrayValue?.map { $0["reps"] } == ["5", "8-12"])
    }
  }

  @Test(arguments: kinds)
  func keepsChangesCopiesAndDeletes(_ path: String, _ body: JSONValue) async throws {
    try await withFixture(try await TemplateFixture()) { fixture in
      let id = try await fixture.create(path, body)
      #expect(try await fixture.send("GET", "\(path)/\(id.uppercased())").json?["data"]?["name"] == body["name"])
      let changed = try await fixture.send("PUT", "\(path)/\(id)", ["name": "New", "is_public": true])
      #expect(changed.json?["data"]?["name"] == "New" && changed.json?["data"]?["is_public"] == true)
      #expect(
        changed.json?["data"]?["foods"] == (try await fixture.send("GET", "\(path)/\(id)").json?["data"]?["foods"]))
      // Another account may read and copy a public template, but not change it.
      #expect(try await fixture.send("GET", "\(path)/\(id)", user: "u2").json?["data"]?["can_be_edited"] == false)
      #expect(try await fixture.send("PUT", "\(path)/\(id)", ["name": "x"], user: "u2").status == 403)
      #expect(try await fixture.send("DELETE", "\(path)/\(id)", user: "u2").status == 404)
      let copy = try await fixture.send("POST", "\(path)/\(id)/copy", user: "u2")
      #expect(
        copy.status == 201 && copy.json?["data"]?["name"] == "New (copy)" && copy.json?["data"]?["user_id"] == "u2")
      #expect(copy.json?["data"]?["is_public"] == false)
      #expect(try await fixture.send("DELETE", "\(path)/\(id)").status == 204)
      #expect(try await fixture.send("GET", "\(path)/\(id)").status == 404)
    }
  }

  @Test(arguments: kinds)
  func hidesPrivateTemplates(_ path: String, _ body: JSONValue) async throws {
    try await withFixture(try await TemplateFixture()) { fixture in
      let id = try await fixture.create(path, body)
      for (method, more) in [("GET", ""), ("PUT", ""), ("DELETE", ""), ("POST", "/copy")] {
        let json: JSONValue? = method == "PUT" ? ["name": "x"] : nil
        #expect(try await fixture.send(method, "\(path)/\(id)\(more)", json, user: "u2").status == 404)
      }
    }
  }

  @Test func listsInPagesAndSearches() async throws {
    try await withFixture(try await TemplateFixture()) { fixture in
      for name in ["Soup 100%", "Salad", "Big soup", "Stew"] {
        _ = try await fixture.create("/meal-templates", Self.meal.merging(["name": .string(name), "description": "d"]))
      }
      let page = try #require(try await fixture.send("GET", "/meal-templates?limit=3").json?["data"])
      #expect(page["templates"]?.arrayValue?.map { $0["name"] } == ["Stew", "Big soup", "Salad"])
      #expect(page["total"] == 4 && page["total_count"] == 4 && page["has_more"] == true && page["limit"] == 3)
      let second = try await fixture.send("GET", "/meal-templates?page=2&page_size=3").json?["data"]
      #expect(second?["templates"]?.arrayValue?.count == 1 && second?["has_more"] == false)
      for (query, names) in [
        ("SOUP", ["Big soup", "Soup 100%"]), ("soup%20big", ["Big soup"]), ("%25", ["Soup 100%"]), ("_", []),
      ] {
        let found = try await fixture.send("GET", "/meal-templates/search?q=\(query)").json?["data"]?["templates"]
        #expect(found?.arrayValue?.compactMap { $0["name"]?.stringValue } == names)
      }
      #expect(try await fixture.send("GET", "/meal-templates?limit=0").status == 400)
      #expect(try await fixture.send("GET", "/workout-templates").json?["data"]?["total"] == 0)
    }
  }

  @Test func listsPublicTemplatesForAllUsers() async throws {
    try await withFixture(try await TemplateFixture()) { fixture in
      _ = try await fixture.create("/meal-templates", Self.meal.merging(["is_public": true]))
      _ = try await fixture.create("/meal-templates", Self.meal)
      let list = try await fixture.send("GET", "/meal-templates/public", user: "u2").json?["data"]
      #expect(list?["total"] == 1)
    }
  }

  @Test func logsAMealTemplate() async throws {
    try await withFixture(try await TemplateFixture()) { fixture in
      let id = try await fixture.create("/meal-templates", Self.meal)
      #expect(try await fixture.send("POST", "/meal-templates/\(id)/use").status == 201)
      let later: JSONValue = ["meal_type": "dinner", "logged_at": "2026-01-01T10:00:00Z"]
      #expect(try await fixture.send("POST", "/meal-templates/\(id)/use", later).status == 201)
      let records = fixture.recorder.records.withLock { $0 }
      #expect(records.map(\.mealType) == ["breakfast", "dinner"])
      #expect(records.map(\.loggedAt) == [nil, "2026-01-01T10:00:00Z"])
      #expect(records[0].foods.count == 2 && records[0].userID == "u1")
    }
  }

  @Test func logsOneMealOfADaysPlan() async throws {
    try await withFixture(try await TemplateFixture()) { fixture in
      let foods: JSONValue = [
        ["name": "Oats", "calories": 1, "meal_type": "breakfast"],
        ["name": "Rice", "calories": 1, "meal_type": "lunch"],
      ]
      let id = try await fixture.create("/meal-templates", ["name": "Day", "foods": foods])
      _ = try await fixture.send("POST", "/meal-templates/\(id)/use", ["meal_type": "lunch"])
      #expect(fixture.recorder.records.withLock { $0 }[0].foods.map { $0["name"] } == ["Rice"])
    }
  }

  @Test func onlyPendingTemplatesCanBeApprovedOrRejected() async throws {
    try await withFixture(try await TemplateFixture()) { fixture in
      let id = try await fixture.create("/wellness/templates", Self.wellness)
      #expect(
        try await fixture.send("POST", "/wellness/templates/\(id)/approve").json?["error"]?["code"] == "NOT_PENDING")
      _ = try await fixture.send("PUT", "/wellness/templates/\(id)", ["status": "pending"])
      #expect(try await fixture.send("GET", "/wellness/templates?status=pending").json?["data"]?["total"] == 1)
      #expect(try await fixture.send("POST", "/wellness/templates/\(id)/reject").json?["data"]?["status"] == "rejected")
    }
  }

  @Test(
    arguments: [
      ("/meal-templates", [:], "name"), ("/meal-templates", ["name": "a"], "foods"),
      ("/meal-templates", ["name": "a", "foods": []], "foods"),
      ("/meal-templates", ["name": "a", "foods": [["name": "x"]]], "foods[0].calories"),
      ("/meal-templates", ["name": "a", "foods": [["name": "x", "calories": -1]]], "foods[0].calories"),
      ("/meal-templates", ["name": "a", "foods": [["name": "x", "calories": 1, "fat": "much"]]], "foods[0].fat_g"),
      ("/meal-templates", ["name": "a", "meal_type": "brunch", "foods": [["name": "x", "calories": 1]]], "meal_type"),
      ("/workout-templates", ["name": "a", "exercises": [["name": ""]]], "exercises[0].exercise_name"),
      ("/workout-templates", ["name": "a", "exercises": [["name": "x", "sets": 1.5]]], "exercises[0].sets"),
      ("/wellness/templates", ["name": "a", "focus_areas": ["x", 5]], "focus_areas"),
      ("/wellness/templates", ["name": "a", "sleep_target": 25], "sleep_target"),
      ("/wellness/templates", ["name": "a\u{0}"], "name"),
    ] as [(String, JSONValue, String)])
  func reportsTheInvalidField(_ path: String, _ body: JSONValue, _ field: String) async throws {
    try await withFixture(try await TemplateFixture()) { fixture in
      let answer = try await fixture.send("POST", path, body)
      #expect(answer.status == 400)
      #expect(answer.json?["error"]?["details"]?[field] != nil, "\(answer.text)")
    }
  }

  @Test func limitsHowManyThereAre() async throws {
    try await withFixture(try await TemplateFixture(maxPerUser: 1)) { fixture in
      _ = try await fixture.create("/meal-templates", Self.meal)
      let refused = try await fixture.send("POST", "/workout-templates", Self.workout)
      #expect(refused.status == 429 && refused.json?["error"]?["code"] == "TEMPLATE_LIMIT")
      #expect(try await fixture.send("POST", "/workout-templates", Self.workout, user: "u2").status == 201)
    }
  }
}
