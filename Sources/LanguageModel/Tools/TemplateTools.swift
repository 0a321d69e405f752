/// What every template has.
private enum TemplateFields {
  static let name = ArgumentField(name: "name", schema: .text(1...100), description: "A short title.")
  static let description = ArgumentField(
    name: "description", schema: .text(0...500), description: "What it is for, in one or two sentences.",
    isRequired: false)
}

/// The arguments of `create_meal_template`.
package struct MealTemplateDraft: Sendable, Equatable {
  /// A food with its weight. What it contains is the table's to say, not the model's.
  package struct Item: Sendable, Equatable {
    /// 1 to 100 characters.
    package var food: String
    /// 1 to 2,000.
    package var grams: Double
    /// The meal of a day's plan that it belongs to; nil is the template's.
    package var meal: Meal?
  }

  package enum Meal: String, Sendable, CaseIterable {
    case breakfast, lunch, dinner, snack
    case preWorkout = "pre_workout"
    case postWorkout = "post_workout"
  }

  package var name: String
  package var description: String?
  package var meal: Meal
  /// 1 to 40.
  package var items: [Item]

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

extension MealTemplateDraft {
  init(_ arguments: ToolArguments) {
    name = arguments.text("name")
    description = arguments.optionalText("description")
    meal = Meal(rawValue: arguments.text("meal_type")) ?? .snack
    items = arguments.list("items").map { item in
      Item(food: item.text("food"), grams: item.number("grams") ?? 0, meal: Meal(rawValue: item.text("meal")))
    }
  }
}

/// The arguments of `create_wellness_template`.
package struct WellnessTemplateDraft: Sendable, Equatable {
  package struct Habit: Sendable, Equatable {
    /// 1 to 100 characters.
    package var name: String
    package var time: TimeOfDay
    /// 1 to 240.
    package var minutes: Int
    package var reason: String?
  }

  package enum TimeOfDay: String, Sendable, CaseIterable { case morning, noon, afternoon, evening }

  package enum Focus: String, Sendable, CaseIterable { case sleep, stress, energy, mobility, mindfulness }

  package var name: String
  package var description: String?
  package var focus: Focus
  /// 4 to 12.
  package var sleepHours: Double?
  /// 1 to 20.
  package var habits: [Habit]

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
}

extension WellnessTemplateDraft {
  init(_ arguments: ToolArguments) {
    name = arguments.text("name")
    description = arguments.optionalText("description")
    focus = Focus(rawValue: arguments.text("focus")) ?? .energy
    sleepHours = arguments.number("sleep_hours")
    habits = arguments.list("habits").map { habit in
      Habit(
        name: habit.text("name"), time: TimeOfDay(rawValue: habit.text("time")) ?? .morning,
        minutes: habit.integer("minutes") ?? 1, reason: habit.optionalText("reason"))
    }
  }
}
