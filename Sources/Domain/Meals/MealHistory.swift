import Bytes
package import JSONCodec
import Web

/// What a user ate lately, for other capabilities.
package struct MealHistory: Sendable {
  /// Energy in kilocalories, everything else in grams.
  package struct Figures: Sendable {
    package var calories, protein, carbohydrates, fat, fiber, sugar: Double

    init(_ nutrients: MealNutrients) {
      calories = nutrients.calories
      protein = nutrients.protein
      carbohydrates = nutrients.carbohydrates
      fat = nutrients.fat
      fiber = nutrients.fiber
      sugar = nutrients.sugar
    }
  }

  /// The sum of one day (UTC).
  package struct Day: Sendable {
    package var date: String
    package var meals: Int
    package var figures: Figures
  }

  /// One logged meal.
  package struct Meal: Sendable {
    package var date: String
    package var type: String
    package var foods: [String]
    package var figures: Figures
  }

  /// Oldest first.
  package var days: [Day]
  /// Newest first.
  package var meals: [Meal]
}

extension MealsService {
  /// The last days (UTC) with today, and the last ten meals of a user.
  package func history(of userID: String, days: Int) async throws -> MealHistory {
    let now = environment.now()
    let today = Timestamp(date: now.date) ?? now
    let sums = try await totals(
      from: today.advanced(by: .seconds(-86400 * (max(1, days) - 1))), until: today.advanced(by: .seconds(86400)),
      userID: userID)
    var filter = MealLogFilter()
    filter.page.limit = 20
    let logs = try await list(filter, userID: userID).logs.filter { !$0.items.isEmpty }.prefix(10)
    return MealHistory(
      days: sums.map { .init(date: $0.start.date, meals: $0.count, figures: .init($0.totals)) },
      meals: logs.map {
        .init(
          date: $0.loggedAt.date, type: $0.mealType, foods: $0.items.map(\.name), figures: .init($0.totals))
      })
  }

  /// Logs foods with their figures, as `POST /api/v1/meal-logs/batch` does.
  ///
  /// - Parameter body: as of that request. - Returns: the log as it is shown. - Throws: `Problem`.
  package func logManually(_ body: [String: JSONValue], userID: String) async throws -> JSONValue {
    let now = environment.now()
    var log = MealLog(
      id: environment.newID(), userID: userID, rawInput: "", mealType: try MealInput.mealType(body), status: .manual,
      loggedAt: try MealInput.loggedAt(body, now: now), createdAt: now, updatedAt: now)
    log.items = try MealInput.items(body, environment: environment)
    return MealLogJSON.log(try await logManually(log, as: nil))
  }
}
