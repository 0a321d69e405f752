import JSONCodec

/// The events of a meal log, as they stand in the outbox.
enum MealEvents {
  static let processing = "meal_log.processing"
  static let completed = "meal_log.completed"
  static let failed = "meal_log.failed"

  /// What every dialect renders from: the log, and for a failure why and what to do.
  static func payload(_ log: MealLog, details: String = "", suggestions: [String] = []) -> JSONValue {
    guard log.status == .failed else { return MealLogJSON.log(log) }
    return MealLogJSON.log(log).merging([
      "error": .string(log.errorMessage ?? ""), "details": .string(details),
      "suggestions": .array(suggestions.map(JSONValue.string)),
    ])
  }
}
