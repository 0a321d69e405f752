import Bytes
import HealthModels

/// What became of a meal log.
enum MealStatus: String, Sendable {
  case processing, completed, failed
  /// Entered item by item.
  case manual
}

/// Which meal of the day.
enum MealType: String, Sendable, CaseIterable {
  case breakfast, lunch, dinner, snack
}

/// One meal and the foods in it.
struct MealLog: Sendable, Equatable {
  var id: String
  var userID: String
  /// The words of the user; empty for a manual log, never absent.
  var rawInput: String
  var mealType: String
  var status: MealStatus
  var loggedAt: Timestamp
  /// When the log was accepted for parsing, which is when it gets the status `processing`; nil for a manual log.
  var processingStartedAt: Timestamp?
  var processingCompletedAt: Timestamp?
  var errorCode: String?
  var errorMessage: String?
  var createdAt: Timestamp
  var updatedAt: Timestamp
  var items: [MealItem] = []

  /// The bytes that the log and its items count for. `0016_usage.sql` and `hearth check` use the same figures.
  var storedBytes: Int {
    items.reduce(400 + rawInput.utf8.count) { bytes, item in
      bytes + 300 + item.name.utf8.count + item.quantityText.utf8.count + item.unit.utf8.count + item.notes.utf8.count
    }
  }

  /// The sum of the items.
  var totals: Nutrients { items.reduce(.zero) { $0 + $1.nutrients } }
}

/// One food of a meal.
struct MealItem: Sendable, Equatable {
  var id: String
  var name: String
  /// "120g"
  var quantityText: String
  var quantityValue: Double
  var unit: String
  /// nil where a manual item did not say.
  var grams: Double?
  var nutrients: Nutrients
  /// 0 to 1
  var confidence: Double
  var notes: String
  /// `food`, `drink` or `water`
  var foodType: String
  var createdAt: Timestamp
}
