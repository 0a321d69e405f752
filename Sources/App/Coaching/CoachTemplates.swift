import Bytes
import Coach
import Consultations
import HealthModels
import JSONCodec
import Storage
import Templates
import Web

/// Stores what the coach made among the user's templates.
struct CoachTemplates: TemplateKeeper {
  let templates: TemplatesService

  func keep(_ draft: TemplateDraft, userID: String, in connection: any SQLConnection) throws -> String {
    let (kind, members) = Self.content(draft)
    let template = templates.draft(
      kind, userID: userID, name: draft.name, description: draft.description,
      content: try TemplateInput.content(kind, JSONFields(members)), by: .ai)
    try templates.insert(template, in: connection)
    return template.id
  }

  /// The content as a client would have sent it.
  private static func content(_ draft: TemplateDraft) -> (TemplateKind, [String: JSONValue]) {
    switch draft {
    case .meal(let plan):
      return (.meal, ["meal_type": .string(plan.mealType), "foods": .array(plan.items.map(food))])
    case .workout(let plan):
      let exercises = plan.sessions.flatMap { session in session.exercises.map { exercise($0, of: session.name) } }
      return (
        .workout,
        [
          "category": .string(plan.goal.rawValue), "estimated_duration_minutes": .integer(Int64(plan.minutes)),
          "exercises": .array(exercises),
        ]
      )
    case .wellness(let routine):
      return (
        .wellness,
        [
          "focus_areas": [.string(routine.focus.rawValue)], "sleep_target": .number(routine.sleepTarget),
          "daily_habits": .array(routine.habits.map(habit)),
        ]
      )
    }
  }

  private static func food(_ item: MealPlan.Item) -> JSONValue {
    [
      "food_name": .string(item.food), "quantity": .number(item.grams), "unit": "g", "grams": .number(item.grams),
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
