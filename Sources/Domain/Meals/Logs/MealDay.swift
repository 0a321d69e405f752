import Bytes
import HealthModels
import Storage

/// The totals of the meals of one day (UTC).
struct MealDay: Sendable {
  var start: Timestamp
  /// The number of completed and manual logs of the day.
  var count: Int
  var totals: Nutrients

  private static let dayMilliseconds: Int64 = 86_400_000

  /// Returns the days that have logs, in order. The SQL shifts days before 1970 to positive values, because division
  /// truncates towards zero in both engines.
  static func totals(
    from: Timestamp, until: Timestamp, userID: String, in connection: any SQLConnection
  ) throws -> [MealDay] {
    let rows = try connection.query(
      """
      SELECT (l.logged_at + 86400000000000) / 86400000 - 1000000 AS day, COUNT(DISTINCT l.id) AS meals,
        SUM(i.calories) AS calories, SUM(i.protein) AS protein, SUM(i.carbohydrates) AS carbohydrates,
        SUM(i.fat) AS fat, SUM(i.fiber) AS fiber, SUM(i.sugar) AS sugar
      FROM meal_logs l LEFT JOIN meal_items i ON i.meal_log_id = l.id
      WHERE l.user_id = $1 AND l.logged_at >= $2 AND l.logged_at < $3 AND l.status IN ('completed', 'manual')
      GROUP BY day ORDER BY day
      """, [.text(userID), .integer(from.milliseconds), .integer(until.milliseconds)])
    return rows.compactMap { row in
      guard let day = row.integer("day"), let meals = row.integer("meals") else { return nil }
      func sum(_ name: String) -> Double { row.real(name) ?? 0 }
      return MealDay(
        start: Timestamp(milliseconds: day * dayMilliseconds), count: Int(meals),
        totals: Nutrients(
          energyKilocalories: sum("calories"), protein: sum("protein"), carbohydrate: sum("carbohydrates"),
          fat: sum("fat"), fiber: sum("fiber"), sugar: sum("sugar")))
    }
  }
}
