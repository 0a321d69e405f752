import JSONCodec

/// The kinds and payloads of the events of a meal log in the outbox.
enum MealEvents {
  static let processing = "meal_log.processing"
  static let completed = "meal_log.completed"
  static let failed = "meal_log.failed"

  /// The payload from which every dialect renders: the log, and `error` of a failed one.
  static func payload(_ log: MealLog) -> JSONValue {
    guard log.status == .failed else { return MealLogJSON.log(log) }
    return MealLogJSON.log(log).merging(["error": .string(log.errorMessage ?? "")])
  }
}
