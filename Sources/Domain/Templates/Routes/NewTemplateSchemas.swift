import API

/// The JSON types of templates in requests.
enum NewTemplateSchemas {
  private typealias Limits = TemplateLimits

  /// A template that a client creates.
  static func template(_ kind: TemplateKind) -> Schema {
    .object([name] + members + content(kind), named: "New\(kind.title)Template")
  }

  /// The changes of a template.
  static func change(_ kind: TemplateKind) -> Schema {
    let status = FieldDeclaration.string("status", oneOf: TemplateStatus.allCases.map(\.rawValue), "The state.")
    let fields: [FieldDeclaration] = [name] + members + [status] + content(kind)
    return .object(fields.map(\.optionalOrNull), named: "\(kind.title)TemplateChange")
  }

  /// The options of a copy.
  static let copy = Schema.object([
    .text("name", length: Limits.name, "Default: the name of the template and ` (copy)`.").optionalOrNull
  ])

  private static let name = FieldDeclaration.text("name", length: Limits.name, "The name.")

  private static let members: [FieldDeclaration] = [
    .text("description", length: Limits.description, "Empty if it is absent.").optionalOrNull,
    FieldDeclaration.boolean("is_public", "Whether every account may read and copy it; false if it is absent.")
      .or("isPublic").optionalOrNull,
  ]

  private static func content(_ kind: TemplateKind) -> [FieldDeclaration] {
    switch kind {
    case .meal: meal
    case .workout: workout
    case .wellness: wellness
    }
  }

  // MARK: - Content

  private static let meal: [FieldDeclaration] = [
    .array("foods", of: food, count: 1...Limits.entries, "The foods."),
    FieldDeclaration.string("meal_type", oneOf: TemplateInput.mealTypes, "The meal; `snack` if it is absent.")
      .or("mealType").optionalOrNull,
  ]

  private static let food = Schema.object(
    [
      FieldDeclaration.text("food_name", length: Limits.name, "The name.").or("name"),
      .number("calories", in: Limits.amount, "Kilocalories."),
      .number("quantity", in: Limits.amount, "The amount, in `unit`; 1 if it is absent.").optionalOrNull,
      .text("unit", length: Limits.unit, "The unit; `serving` if it is absent.").optionalOrNull,
      .number("grams", in: Limits.amount, "The weight.").optionalOrNull,
      .string("meal_type", oneOf: TemplateInput.mealTypes, "The meal of a day's plan.").optionalOrNull,
      .integer("day", in: 1...31, "The day of a plan of several days.").optionalOrNull,
      nutrient("protein_g").or("protein"), nutrient("carbs_g").or("carbs", "carbohydrates"),
      nutrient("fat_g").or("fat"), nutrient("fiber_g").or("fiber"), nutrient("sugar_g").or("sugar"),
    ], named: "NewMealTemplateFood")

  private static func nutrient(_ name: String) -> FieldDeclaration {
    .number(name, in: Limits.amount, "Grams; 0 if it is absent.").optionalOrNull
  }

  private static let workout: [FieldDeclaration] = [
    .array("exercises", of: exercise, count: 1...Limits.entries, "The exercises."),
    .text("category", length: Limits.category, "Free text; `general` if it is absent.").optionalOrNull,
    FieldDeclaration.string(
      "difficulty_level", oneOf: TemplateInput.difficulties, "The level; `beginner` if it is absent."
    ).or("difficulty").optionalOrNull,
    FieldDeclaration.integer("estimated_duration_minutes", in: Limits.minutes, "Minutes; 45 if it is absent.")
      .or("duration_minutes").optionalOrNull,
  ]

  private static let exercise = Schema.object(
    [
      FieldDeclaration.text("exercise_name", length: Limits.name, "The name.").or("name"),
      .integer("sets", in: Limits.sets, "The number of sets; 1 if it is absent.").optionalOrNull,
      FieldDeclaration(
        "reps", .oneOf(.integer(in: Limits.repetitions), .text(length: Limits.repetitionText)),
        "Repetitions: a number, or text such as `8-12` or `30 s`."
      ).or("repetitions").optionalOrNull,
      .integer("rest_seconds", in: Limits.restSeconds, "The pause between sets; 60 if it is absent.").optionalOrNull,
      .text("notes", length: Limits.notes, "Free text.").optionalOrNull,
      .text("session", length: Limits.session, "The session of a plan with several.").optionalOrNull,
      .number("duration_minutes", in: Limits.durationMinutes, "Minutes.").optionalOrNull,
    ], named: "NewTemplateExercise")

  private static let wellness: [FieldDeclaration] = [
    .array(
      "focus_areas", of: .string(length: Limits.focusArea).matching(#"[^\u0000]*"#), count: 0...Limits.focusAreas,
      "Free texts."
    ).optionalOrNull,
    .array("daily_habits", of: habit, count: 0...Limits.entries, "The habits.").optionalOrNull,
    .number("sleep_target", in: Limits.sleepHours, "Hours.").optionalOrNull,
  ]

  private static let habit = Schema.object(
    [
      FieldDeclaration.text("name", length: Limits.name, "The name.").or("habit"),
      FieldDeclaration.text("time", length: Limits.time, "The time of day, in words.").or("time_of_day")
        .optionalOrNull,
      FieldDeclaration.integer("minutes", in: Limits.minutes, "Minutes; 0 if it is absent.").or("duration_minutes")
        .optionalOrNull,
      FieldDeclaration.text("reason", length: Limits.notes, "Free text.").or("notes").optionalOrNull,
    ], named: "NewTemplateHabit")
}
