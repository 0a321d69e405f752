import LanguageModel

/// The arguments of `get_meal_summary`.
struct MealSummaryQuery: Sendable, Equatable {
  var period: Period

  /// Days of the user's log; the ones with numbers end with today.
  enum Period: String, Sendable, CaseIterable {
    case today, yesterday
    case lastSevenDays = "last_7_days"
    case lastThirtyDays = "last_30_days"
  }

  static let schema = ArgumentSchema.object([
    ArgumentField(
      name: "period", schema: .choice(Period.allCases.map(\.rawValue)),
      description: "Which days; today where left out.",
      isRequired: false)
  ])
}

extension MealSummaryQuery {
  init(_ arguments: ToolArguments) { period = Period(rawValue: arguments.text("period")) ?? .today }
}

/// The arguments of `search_foods`.
struct FoodQuery: Sendable, Equatable {
  /// 1 to 100 characters.
  var text: String
  /// 1 to 20.
  var limit: Int

  static let schema = ArgumentSchema.object([
    ArgumentField(name: "query", schema: .text(1...100), description: "A food, in English: chicken breast."),
    ArgumentField(
      name: "limit", schema: .integer(1...20), description: "How many foods at most; 5 where left out.",
      isRequired: false),
  ])
}

extension FoodQuery {
  init(_ arguments: ToolArguments) {
    text = arguments.text("query")
    limit = arguments.integer("limit") ?? 5
  }
}
