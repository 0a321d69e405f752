import HealthModels
import Nutrition

/// Answers from the user's diary.
extension Dialogue {
  mutating func today() -> String {
    (state.intake, state.food) = (Intake(nil, .today), nil)
    guard let day = diary.dayOfToday, day.meals > 0 else { return emptyToday }
    return Wording.join(
      Wording.text("diary.today", ["meals": day.meals, "sum": day.nutrients]),
      targets.map { TargetReview.rest(day.nutrients, $0) })
  }

  mutating func eaten(_ intake: Intake) -> String {
    (state.intake, state.food) = (intake, nil)
    if let nutrient = intake.nutrient { return IntakeAnswer(nutrient, self).text(intake.period) }
    return intake.period == .week ? week() : meals(of: intake.period)
  }

  private func week() -> String {
    let days = diary.days.filter { $0.meals > 0 }
    guard let average = diary.eaten(.week) else { return Wording.text("diary.nothing.week") }
    let meals = days.reduce(0) { $0 + $1.meals }
    return Wording.join(
      Wording.text("diary.week", ["meals": meals, "days": days.count, "sum": average]), Self.extremes(days),
      targets.map { Wording.text("diary.week.target", ["energy": $0.energy]) },
      // The day that is not over would look like a fall.
      Self.trend(days.filter { $0.date != diary.today }), days.count < 5 ? Wording.text("diary.week.few") : nil)
  }

  private static func extremes(_ days: [FoodDiary.Day]) -> String? {
    let sorted = days.sorted { $0.nutrients.energyKilocalories < $1.nutrients.energyKilocalories }
    guard days.count > 1, let least = sorted.first, let most = sorted.last else { return nil }
    return Wording.text(
      "diary.week.extremes",
      ["most": most.date, "high": most.nutrients, "least": least.date, "low": least.nutrients])
  }

  /// Compares the second half of the days with the first; nil below four days, steady below 5 %.
  private static func trend(_ days: [FoodDiary.Day]) -> String? {
    guard days.count >= 4 else { return nil }
    let first = days.prefix(days.count / 2).mean.energyKilocalories
    let change = days.suffix(days.count / 2).mean.energyKilocalories - first
    guard abs(change) >= first * 0.05 else { return Wording.text("diary.trend.steady") }
    return Wording.text("diary.trend", ["change": abs(change), "direction": change > 0 ? "more" : "less"])
  }

  func lastMeals() -> String {
    let type = utterance.mealType
    let meals = diary.meals.filter { type == nil || $0.type == type }.prefix(type == nil ? 3 : 1)
    guard !meals.isEmpty else {
      return type.map { Wording.text("diary.lastMeal.none", ["meal": $0]) } ?? Wording.text("diary.lastMeals.none")
    }
    let lines = meals.map { Self.text($0, date: $0.date == diary.today ? "today" : $0.date) }
    return Wording.text(
      "diary.lastMeals", ["noun": meals.count == 1 ? "meal" : "meals", "meals": lines.joined(separator: "; ")])
  }

  private func meals(of period: Intake.Period) -> String {
    let date = period == .yesterday ? diary.yesterday : diary.today
    guard let day = diary.days.last(where: { $0.date == date }), day.meals > 0 else {
      return period == .yesterday ? Wording.text("diary.nothing.yesterday") : emptyToday
    }
    let meals = diary.meals.filter { $0.date == date }.reversed().map { Self.text($0) }
    return Wording.text(
      "diary.meals",
      [
        "day": period == .yesterday ? "Yesterday" : "Today", "meals": day.meals,
        "list": meals.isEmpty ? "" : " \(meals.joined(separator: "; ")).", "sum": day.nutrients,
      ])
  }

  private static func text(_ meal: FoodDiary.Meal, date: String? = nil) -> String {
    let foods = meal.foods.isEmpty ? [Wording.text("diary.meal.empty")] : meal.foods
    return Wording.text(
      date == nil ? "diary.meal" : "diary.meal.dated",
      ["meal": meal.type, "date": date ?? "", "foods": foods, "n": meal.nutrients])
  }

  private var emptyToday: String {
    let last = diary.meals.first.map {
      Wording.text("diary.last", ["meal": $0.type, "date": $0.date, "n": $0.nutrients])
    }
    return Wording.join(Wording.text("diary.today.empty"), last)
  }
}

extension Utterance {
  /// The meal that the message names; nil unless it names exactly one.
  var mealType: String? {
    let named = values(.meals)
    return named.count == 1 ? named[0] : nil
  }
}

extension FoodDiary {
  /// Returns the figures of a period, for a week those of its average day; nil without a meal.
  func eaten(_ period: Intake.Period) -> Nutrients? {
    let days = days.filter { day in
      day.meals > 0 && (period == .week || day.date == (period == .today ? today : yesterday))
    }
    return period == .week ? days.isEmpty ? nil : days.mean : days.last?.nutrients
  }

  /// The first meal of the day that is not logged.
  var nextMeal: String {
    let eaten = meals.filter { $0.date == today }.map(\.type)
    return MealPlanner.Order.day.first { !eaten.contains($0) } ?? "snack"
  }
}

extension Collection<FoodDiary.Day> {
  /// The mean of some days, of which there is at least one.
  fileprivate var mean: Nutrients { reduce(.zero) { $0 + $1.nutrients }.scaled(by: 1 / Double(count)) }
}
