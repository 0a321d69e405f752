import HealthModels
import Nutrition

/// Answers from the user's diary.
enum DiaryAnswer {
  static func today(_ dialogue: Dialogue) -> String {
    guard let day = dialogue.turn.diary.dayOfToday, day.meals > 0 else { return empty(dialogue.turn.diary) }
    return Wording.join(
      Wording.text("diary.today", ["meals": day.meals, "sum": sum(day.nutrients)]),
      Targets(dialogue.facts).map { TargetReview.rest(day.nutrients, $0) })
  }

  static func week(_ dialogue: Dialogue) -> String {
    let diary = dialogue.turn.diary
    let days = diary.days.filter { $0.meals > 0 }
    guard let average = diary.eaten(.week) else { return Wording.text("diary.nothing.week") }
    let meals = days.reduce(0) { $0 + $1.meals }
    return Wording.join(
      Wording.text("diary.week", ["meals": meals, "days": days.count, "sum": sum(average)]), extremes(days),
      Targets(dialogue.facts).map { Wording.text("diary.week.target", ["energy": $0.energy]) },
      // The day that is not over would look like a fall.
      trend(days.filter { $0.date != diary.today }), days.count < 5 ? Wording.text("diary.week.few") : nil)
  }

  private static func extremes(_ days: [FoodDiary.Day]) -> String? {
    let sorted = days.sorted { $0.nutrients.energyKilocalories < $1.nutrients.energyKilocalories }
    guard days.count > 1, let least = sorted.first, let most = sorted.last else { return nil }
    return Wording.text(
      "diary.week.extremes",
      [
        "most": most.date, "high": most.nutrients.energyKilocalories, "least": least.date,
        "low": least.nutrients.energyKilocalories,
      ])
  }

  /// Compares the second half of the days with the first; nil below four days.
  private static func trend(_ days: [FoodDiary.Day]) -> String? {
    guard days.count >= 4 else { return nil }
    let first = days.prefix(days.count / 2).mean.energyKilocalories
    let change = days.suffix(days.count / 2).mean.energyKilocalories - first
    guard abs(change) >= first * steadiness else { return Wording.text("diary.trend.steady") }
    return Wording.text("diary.trend", ["change": abs(change), "direction": change > 0 ? "more" : "less"])
  }

  /// The relative change up to which a week counts as steady.
  private static let steadiness = 0.05

  static func lastMeals(_ dialogue: Dialogue) -> String {
    let type = mealType(dialogue.utterance)
    let diary = dialogue.turn.diary
    let meals = diary.meals.filter { type == nil || $0.type == type }.prefix(type == nil ? 3 : 1)
    guard !meals.isEmpty else {
      return type.map { Wording.text("diary.lastMeal.none", ["meal": $0]) } ?? Wording.text("diary.lastMeals.none")
    }
    let lines = meals.map { text($0, date: $0.date == diary.today ? "today" : $0.date) }
    return Wording.text(
      "diary.lastMeals", ["noun": meals.count == 1 ? "meal" : "meals", "meals": lines.joined(separator: "; ")])
  }

  static func meals(_ period: Intake.Period, _ dialogue: Dialogue) -> String {
    let diary = dialogue.turn.diary
    let date = period == .yesterday ? diary.yesterday : diary.today
    guard let day = diary.days.last(where: { $0.date == date }), day.meals > 0 else {
      return period == .yesterday ? Wording.text("diary.nothing.yesterday") : empty(diary)
    }
    let meals = diary.meals.filter { $0.date == date }.reversed().map { text($0) }
    return Wording.text(
      "diary.meals",
      [
        "day": period == .yesterday ? "Yesterday" : "Today", "meals": day.meals,
        "list": meals.isEmpty ? "" : " \(meals.joined(separator: "; ")).", "sum": sum(day.nutrients),
      ])
  }

  private static func text(_ meal: FoodDiary.Meal, date: String? = nil) -> String {
    Wording.text(
      date == nil ? "diary.meal" : "diary.meal.dated",
      [
        "meal": meal.type, "date": date ?? "",
        "foods": meal.foods.isEmpty ? [Wording.text("diary.meal.empty")] : meal.foods,
        "energy": meal.nutrients.energyKilocalories,
      ])
  }

  /// Returns the meal that a message names; nil unless it names exactly one.
  static func mealType(_ utterance: Utterance) -> String? {
    let named = utterance.values(.meals)
    return named.count == 1 ? named[0] : nil
  }

  static func sum(_ nutrients: Nutrients) -> String { Wording.text("diary.sum", ["n": nutrients]) }

  private static func empty(_ diary: FoodDiary) -> String {
    let last = diary.meals.first.map { meal in
      Wording.text(
        "diary.last", ["meal": meal.type, "date": meal.date, "energy": meal.nutrients.energyKilocalories])
    }
    return Wording.join(Wording.text("diary.today.empty"), last)
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
}

extension Collection<FoodDiary.Day> {
  /// The mean of some days, of which there is at least one.
  fileprivate var mean: Nutrients { reduce(.zero) { $0 + $1.nutrients }.scaled(by: 1 / Double(count)) }
}
