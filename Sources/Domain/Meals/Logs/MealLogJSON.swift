import Bytes
import HealthModels
import JSONCodec

/// The JSON form of a meal log, with the member names of all client families (C17 to C25).
enum MealLogJSON {
  /// Returns a log with its items; `quantity` is text.
  static func log(_ log: MealLog) -> JSONValue {
    let members: [String: JSONValue] = [
      "id": .string(log.id), "meal_log_id": .string(log.id), "user_id": .string(log.userID),
      "raw_input": .string(log.rawInput), "meal_type": .string(log.mealType), "status": .string(log.status.rawValue),
      "logged_at": .string(log.loggedAt.rfc3339), "created_at": .string(log.createdAt.rfc3339),
      "updated_at": .string(log.updatedAt.rfc3339),
      "processing_started_at": .optional(log.processingStartedAt?.rfc3339),
      "processing_completed_at": .optional(log.processingCompletedAt?.rfc3339),
      "error_message": .optional(log.errorMessage), "error_code": .optional(log.errorCode),
      "items": .array(log.items.enumerated().map { item($1, index: $0, logID: log.id) }),
    ]
    return JSONValue.object(members).merging(totals(log.totals)).merging(failure(of: log))
  }

  /// Returns the additional members of a failed log. The member `error` of frames is none of them: in a flat response it
  /// is a member of the envelope.
  private static func failure(of log: MealLog) -> [String: JSONValue] {
    guard log.status == .failed else { return [:] }
    return [
      "details": .string(log.failure?.details ?? ""),
      "suggestions": .array(log.failure?.suggestions.map(JSONValue.string) ?? []),
    ]
  }

  /// Returns the totals under all their names.
  static func totals(_ totals: Nutrients) -> [String: JSONValue] {
    let protein = grams(totals.protein)
    let carbohydrates = grams(totals.carbohydrate)
    let fat = grams(totals.fat)
    let fiber = grams(totals.fiber)
    let sugar = grams(totals.sugar)
    return [
      "total_calories": calories(totals.energyKilocalories), "total_protein": protein, "total_protein_g": protein,
      "total_carbs": carbohydrates, "total_carbs_g": carbohydrates, "total_fat": fat, "total_fat_g": fat,
      "total_fiber": fiber, "total_fiber_g": fiber, "total_sugar": sugar, "total_sugar_g": sugar,
    ]
  }

  private static func item(_ item: MealItem, index: Int, logID: String) -> JSONValue {
    let nutrients = item.nutrients
    let protein = grams(nutrients.protein)
    let carbohydrates = grams(nutrients.carbohydrate)
    let fat = grams(nutrients.fat)
    let fiber = grams(nutrients.fiber)
    let sugar = grams(nutrients.sugar)
    return [
      "id": .string(item.id), "meal_log_id": .string(logID), "name": .string(item.name),
      "food_name": .string(item.name), "name_localized": .optional(item.localizedName),
      "quantity": .string(item.quantityText),
      "quantity_text": .string(item.quantityText), "quantity_value": .number(item.quantityValue),
      "unit": .string(item.unit), "grams": .optional(item.grams.map(oneDecimal)),
      "confidence": .number(item.confidence), "confidence_score": .number(item.confidence),
      "notes": .string(item.notes), "parsing_notes": .string(item.notes), "food_type": .string(item.foodType),
      "order_index": .integer(Int64(index)), "created_at": .string(item.createdAt.rfc3339),
      "calories": calories(nutrients.energyKilocalories), "protein": protein, "protein_g": protein,
      "carbohydrates": carbohydrates, "carbs_g": carbohydrates, "fat": fat, "fat_g": fat, "fiber": fiber,
      "fiber_g": fiber, "sugar": sugar, "sugar_g": sugar,
    ]
  }

  /// Returns an integer, because one client's model cannot decode 198.5 (docs/api/rest-meal-logs.md#item).
  static func calories(_ value: Double) -> JSONValue {
    .integer(Int64(min(max(value.rounded(), 0), 1e9)))
  }

  static func grams(_ value: Double) -> JSONValue { .number(oneDecimal(value)) }

  /// Rounds to one decimal.
  private static func oneDecimal(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
