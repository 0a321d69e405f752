import Bytes
import HealthModels
import JSONCodec

/// The examples of the declarations of REST and sockets, in the form that the encoder gives them.
enum MealExamples {
  static let completed = MealEvents.payload(log(.completed, items: [egg]))
  static let processing = MealEvents.payload(log(.processing))
  static let manual = MealEvents.payload(log(.manual, items: [egg]))
  static let failed = MealEvents.payload(log(.failed))

  static let day = JSONValue.object(MealLogJSON.totals(egg.nutrients)).merging(["date": "2026-01-15", "meal_count": 1])

  /// An item of a request.
  static let newItem: JSONValue = [
    "food_name": "Egg, boiled", "quantity": 2, "unit": "piece", "grams": 100, "calories": 155, "protein_g": 12.6,
    "carbs_g": 1.1, "fat_g": 10.6,
  ]

  private static let noon = Timestamp(seconds: 1_768_478_400)

  private static let egg = MealItem(
    id: "3a76a52d-26f3-432c-8fd3-9a4d43f0b506", name: "Egg, boiled", quantityText: "2 pieces", quantityValue: 2,
    unit: "piece", grams: 100,
    nutrients: Nutrients(
      energyKilocalories: 155, protein: 12.6, carbohydrate: 1.1, fat: 10.6, fiber: 0, sugar: 1.1),
    confidence: 0.95, notes: "", foodType: "food", createdAt: noon)

  private static func log(_ status: MealStatus, items: [MealItem] = []) -> MealLog {
    let isFailed = status == .failed
    let isEnded = isFailed || status == .completed
    return MealLog(
      id: "949af829-d804-4e23-95a3-da722ef90680", userID: "ee472072-a8f8-468a-84c7-c6e1506613fd",
      rawInput: status == .manual ? "" : "2 boiled eggs", mealType: "breakfast", status: status, loggedAt: noon,
      processingStartedAt: status == .manual ? nil : noon, processingCompletedAt: isEnded ? noon : nil,
      errorCode: isFailed ? "PARSING_FAILED" : nil, errorMessage: isFailed ? "Failed to parse meal input" : nil,
      failure: isFailed
        ? MealFailure(details: "No food was recognised.", suggestions: ["2 eggs and a slice of bread"]) : nil,
      createdAt: noon, updatedAt: noon, items: items)
  }
}
