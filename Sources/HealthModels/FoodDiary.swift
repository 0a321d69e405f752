/// The meals that a user has logged recently, as one domain hands them to another.
package struct FoodDiary: Sendable {
  /// The totals of one day in the user's time zone.
  package struct Day: Sendable {
    /// `2026-03-01`.
    package var date: String
    /// The number of completed and manual logs of the day.
    package var meals: Int
    /// The totals of these logs.
    package var nutrients: Nutrients

    /// Creates a day from its totals.
    package init(date: String, meals: Int, nutrients: Nutrients) {
      self.date = date
      self.meals = meals
      self.nutrients = nutrients
    }
  }

  /// One logged meal.
  package struct Meal: Sendable {
    /// `2026-03-01`, in the user's time zone.
    package var date: String
    /// `breakfast`, `lunch`, `dinner` or `snack`.
    package var type: String
    /// The names of the foods, in the order of the log.
    package var foods: [String]
    /// The total of the foods.
    package var nutrients: Nutrients

    /// Creates a meal from its foods and their total.
    package init(date: String, type: String, foods: [String], nutrients: Nutrients) {
      self.date = date
      self.type = type
      self.foods = foods
      self.nutrients = nutrients
    }
  }

  /// The current date in the user's time zone, `2026-03-01`.
  package var today: String
  /// The date before `today`.
  package var yesterday: String
  /// Days with meals, oldest first. The last one may be today.
  package var days: [Day]
  /// The last meals, newest first.
  package var meals: [Meal]

  /// Creates a diary; without arguments it is empty.
  package init(today: String = "", yesterday: String = "", days: [Day] = [], meals: [Meal] = []) {
    self.today = today
    self.yesterday = yesterday
    self.days = days
    self.meals = meals
  }

  /// A day or a week of the diary, as questions name it. The raw value is stored.
  package enum Period: String, Codable, Sendable { case today, yesterday, week }

  /// The meals of a day.
  package static let mealsOfDay = ["breakfast", "lunch", "dinner", "snack"]

  /// The first meal of the day that is not logged.
  package var nextMeal: String {
    let eaten = meals.filter { $0.date == today }.map(\.type)
    return Self.mealsOfDay.first { !eaten.contains($0) } ?? "snack"
  }

  /// The date of a period; today for a week.
  package func date(_ period: Period) -> String { period == .yesterday ? yesterday : today }

  /// Returns the figures of a period, for a week those of its average day; nil without a meal.
  package func eaten(_ period: Period) -> Nutrients? {
    let days = days.filter { $0.meals > 0 && (period == .week || $0.date == date(period)) }
    return days.isEmpty ? nil : days.mean
  }

  /// The totals of today; nil if nothing is logged yet.
  package var dayOfToday: Day? { days.last { $0.date == today } }
}

extension Collection<FoodDiary.Day> {
  /// The mean of the nutrients; zero without a day.
  package var mean: Nutrients { reduce(.zero) { $0 + $1.nutrients }.scaled(by: 1 / Double(Swift.max(count, 1))) }

  /// kcal by which the mean of the second half of the days exceeds that of the first; 0 below 5 %, nil below four days.
  package var trend: Double? {
    guard count >= 4 else { return nil }
    let first = prefix(count / 2).mean.energyKilocalories
    let change = suffix(count / 2).mean.energyKilocalories - first
    return abs(change) < first * 0.05 ? 0 : change
  }
}
