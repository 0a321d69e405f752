import HealthModels
import JSONCodec
import LanguageModel
import Testing

@testable import Consultations

@Suite struct CoachToolsTests {
  private func read(_ name: String, _ arguments: String) -> Result<CoachToolCall, ToolArgumentProblem> {
    Result { () throws(ToolArgumentProblem) in try CoachToolCall(ToolCall(id: "1", name: name, arguments: arguments)) }
  }

  private func problem(_ name: String, _ arguments: String) -> String? {
    if case .failure(let problem) = read(name, arguments) { problem.description } else { nil }
  }

  @Test func definesFiveTools() {
    let definitions = CoachTools.definitions
    #expect(
      definitions.map(\.name) == [
        "get_meal_summary", "search_foods", "create_meal_template", "create_workout_template",
        "create_wellness_template",
      ])
    for definition in definitions {
      #expect(definition.parameters["type"] == "object" && definition.parameters["additionalProperties"] == false)
      #expect(!definition.description.contains("\n") && definition.description.utf8.count < 250)
      expectBounded(definition.parameters, definition.name)
    }
    #expect(TokenEstimate.tokens(in: definitions) < 1500, "they are sent with every request")
  }

  /// Expects limits on every part of a schema and a description of every member.
  private func expectBounded(_ schema: JSONValue, _ path: String) {
    switch schema["type"]?.stringValue {
    case "object":
      for (name, member) in schema["properties"]?.objectValue ?? [:] {
        #expect(member["description"]?.stringValue?.isEmpty == false, "\(path).\(name)")
        expectBounded(member, "\(path).\(name)")
      }
    case "array":
      #expect(schema["minItems"] != nil && schema["maxItems"] != nil, "\(path)")
      expectBounded(schema["items"] ?? .null, path + "[]")
    case "string": #expect(schema["enum"] != nil || schema["maxLength"] != nil, "\(path)")
    case "integer", "number": #expect(schema["minimum"] != nil && schema["maximum"] != nil, "\(path)")
    default: Issue.record("\(path) has no type")
    }
  }

  @Test func readsQueries() throws {
    #expect(try read("get_meal_summary", "").get() == .mealSummary(MealSummaryQuery(period: .today)))
    #expect(try read("get_meal_summary", "{\"period\":null}").get() == .mealSummary(MealSummaryQuery(period: .today)))
    #expect(
      try read("get_meal_summary", "{\"period\":\"last_7_days\"}").get()
        == .mealSummary(MealSummaryQuery(period: .lastSevenDays)))
    #expect(try read("search_foods", "{\"query\":\" rice \"}").get() == .searchFoods(FoodQuery(text: "rice", limit: 5)))
    #expect(
      try read("search_foods", "{\"query\":\"rice\",\"limit\":20.0}").get()
        == .searchFoods(FoodQuery(text: "rice", limit: 20)))
  }

  @Test func readsAMealTemplate() throws {
    let call = try read(
      "create_meal_template",
      """
      {"name":"Lunch","description":" ","meal_type":"lunch","items":[{"food":"tofu","grams":150},
       {"food":"rice","grams":62.5,"meal":"post_workout"}]}
      """
    ).get()
    #expect(
      call
        == .createMealTemplate(
          MealPlanRequest(
            name: "Lunch", description: nil, meal: .lunch,
            items: [
              .init(food: "tofu", grams: 150, meal: nil), .init(food: "rice", grams: 62.5, meal: .postWorkout),
            ])))
  }

  @Test func readsAWorkoutTemplate() throws {
    let call = try read(
      "create_workout_template",
      """
      {"name":"Full body","goal":"fat_loss","difficulty":"beginner","equipment":"none","minutes":30,
       "sessions":[{"name":"Day 1","exercises":[{"name":"Squat","sets":3,"repetitions":"8-12","rest_seconds":60}]}]}
      """
    ).get()
    let squat = WorkoutPlan.Exercise(name: "Squat", sets: 3, repetitions: "8-12", restSeconds: 60)
    #expect(
      call
        == .createWorkoutTemplate(
          WorkoutPlan(
            name: "Full body", description: "", goal: .fatLoss, difficulty: .beginner, equipment: .none, minutes: 30,
            sessions: [.init(name: "Day 1", exercises: [squat])])))
  }

  @Test func readsAWellnessTemplate() throws {
    let call = try read(
      "create_wellness_template",
      """
      {"name":"Wind down","description":"For\\nsleep","focus":"sleep","sleep_hours":7.5,
       "habits":[{"name":"Read","time":"evening","minutes":20,"reason":"It calms."}]}
      """
    ).get()
    #expect(
      call
        == .createWellnessTemplate(
          WellnessRoutine(
            name: "Wind down", description: "For\nsleep", focus: .sleep, sleepTarget: 7.5,
            habits: [.init(name: "Read", time: "evening", minutes: 20, reason: "It calms.")])))
  }

  @Test(arguments: [
    ("drop_table", "{}", "The arguments name no tool: there is no \"drop_table\"."),
    ("search_foods", "", "query is missing; it must be text of 1 to 100 characters."),
    ("search_foods", "rice", "The arguments must be one JSON object that names no member twice."),
    (
      "search_foods", "{\"query\":\"a\",\"query\":\"b\"}",
      "The arguments must be one JSON object that names no member twice."
    ),
    ("search_foods", "[]", "The arguments must be an object."),
    ("search_foods", "{\"query\":5}", "query must be text of 1 to 100 characters."),
    ("search_foods", "{\"query\":\"  \"}", "query must be text of 1 to 100 characters."),
    ("search_foods", "{\"query\":\"a\\u0000b\"}", "query must be text of 1 to 100 characters."),
    ("search_foods", "{\"query\":\"a\",\"limit\":0}", "limit must be a whole number from 1 to 20."),
    ("search_foods", "{\"query\":\"a\",\"limit\":2.5}", "limit must be a whole number from 1 to 20."),
    ("search_foods", "{\"query\":\"a\",\"limit\":\"5\"}", "limit must be a whole number from 1 to 20."),
    ("search_foods", "{\"query\":\"a\",\"limit\":9223372036854775807}", "limit must be a whole number from 1 to 20."),
    ("search_foods", "{\"query\":\"a\",\"url\":\"http://x\"}", "The arguments must not have a member \"url\"."),
    ("get_meal_summary", "{\"period\":\"ever\"}", "period must be one of today, yesterday, last_7_days, last_30_days."),
    (
      "create_meal_template", "{\"name\":\"a\",\"meal_type\":\"lunch\",\"items\":[]}",
      "items must be a list of 1 to 40."
    ),
    (
      "create_meal_template",
      "{\"name\":\"a\",\"meal_type\":\"lunch\",\"items\":[{\"food\":\"x\",\"grams\":5},{\"food\":\"x\",\"grams\":0}]}",
      "items[1].grams must be a number from 1 to 2000."
    ),
    (
      "create_meal_template",
      "{\"name\":\"a\",\"meal_type\":\"lunch\",\"items\":[{\"food\":\"x\",\"grams\":5,\"kcal\":1}]}",
      "items[0] must not have a member \"kcal\"."
    ),
    (
      "create_meal_template", "{\"name\":\"a\",\"meal_type\":\"lunch\",\"items\":[{\"food\":\"x\"}]}",
      "items[0].grams is missing; it must be a number from 1 to 2000."
    ),
    (
      "create_workout_template",
      "{\"name\":\"a\",\"goal\":\"muscle\",\"difficulty\":\"beginner\",\"equipment\":\"gym\",\"minutes\":30,\"sessions\":[{\"name\":\"x\",\"exercises\":[{\"name\":\"y\",\"sets\":3,\"repetitions\":\"5\",\"rest_seconds\":901}]}]}",
      "sessions[0].exercises[0].rest_seconds must be a whole number from 0 to 900."
    ),
  ])
  func describesProblemsToTheModel(_ row: (name: String, arguments: String, problem: String)) {
    #expect(problem(row.name, row.arguments) == row.problem)
  }

  @Test func limitsTheLengthOfEchoedArguments() throws {
    let long = String(repeating: "x", count: 10_000)
    #expect(try #require(problem(long, "{}")).utf8.count < 200)
    #expect(try #require(problem("search_foods", "{\"query\":\"a\",\"\(long)\":1}")).utf8.count < 200)
    #expect(
      problem("search_foods", "{\"query\":\"\(String(repeating: "x", count: 70_000))\"}")
        == "The arguments must be at most 65536 bytes.")
    #expect(problem("search_foods", "{\"query\":\"\(String(repeating: "é", count: 100))\"}") == nil)
    #expect(problem("search_foods", "{\"query\":\"\(String(repeating: "é", count: 101))\"}") != nil)
  }

  @Test func survivesDeepNesting() {
    let deep = String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
    #expect(problem("search_foods", "{\"query\":\(deep)}") != nil)
  }
}
