import API

/// The JSON types of templates in responses.
enum TemplateSchemas {
  /// A template with its content, which is also in `plan_data`.
  static func template(_ kind: TemplateKind) -> Schema {
    switch kind {
    case .meal: mealTemplate
    case .workout: workoutTemplate
    case .wellness: wellnessTemplate
    }
  }

  /// The ids of a template.
  static let ids: [FieldDeclaration] = [
    .init("id", .uuid, "The id of the template."), .init("template_id", .uuid, "The same id."),
  ]

  /// The foods of a meal template.
  static let foods = FieldDeclaration.array("foods", of: food, "The foods.")

  /// The totals of a meal template.
  static let totals: [FieldDeclaration] =
    [.count("total_calories", "Kilocalories.")]
    + ["protein", "carbs", "fat", "fiber", "sugar"].map { FieldDeclaration.number("total_\($0)", "Grams.") }

  private static let mealTemplate = template(
    .meal, [.string("meal_type", oneOf: TemplateInput.mealTypes, "The meal."), foods] + totals)

  private static let workoutTemplate = template(
    .workout,
    [
      .string("category", "Free text."), .string("difficulty_level", oneOf: TemplateInput.difficulties, "The level."),
      .count("estimated_duration_minutes", "Minutes."), .array("exercises", of: exercise, "The exercises."),
      .count("exercise_count", "The number of exercises."),
    ])

  private static let wellnessTemplate = template(
    .wellness,
    [
      .array("focus_areas", of: .string, "Free texts."), .array("daily_habits", of: habit, "The habits."),
      .number("sleep_target", "Hours; null if it is not set.").nullable,
    ])

  private static func template(_ kind: TemplateKind, _ content: [FieldDeclaration]) -> Schema {
    let name = "\(kind.title)Template"
    let common: [FieldDeclaration] = [
      .init("user_id", .uuid, "The owner."), .string("type", oneOf: [kind.rawValue], "The kind."),
      .string("name", "The name."), .string("description", "The description; may be empty."),
      .string(
        "status", oneOf: TemplateStatus.allCases.map(\.rawValue),
        "The state. A wellness template of the coach is `pending` at first, all others are `active`."),
      .boolean("is_public", "Whether every account may read and copy it."), .boolean("is_system", "Always false."),
      .string("created_by", oneOf: TemplateAuthor.allCases.map(\.rawValue), "The author; `ai` is the coach."),
      .boolean("can_be_edited", "Whether it is the account's own and not rejected."),
      .init("plan_data", .object(content, named: name + "Content"), "The content once more, as one object."),
      .time("created_at", "The time of creation."), .time("updated_at", "The time of the last change."),
    ]
    return .object(ids + common + content, named: name)
  }

  private static let food = Schema.object(
    [
      .string("name", "The name."), .string("food_name", "The same as `name`."),
      .number("quantity", "The amount, in `unit`."), .string("unit", "The unit."),
      .count("order_index", "The position, from 0."), .number("grams", "The weight.").optional,
      .string("meal_type", oneOf: TemplateInput.mealTypes, "The meal of a day's plan.").optional,
      .integer("day", in: 1...31, "The day of a plan of several days.").optional,
      .count("calories", "Kilocalories."),
      .number("protein_g", "Grams."), .number("carbs_g", "Grams."), .number("fat_g", "Grams."),
      .number("fiber_g", "Grams."), .number("sugar_g", "Grams."),
    ], named: "MealTemplateFood")

  private static let exercise = Schema.object(
    [
      .string("name", "The name."), .string("exercise_name", "The same as `name`."),
      .count("order_index", "The position, from 0."), .count("sets", "The number of sets."),
      .string("reps", "Repetitions, such as `8-12` or `30 s`; may be empty."),
      .count("rest_seconds", "The pause between sets."), .string("notes", "May be empty."),
      .string("session", "The session of a plan with several.").optional,
      .number("duration_minutes", "Minutes.").optional,
    ], named: "TemplateExercise")

  private static let habit = Schema.object(
    [
      .string("name", "The name."), .count("order_index", "The position, from 0."),
      .string("time", "The time of day, in words; may be empty."), .count("minutes", "Minutes; 0 if it is not set."),
      .string("reason", "May be empty."),
    ], named: "TemplateHabit")
}
