import API
import HTTPServer
import HealthModels
import JSONCodec

extension TemplateKind {
  init(_ draft: TemplateDraft) {
    switch draft {
    case .meal: self = .meal
    case .workout: self = .workout
    case .wellness: self = .wellness
    }
  }
}

/// The stored content of drafts of the coach.
enum DraftContent {
  /// Returns the content of a draft. Totals and rounding are those of a template that a client sends.
  /// - Throws: `Problem` 400 if the draft exceeds a limit of templates.
  static func content(of draft: TemplateDraft) throws -> JSONValue {
    try TemplateInput.content(TemplateKind(draft), JSONFields(members(draft)))
  }

  private static func members(_ draft: TemplateDraft) -> [String: JSONValue] {
    switch draft {
    case .meal(let plan): ["meal_type": .string(plan.mealType), "foods": .array(plan.items.map(food))]
    case .workout(let plan):
      [
        "category": .string(plan.goal.rawValue), "estimated_duration_minutes": .integer(Int64(plan.minutes)),
        "exercises": .array(
          plan.sessions.flatMap { session in session.exercises.map { exercise($0, of: session.name) } }),
      ]
    case .wellness(let routine):
      [
        "focus_areas": [.string(routine.focus.rawValue)], "sleep_target": .number(routine.sleepTarget),
        "daily_habits": .array(routine.habits.map(habit)),
      ]
    }
  }

  private static func food(_ item: MealPlan.Item) -> JSONValue {
    [
      "day": item.day.map { .integer(Int64($0)) } ?? .null, "food_name": .string(item.food),
      "quantity": .number(item.grams), "unit": "g", "grams": .number(item.grams),
      "meal_type": .string(item.meal), "calories": .number(item.nutrients.energyKilocalories),
      "protein_g": .number(item.nutrients.protein), "carbs_g": .number(item.nutrients.carbohydrate),
      "fat_g": .number(item.nutrients.fat), "fiber_g": .number(item.nutrients.fiber),
      "sugar_g": .number(item.nutrients.sugar),
    ]
  }

  private static func exercise(_ exercise: WorkoutPlan.Exercise, of session: String) -> JSONValue {
    [
      "name": .string(exercise.name), "sets": .integer(Int64(exercise.sets)), "reps": .string(exercise.repetitions),
      "rest_seconds": .integer(Int64(exercise.restSeconds)), "session": .string(session),
    ]
  }

  private static func habit(_ habit: WellnessRoutine.Habit) -> JSONValue {
    [
      "name": .string(habit.name), "time": .string(habit.time), "minutes": .integer(Int64(habit.minutes)),
      "reason": .string(habit.reason),
    ]
  }
}
