import API
import HealthModels
import Nutrition

/// The JSON types of meal logs, for REST and for both sockets. Many values have several names, one for each client
/// family.
enum MealSchemas {
  /// A log as REST responses contain it.
  static let log = Schema.object(logFields(of: item) + failure.map(\.optional), named: "MealLog")

  /// The response to a meal in words.
  static let acceptedLog = Schema.object(
    logFields(of: item) + failure.map(\.optional) + [
      .integer("estimated_completion_seconds", "The expected time until the log is parsed.")
    ],
    named: "AcceptedMealLog")

  /// A completed log in a frame of `/ws/meal-logs`.
  static let completedLog = Schema.object(logFields(of: frameItem), named: "CompletedMealLog")

  /// A failed log in a frame of `/ws/meal-logs`.
  static let failedLog = Schema.object(logFields(of: frameItem) + [error] + failure, named: "FailedMealLog")

  /// A log of any status in a frame of `/ws`.
  static let logUpdate = Schema.object(
    logFields(of: item) + ([error] + failure).map(\.optional), named: "MealLogUpdate")

  /// The totals of one day.
  static let day = Schema.object(
    [
      .init("date", .date, "The day in the time zone of the request."),
      .count("meal_count", "The number of completed and manual logs of the day."),
    ] + totals, named: "MealDay")

  /// An item that a client sends.
  static let newItem = Schema.object(
    [
      .text("food_name", length: MealInput.nameLength, "The name of the food.").or("name"),
      .number("quantity", in: MealInput.amounts, "The amount, in `unit`."),
      .text("unit", length: MealInput.unitLength, "The unit of the amount."),
      .number("grams", in: MealInput.amounts, "The weight; if it is absent, it follows from a unit of mass.")
        .optionalOrNull,
      .number("calories", in: MealInput.amounts, "Kilocalories."),
      .number("protein_g", in: MealInput.amounts, "Grams."), .number("carbs_g", in: MealInput.amounts, "Grams."),
      .number("fat_g", in: MealInput.amounts, "Grams."),
      .number("fiber_g", in: MealInput.amounts, "Grams; 0 if it is absent.").optionalOrNull,
      .number("sugar_g", in: MealInput.amounts, "Grams; 0 if it is absent.").optionalOrNull,
      .any("food_type", "`food`, `drink` or `water`. Any other value means `food`.").optionalOrNull,
    ], named: "NewMealItem")

  private static let item = Schema.object(itemFields(quantity: .string, "Amount and unit."), named: "MealItem")

  private static let frameItem = Schema.object(
    itemFields(
      quantity: .oneOf(.string, .number), "Amount and unit; with `?quantity=number` the same as `quantity_value`."),
    named: "MealFrameItem")

  private static func logFields(of item: Schema) -> [FieldDeclaration] {
    [
      .init("id", .uuid, "The id of the log."), .init("meal_log_id", .uuid, "The same id."),
      .init("user_id", .uuid, "The account."), .string("raw_input", "The meal in words; empty for a manual log."),
      .string("meal_type", oneOf: MealType.allCases.map(\.rawValue), "The meal of the day."),
      .string("status", oneOf: MealStatus.allCases.map(\.rawValue), "`manual` is a log that was never parsed."),
      .time("logged_at", "The time of the meal."), .time("created_at", "The time of creation."),
      .time("updated_at", "The time of the last change."),
      .time("processing_started_at", "The time at which the log was accepted for parsing.").nullable,
      .time("processing_completed_at", "The time at which parsing ended.").nullable,
      .string("error_message", "The reason of a failure.").nullable,
      .string("error_code", oneOf: ["PARSING_FAILED"], "The code of a failure.").nullable,
      .array("items", of: item, "The foods, in the order of the text; empty until the log is completed."),
    ] + totals
  }

  private static let totals: [FieldDeclaration] =
    [.count("total_calories", "Kilocalories.")]
    + ["protein", "carbs", "fat", "fiber", "sugar"].flatMap { name -> [FieldDeclaration] in
      [.number("total_\(name)_g", "Grams."), .number("total_\(name)", "The same as `total_\(name)_g`.")]
    }

  /// The name that frames of a failed log have for `error_message`.
  private static let error = FieldDeclaration.string("error", "The same as `error_message`.")

  /// The additional members of a log that could not be parsed.
  private static let failure: [FieldDeclaration] = [
    .string("details", "More about the reason of a failure, for people."),
    .array("suggestions", of: .string, "The nearest foods, or ways to write the meal that can be parsed."),
  ]

  private static func itemFields(quantity: Schema, _ summary: String) -> [FieldDeclaration] {
    let figures = [
      ("protein", "protein"), ("carbs", "carbohydrates"), ("fat", "fat"), ("fiber", "fiber"), ("sugar", "sugar"),
    ]
    return [
      .init("id", .uuid, "The id of the item."), .init("meal_log_id", .uuid, "The id of its log."),
      .string("name", "The name of the food."), .string("food_name", "The same as `name`."),
      .string("name_localized", "The name in the language of the text; null if that is English or has none.")
        .nullable,
      .init("quantity", quantity, summary), .string("quantity_text", "Amount and unit."),
      .number("quantity_value", "The amount, in `unit`."), .string("unit", "The unit of the amount."),
      .number("grams", "The weight; null if a manual item has neither `grams` nor a unit of mass.").nullable,
      .number("confidence", in: 0...1, "The share of such readings that are right; 1 for a manual item."),
      .number("confidence_score", in: 0...1, "The same as `confidence`."),
      .string("notes", "The assumptions of the parser."), .string("parsing_notes", "The same as `notes`."),
      .string("food_type", oneOf: FoodKind.allCases.map(\.rawValue), "The kind of the food."),
      .count("order_index", "The position in the log, from 0."), .time("created_at", "The time of creation."),
      .count("calories", "Kilocalories."),
    ]
      + figures.flatMap { name, other -> [FieldDeclaration] in
        [.number("\(name)_g", "Grams."), .number(other, "The same as `\(name)_g`.")]
      }
  }
}
