import HealthModels
import LanguageModel

/// The schema fields that all template tools have.
enum TemplateFields {
  static let name = ArgumentField(name: "name", schema: .text(1...100), description: "A short title.")
  static let description = ArgumentField(
    name: "description", schema: .text(0...500), description: "What it is for, in one or two sentences.",
    isRequired: false)
}

/// The arguments of `create_meal_template`.
///
/// The model names foods and weights only; their nutrients are read from the nutrition table.
struct MealPlanRequest: Sendable, Equatable {
  /// A food with its weight.
  struct Item: Sendable, Equatable {
    /// 1 to 100 characters.
    var food: String
    /// 1 to 2,000.
    var grams: Double
    /// The meal of a day's plan that the food belongs to; nil means the template's meal.
    var meal: Meal?
  }

  enum Meal: String, Sendable, CaseIterable {
    case breakfast, lunch, dinner, snack
    case preWorkout = "pre_workout"
    case postWorkout = "post_workout"
  }

  var name: String
  var description: String?
  var meal: Meal
  /// 1 to 40.
  var items: [Item]

  private static let meals = ArgumentSchema.choice(Meal.allCases.map(\.rawValue))
  static let schema = ArgumentSchema.object([
    TemplateFields.name, TemplateFields.description,
    ArgumentField(
      name: "meal_type", schema: meals, description: "The meal that it is for; of a whole day the main one."),
    ArgumentField(
      name: "items",
      schema: .list(
        of: .object([
          ArgumentField(name: "food", schema: .text(1...100), description: "As search_foods names it."),
          ArgumentField(name: "grams", schema: .number(1...2000), description: "The weight as eaten."),
          ArgumentField(
            name: "meal", schema: meals, description: "In a day's plan, the meal it belongs to.", isRequired: false),
        ]), count: 1...40), description: "The foods."),
  ])
}

extension MealPlanRequest {
  init(_ arguments: ToolArguments) {
    name = arguments.text("name")
    description = arguments.optionalText("description")
    meal = Meal(rawValue: arguments.text("meal_type")) ?? .snack
    items = arguments.list("items").map { item in
      Item(food: item.text("food"), grams: item.number("grams") ?? 0, meal: Meal(rawValue: item.text("meal")))
    }
  }
}

/// The arguments of `create_wellness_template`: 1 to 20 habits of 1 to 240 minutes.
extension WellnessRoutine {
  private enum TimeOfDay: String, CaseIterable { case morning, noon, afternoon, evening }

  static let schema = ArgumentSchema.object([
    TemplateFields.name, TemplateFields.description,
    ArgumentField(
      name: "focus", schema: .choice(Focus.allCases.map(\.rawValue)), description: "What the routine is good for."),
    ArgumentField(
      name: "sleep_hours", schema: .number(4...12), description: "How long to sleep a night.", isRequired: false),
    ArgumentField(
      name: "habits",
      schema: .list(
        of: .object([
          ArgumentField(name: "name", schema: .text(1...100), description: "What to do."),
          ArgumentField(
            name: "time", schema: .choice(TimeOfDay.allCases.map(\.rawValue)), description: "When on the day."),
          ArgumentField(name: "minutes", schema: .integer(1...240), description: "How long it takes."),
          ArgumentField(
            name: "reason", schema: .text(0...300), description: "Why, in one sentence.", isRequired: false),
        ]), count: 1...20), description: "What to do each day."),
  ])

  init(_ arguments: ToolArguments) {
    self.init(
      name: arguments.text("name"), description: arguments.text("description"),
      focus: Focus(rawValue: arguments.text("focus")) ?? .energy,
      sleepTarget: arguments.number("sleep_hours") ?? 7.5,
      habits: arguments.list("habits").map { habit in
        Habit(
          name: habit.text("name"), time: habit.text("time"), minutes: habit.integer("minutes") ?? 1,
          reason: habit.text("reason"))
      })
  }
}
