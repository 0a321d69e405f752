import API
import HTTPServer
import JSONCodec

/// Validates the content of a template that a client or the coach wrote, and computes its totals and counts.
enum TemplateInput {
  private typealias Limits = TemplateLimits

  /// The accepted values of `meal_type` and `difficulty_level`.
  static let mealTypes = MealType.allCases.map(\.rawValue)
  static let difficulties = Difficulty.allCases.map(\.rawValue)

  /// - Throws: `Problem` 400 with the invalid member.
  static func content(_ kind: TemplateKind, _ fields: JSONFields) throws -> JSONValue {
    switch kind {
    case .meal: try meal(fields)
    case .workout: try workout(fields)
    case .wellness: try wellness(fields)
    }
  }

  // MARK: Meals

  private enum MealType: String, CaseIterable {
    case breakfast, lunch, dinner, snack
    case preWorkout = "pre_workout"
    case postWorkout = "post_workout"
  }

  private static func meal(_ fields: JSONFields) throws -> JSONValue {
    let type = try fields.optionalChoice("meal_type", "mealType", of: MealType.self) ?? .snack
    let foods = try fields.objects("foods", count: 1...Limits.entries).enumerated().map { try food($1, index: $0) }
    var content: [String: JSONValue] = ["meal_type": .string(type.rawValue), "foods": .array(foods)]
    for (total, figure) in Self.totals {
      let sum = foods.reduce(0) { $0 + ($1[figure]?.doubleValue ?? 0) }
      content[total] = figure == "calories" ? .integer(Int64(sum.rounded())) : .number(tenths(sum))
    }
    return .object(content)
  }

  private static let totals = [
    ("total_calories", "calories"), ("total_protein", "protein_g"), ("total_carbs", "carbs_g"), ("total_fat", "fat_g"),
    ("total_fiber", "fiber_g"), ("total_sugar", "sugar_g"),
  ]

  private static func food(_ fields: JSONFields, index: Int) throws -> JSONValue {
    let name = try fields.text("food_name", "name", length: Limits.name)
    var food: [String: JSONValue] = [
      "name": .string(name), "food_name": .string(name),
      "quantity": .number(try fields.optionalNumber("quantity", in: Limits.amount) ?? 1),
      "unit": .string(try fields.optionalText("unit", length: Limits.unit) ?? "serving"),
      "calories": .integer(Int64(try fields.number("calories", in: Limits.amount).rounded())),
      "order_index": .integer(Int64(index)),
    ]
    if let grams = try fields.optionalNumber("grams", in: Limits.amount) { food["grams"] = .number(tenths(grams)) }
    if let type = try fields.optionalChoice("meal_type", of: MealType.self) {
      food["meal_type"] = .string(type.rawValue)
    }
    if let day = try fields.optionalInteger("day", in: Limits.day) { food["day"] = .integer(Int64(day)) }
    let figures = [
      ("protein_g", try fields.optionalNumber("protein_g", "protein", in: Limits.amount)),
      ("carbs_g", try fields.optionalNumber("carbs_g", "carbs", "carbohydrates", in: Limits.amount)),
      ("fat_g", try fields.optionalNumber("fat_g", "fat", in: Limits.amount)),
      ("fiber_g", try fields.optionalNumber("fiber_g", "fiber", in: Limits.amount)),
      ("sugar_g", try fields.optionalNumber("sugar_g", "sugar", in: Limits.amount)),
    ]
    for (key, value) in figures { food[key] = .number(tenths(value ?? 0)) }
    return .object(food)
  }

  // MARK: Workouts

  private enum Difficulty: String, CaseIterable { case beginner, intermediate, advanced }

  private static func workout(_ fields: JSONFields) throws -> JSONValue {
    let exercises = try fields.objects("exercises", count: 1...Limits.entries).enumerated().map {
      try exercise($1, index: $0)
    }
    let difficulty = try fields.optionalChoice("difficulty_level", "difficulty", of: Difficulty.self) ?? .beginner
    return [
      "category": .string(try fields.optionalText("category", length: Limits.category) ?? "general"),
      "difficulty_level": .string(difficulty.rawValue),
      "estimated_duration_minutes": .integer(
        Int64(try fields.optionalInteger("estimated_duration_minutes", "duration_minutes", in: Limits.minutes) ?? 45)),
      "exercises": .array(exercises), "exercise_count": .integer(Int64(exercises.count)),
    ]
  }

  private static func exercise(_ fields: JSONFields, index: Int) throws -> JSONValue {
    let name = try fields.text("exercise_name", "name", length: Limits.name)
    var exercise: [String: JSONValue] = [
      "name": .string(name), "exercise_name": .string(name), "order_index": .integer(Int64(index)),
      "sets": .integer(Int64(try fields.optionalInteger("sets", in: Limits.sets) ?? 1)),
      "rest_seconds": .integer(Int64(try fields.optionalInteger("rest_seconds", in: Limits.restSeconds) ?? 60)),
      "notes": .string(try fields.optionalText("notes", length: Limits.notes) ?? ""),
    ]
    // Repetitions are text, because "8-12" and "30 s" are common. A number is accepted as well.
    let number = try? fields.optionalInteger("reps", "repetitions", in: Limits.repetitions)
    let text =
      try (number ?? nil).map { String($0) }
      ?? fields.optionalText("reps", "repetitions", length: Limits.repetitionText)
    exercise["reps"] = .string(text ?? "")
    if let session = try fields.optionalText("session", length: Limits.session) {
      exercise["session"] = .string(session)
    }
    if let minutes = try fields.optionalNumber("duration_minutes", in: Limits.durationMinutes) {
      exercise["duration_minutes"] = .number(tenths(minutes))
    }
    return .object(exercise)
  }

  // MARK: Wellness

  private static func wellness(_ fields: JSONFields) throws -> JSONValue {
    let habits = fields.has("daily_habits") ? try fields.objects("daily_habits", count: 0...Limits.entries) : []
    return [
      "focus_areas": .array(
        try fields.texts("focus_areas", count: 0...Limits.focusAreas, length: Limits.focusArea).map(JSONValue.string)),
      "daily_habits": .array(try habits.enumerated().map { try habit($1, index: $0) }),
      "sleep_target": try fields.optionalNumber("sleep_target", in: Limits.sleepHours).map { .number(tenths($0)) }
        ?? .null,
    ]
  }

  private static func habit(_ fields: JSONFields, index: Int) throws -> JSONValue {
    [
      "name": .string(try fields.text("name", "habit", length: Limits.name)), "order_index": .integer(Int64(index)),
      "time": .string(try fields.optionalText("time", "time_of_day", length: Limits.time) ?? ""),
      "minutes": .integer(Int64(try fields.optionalInteger("minutes", "duration_minutes", in: Limits.minutes) ?? 0)),
      "reason": .string(try fields.optionalText("reason", "notes", length: Limits.notes) ?? ""),
    ]
  }

  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
