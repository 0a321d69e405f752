import Bytes
import HealthModels
import Storage

/// The totals of the meals of one day in a time zone.
struct MealDay: Sendable {
  /// `2026-01-15`.
  var date: String
  /// The number of completed and manual logs of the day.
  var count: Int
  var totals: Nutrients

  private static let dayMilliseconds: Int64 = 86_400_000

  /// Returns the days that have logs, in order.
  static func totals(
    in range: Range<Timestamp>, zone: TimeZoneRules, userID: String, in connection: any SQLConnection
  ) throws -> [MealDay] {
    let bounds = [range.lowerBound] + zone.changes(in: range) + [range.upperBound]
    let statements = zip(bounds, bounds.dropFirst()).filter { $0 < $1 }.map { from, until in
      statement(from: from, until: until, offset: zone.offset(at: from), userID: userID)
    }
    // A day on which the offset changes has a part in both periods.
    let days = try connection.queries(statements).joined().compactMap(day).reduce(into: [String: MealDay]()) {
      days, part in
      let other = days[part.date]
      days[part.date] = MealDay(
        date: part.date, count: part.count + (other?.count ?? 0), totals: part.totals + (other?.totals ?? .zero))
    }
    return days.values.sorted { $0.date < $1.date }
  }

  /// The days of a period in which the offset from UTC does not change, in seconds. The SQL shifts days before 1970 to
  /// positive values, because division truncates towards zero in both engines.
  private static func statement(from: Timestamp, until: Timestamp, offset: Int64, userID: String) -> SQLStatement {
    SQLStatement(
      sql: """
        SELECT (l.logged_at + $4 + 86400000000000) / 86400000 - 1000000 AS day, COUNT(DISTINCT l.id) AS meals,
          SUM(i.calories) AS calories, SUM(i.protein) AS protein, SUM(i.carbohydrates) AS carbohydrates,
          SUM(i.fat) AS fat, SUM(i.fiber) AS fiber, SUM(i.sugar) AS sugar
        FROM meal_logs l LEFT JOIN meal_items i ON i.meal_log_id = l.id
        WHERE l.user_id = $1 AND l.logged_at >= $2 AND l.logged_at < $3 AND l.status IN ('completed', 'manual')
        GROUP BY day ORDER BY day
        """,
      arguments: [
        .text(userID), .integer(from.milliseconds), .integer(until.milliseconds), .integer(offset * 1000),
      ])
  }

  private static func day(_ row: Row) -> MealDay? {
    guard let day = row.integer("day"), let meals = row.integer("meals") else { return nil }
    func sum(_ name: String) -> Double { row.real(name) ?? 0 }
    return MealDay(
      date: Timestamp(milliseconds: day * dayMilliseconds).date, count: Int(meals),
      totals: Nutrients(
        energyKilocalories: sum("calories"), protein: sum("protein"), carbohydrate: sum("carbohydrates"),
        fat: sum("fat"), fiber: sum("fiber"), sugar: sum("sugar")))
  }
}
