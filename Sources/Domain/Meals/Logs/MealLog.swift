import Bytes
import HealthModels
import JSONCodec

/// The state of a meal log.
enum MealStatus: String, Sendable, CaseIterable {
  case processing, completed, failed
  /// Entered item by item, never parsed.
  case manual
}

/// A meal of the day.
enum MealType: String, Sendable, CaseIterable {
  case breakfast, lunch, dinner, snack
}

/// One logged meal with its foods.
struct MealLog: Sendable, Equatable {
  var id: String
  var userID: String
  /// The text of the user; empty for a manual log.
  var rawInput: String
  /// The code of the language in which the text is probably written; nil if neither the request nor the profile
  /// names one that is supported.
  var language: String?
  var mealType: String
  var status: MealStatus
  var loggedAt: Timestamp
  /// The time at which the log got the status `processing`; nil for a manual log.
  var processingStartedAt: Timestamp?
  var processingCompletedAt: Timestamp?
  var errorCode: String?
  var errorMessage: String?
  /// nil unless the status is `failed`.
  var failure: MealFailure?
  var createdAt: Timestamp
  var updatedAt: Timestamp
  var items: [MealItem] = []

  /// The bytes that the log and its items count for in the user's quota. `0016_usage.sql` and `hearth check` use the
  /// same constants.
  var storedBytes: Int {
    items.reduce(400 + rawInput.utf8.count + (failure?.encoded.utf8.count ?? 0)) { bytes, item in
      bytes + 300 + item.name.utf8.count + item.quantityText.utf8.count + item.unit.utf8.count + item.notes.utf8.count
    }
  }

  /// The sum of the items.
  var totals: Nutrients { items.reduce(.zero) { $0 + $1.nutrients } }

  /// Sets the state of a log that a job will parse.
  mutating func startProcessing(at now: Timestamp) {
    status = .processing
    errorCode = nil
    errorMessage = nil
    failure = nil
    processingStartedAt = now
    processingCompletedAt = nil
    updatedAt = now
  }
}

/// More about the reason for which a meal could not be parsed, for people.
struct MealFailure: Sendable, Equatable {
  var details: String
  /// The nearest foods, or ways to write the meal that can be parsed.
  var suggestions: [String]

  /// The form in the database.
  var encoded: String {
    JSONValue.object([
      "details": .string(details), "suggestions": .array(suggestions.map(JSONValue.string)),
    ]).text
  }
}

extension MealFailure {
  /// The value of the form in the database; nil if it is not such a form.
  init?(encoded: String) {
    guard let value = try? JSONValue(parsing: Array(encoded.utf8)) else { return nil }
    self.init(
      details: value["details"]?.stringValue ?? "",
      suggestions: value["suggestions"]?.arrayValue?.compactMap(\.stringValue) ?? [])
  }
}

/// One food of a logged meal.
struct MealItem: Sendable, Equatable {
  var id: String
  var name: String
  /// The name in the language of the text; nil if that is English or has no name for the food.
  var localizedName: String?
  /// The amount as text: "120g".
  var quantityText: String
  var quantityValue: Double
  var unit: String
  /// The weight; nil for a manual item without one.
  var grams: Double?
  var nutrients: Nutrients
  /// The confidence of the parser, 0 to 1; 1 for a manual item.
  var confidence: Double
  var notes: String
  /// `food`, `drink` or `water`.
  var foodType: String
  var createdAt: Timestamp
}
