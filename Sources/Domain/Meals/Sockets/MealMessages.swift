import API
import Bytes
import HealthModels
import JSONCodec
import Realtime

/// The declarations that the meal sockets share. Many values have several names, one for each client family.
enum MealMessages {
  static let connected = MessageDeclaration.sent(
    "connected", "The first frame of a connection.", [.string("user_id", "The account."), .timestamp],
    example: ["user_id": "u-1", "timestamp": "2026-01-15T12:00:00Z"])

  static let pong = MessageDeclaration.sent(
    "pong", "The answer to `ping`.", [.timestamp], example: ["timestamp": "2026-01-15T12:00:00Z"])

  static let error = MessageDeclaration.sent(
    "error", "A message was refused, or the connection is about to be closed.",
    [
      .string("error", "A short phrase."), .string("error_code", "The code."), .string("code", "The same code."),
      .string("details", "A sentence for people."), .timestamp,
    ],
    example: [
      "error": "Authentication failed", "error_code": "AUTH_FAILED", "code": "AUTH_FAILED",
      "details": "The access token is missing, wrong or expired.", "timestamp": "2026-01-15T12:00:00Z",
    ])

  /// The members of a meal log.
  static let log: [FieldDeclaration] =
    [
      .string("id", "The id of the log."), .string("meal_log_id", "The same id."), .string("user_id", "The account."),
      .string("raw_input", "The meal in the user's words."), .string("meal_type", "breakfast, lunch, dinner, snack."),
      .string("status", "processing, completed, failed or manual."), .string("logged_at", "The time of the meal."),
      .string("created_at", "RFC 3339."), .string("updated_at", "RFC 3339."),
      .string("processing_started_at", "RFC 3339.").nullable, .string("processing_completed_at", "RFC 3339.").nullable,
      .string("error_message", "The reason of a failure.").nullable,
      .string("error_code", "The code of a failure.").nullable,
      .array("items", of: .object(item), "The foods."), .integer("total_calories", "kcal."),
    ]
    + ["protein", "carbs", "fat", "fiber", "sugar"].flatMap { name -> [FieldDeclaration] in
      [.number("total_\(name)", "Grams."), .number("total_\(name)_g", "Grams.")]
    }

  /// The additional members of a log that could not be parsed.
  static let failure: [FieldDeclaration] = [
    .string("error", "The reason."), .string("details", "A sentence for people."),
    .array("suggestions", of: .string, "Ways to write the meal that can be parsed."),
  ]

  private static let item: [FieldDeclaration] =
    [
      .string("id", "The id of the item."), .string("meal_log_id", "The log."), .string("name", "The food."),
      .string("food_name", "The food."), .any("quantity", "Text, or a number with `?quantity=number`."),
      .string("quantity_text", "Amount and unit."), .number("quantity_value", "The amount."),
      .string("unit", "The unit of the amount."), .number("grams", "The weight; null if it is unknown.").nullable,
      .number("confidence", "0 to 1."), .number("confidence_score", "0 to 1."), .string("notes", "Parser notes."),
      .string("parsing_notes", "Parser notes."), .string("food_type", "The group of the food."),
      .integer("order_index", "From 0."), .string("created_at", "RFC 3339."), .integer("calories", "kcal."),
      .number("carbohydrates", "Grams."), .number("carbs_g", "Grams."),
    ]
    + ["protein", "fat", "fiber", "sugar"].flatMap { name -> [FieldDeclaration] in
      [.number(name, "Grams."), .number("\(name)_g", "Grams.")]
    }

  private static let moment = Timestamp(seconds: 1_768_478_400)
  private static let parsed = MealItem(
    id: "i-1", name: "Egg, boiled", quantityText: "2 pieces", quantityValue: 2, unit: "piece", grams: 100,
    nutrients: Nutrients(
      energyKilocalories: 155, protein: 12.6, carbohydrate: 1.1, fat: 10.6, fiber: 0, sugar: 1.1),
    confidence: 0.95, notes: "", foodType: "food", createdAt: moment)

  static let exampleLog = MealEvents.payload(example(.completed, items: [parsed]))

  static let exampleFailure = MealEvents.payload(
    example(.failed, items: []), details: "No food was recognised.", suggestions: ["2 eggs and a slice of bread"])

  private static func example(_ status: MealStatus, items: [MealItem]) -> MealLog {
    let hasFailed = status == .failed
    return MealLog(
      id: "l-1", userID: "u-1", rawInput: "2 boiled eggs", mealType: "breakfast", status: status, loggedAt: moment,
      processingStartedAt: moment, processingCompletedAt: moment, errorCode: hasFailed ? "PARSING_FAILED" : nil,
      errorMessage: hasFailed ? "The meal could not be read." : nil, createdAt: moment, updatedAt: moment, items: items)
  }
}
