import HealthModels
import Nutrition
import TextModels

/// Answers from the user's diary.
extension Dialogue {
  mutating func eaten(_ intake: Intake) -> String {
    (state.intake, state.food) = (intake, nil)
    let eaten = diary.eaten(intake.period)
    if let nutrient = intake.nutrient { return self.intake(of: nutrient, intake.period, eaten) }
    guard let eaten else { return nothing(intake.period) }
    return intake.period == .week ? week(eaten) : meals(of: intake.period, eaten)
  }

  private func week(_ average: Nutrients) -> String {
    let days = diary.days.filter { $0.meals > 0 }
    let meals = days.reduce(0) { $0 + $1.meals }
    return Wording.join(
      Wording.text("diary.week", ["meals": meals, "days": days.count, "sum": average]),
      targets.map { Wording.text("diary.week.target", ["energy": $0.energy]) },
      // The day that is not over would look like a fall.
      days.filter { $0.date != diary.today }.trend.map { change in
        let values: [String: any WordingValue] = ["change": abs(change), "direction": change > 0 ? "more" : "less"]
        return Wording.text(change == 0 ? "diary.trend.steady" : "diary.trend", values)
      }, days.count < 5 ? Wording.text("diary.week.few") : nil)
  }

  private func meals(of period: FoodDiary.Period, _ sum: Nutrients) -> String {
    let date = diary.date(period)
    let meals = diary.meals.filter { $0.date == date }.reversed().map { " \(Self.text($0))." }
    let count = diary.days.last { $0.date == date }?.meals ?? 0
    return Wording.join(
      Wording.text("diary.meals." + period.rawValue, ["meals": count, "list": meals.joined(), "sum": sum]),
      period == .today ? targets?.rest(sum) : nil)
  }

  func lastMeals() -> String {
    let type = utterance.mealType
    let meals = diary.meals.filter { type == nil || $0.type == type }.prefix(type == nil ? 3 : 1)
    guard !meals.isEmpty else { return Wording.text("diary.lastMeals.none", ["meal": type ?? "meals"]) }
    let lines = meals.map { Self.text($0, date: $0.date == diary.today ? " (today)" : " (\($0.date))") }
    return Wording.text(
      "diary.lastMeals", ["noun": meals.count == 1 ? "meal" : "meals", "meals": lines.joined(separator: "; ")])
  }

  private static func text(_ meal: FoodDiary.Meal, date: String = "") -> String {
    let foods = meal.foods.isEmpty ? [Wording.text("diary.meal.empty")] : meal.foods
    return Wording.text("diary.meal", ["meal": meal.type, "date": date, "foods": foods, "n": meal.nutrients])
  }

  /// The sentence for a period without meals, with the last one there is.
  private func nothing(_ period: FoodDiary.Period) -> String {
    let last = diary.meals.first.map {
      Wording.text("diary.last", ["meal": $0.type, "date": $0.date, "n": $0.nutrients])
    }
    return Wording.join(Wording.text("diary.nothing." + period.rawValue), last)
  }

  /// One figure, compared with its reference value: the user's target if there is one, otherwise a guideline for adults.
  private func intake(of nutrient: Nutrient, _ period: FoodDiary.Period, _ eaten: Nutrients?) -> String {
    let (figure, text) = reference(nutrient)
    guard let eaten else { return Wording.join(nothing(period), text.map { $0.capitalised + "." }) }
    let judgement = text.map { "\(self.judgement(nutrient, eaten, figure)); \($0)." } ?? "."
    return Wording.text("intake." + period.rawValue, ["figure": nutrient.text(eaten), "judgement": judgement])
  }

  /// The reference as a figure, if it is one, and in words: "25 g a day are adequate".
  func reference(_ nutrient: Nutrient) -> (figure: Double?, text: String?) {
    let key = "reference." + nutrient.rawValue
    if let target = nutrient == .energy ? targets?.energy : nutrient == .protein ? targets?.protein : nil {
      return (target, Wording.text(key + ".target", ["target": target]))
    }
    // 0.83 g of protein for each kilogram of an adult (EFSA, 2012).
    guard nutrient == .protein, let weight = facts.body.weightKilograms else {
      return (nutrient == .fiber ? 25 : nil, Wording.find(key))
    }
    return (0.83 * weight, Wording.text(key + ".weight", ["need": 0.83 * weight, "weight": weight]))
  }

  /// The kcal of a gram, and the share of the energy that is recommended for adults, in per cent.
  private static let shares: [Nutrient: (energy: Double, range: ClosedRange<Double>?)] = [
    .sugar: (4, nil), .carbohydrate: (4, 45...60), .fat: (9, 20...35),
  ]

  /// Returns the comparison with the reference: ", 15 g below that".
  private func judgement(_ nutrient: Nutrient, _ eaten: Nutrients, _ reference: Double?) -> String {
    let value = nutrient.value(eaten)
    if let reference {
      let distance = abs(value - reference).text(nutrient == .energy ? "kcal" : "g")
      let name = targets == nil || nutrient == .fiber ? "that" : "your target"
      return ", \(distance) \(value >= reference ? "above" : "below") \(name)"
    }
    guard let (energy, range) = Self.shares[nutrient], eaten.energyKilocalories > 0 else { return "" }
    let share = (value * energy / eaten.energyKilocalories * 100).rounded()
    let place = range.map { $0.contains(share) ? "fine" : share < $0.lowerBound ? "below" : "above" }
    return ", \(TextFormat.number(share)) % of the energy" + (place.map { ", which is \($0)" } ?? "")
  }
}

extension Utterance {
  /// The meal that the message names; nil unless it names exactly one.
  var mealType: String? {
    let named = values(.meals)
    return named.count == 1 ? named[0] : nil
  }
}
