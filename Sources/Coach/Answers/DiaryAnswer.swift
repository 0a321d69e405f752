import HealthModels
import Nutrition

/// Answers from the user's diary.
enum DiaryAnswer {
  static func today(_ dialogue: Dialogue) -> String {
    guard let day = dialogue.turn.diary.dayOfToday, day.meals > 0 else { return empty(dialogue) }
    var text = "So far today you have logged \(TextFormat.count(day.meals, "meal")): \(sum(day.nutrients))."
    if let targets = Targets(dialogue.facts) { text += " " + rest(day.nutrients, targets) }
    return text
  }

  static func week(_ dialogue: Dialogue) -> String {
    let days = dialogue.turn.diary.days.filter { $0.meals > 0 }
    guard !days.isEmpty else { return "There is nothing in your log for the last seven days." }
    let average = mean(days)
    var text =
      "In the last seven days you logged \(TextFormat.count(days.reduce(0) { $0 + $1.meals }, "meal")) on "
      + "\(TextFormat.count(days.count, "day")), a day with meals has on average \(sum(average))."
    if days.count > 1, let most = days.max(by: { $0.nutrients.energyKilocalories < $1.nutrients.energyKilocalories }),
      let least = days.min(by: { $0.nutrients.energyKilocalories < $1.nutrients.energyKilocalories })
    {
      text +=
        " Your highest day was \(most.date) with \(TextFormat.kilocalories(most.nutrients.energyKilocalories)), the "
        + "lowest \(least.date) with \(TextFormat.kilocalories(least.nutrients.energyKilocalories))."
    }
    if let targets = Targets(dialogue.facts) {
      text += " Your target is \(TextFormat.kilocalories(targets.energy)) a day."
    }
    // The day that is not over would look like a fall.
    text += trend(days.filter { $0.date != dialogue.turn.diary.today })
    if days.count < 5 { text += " With more days in the log the picture gets better." }
    return text
  }

  /// Returns the mean of some days, of which there is at least one.
  static func mean(_ days: some Collection<FoodDiary.Day>) -> Nutrients {
    days.reduce(Nutrients.zero) { $0 + $1.nutrients }.scaled(by: 1 / Double(days.count))
  }

  /// Compares the second half of the days with the first; empty below four days.
  private static func trend(_ days: [FoodDiary.Day]) -> String {
    guard days.count >= 4 else { return "" }
    let first = mean(days.prefix(days.count / 2)).energyKilocalories
    let change = mean(days.suffix(days.count / 2)).energyKilocalories - first
    guard abs(change) >= first * steadiness else { return " From the first half to the second it was steady." }
    return " In the second half you had \(TextFormat.kilocalories(abs(change))) a day \(change > 0 ? "more" : "less")"
      + " than in the first."
  }

  /// The relative change up to which a week counts as steady.
  private static let steadiness = 0.05

  static func lastMeals(_ dialogue: Dialogue) -> String {
    let type = mealType(dialogue.utterance)
    let meals = dialogue.turn.diary.meals.filter { type == nil || $0.type == type }.prefix(type == nil ? 3 : 1)
    guard !meals.isEmpty else {
      return type.map { "There is no \($0) in your log of the last days." } ?? "There are no meals in your log yet."
    }
    let lines = meals.map { meal in
      let when = meal.date == dialogue.turn.diary.today ? "today" : meal.date
      return "\(meal.type) (\(when)): \(foods(meal))"
    }
    return "Your last \(meals.count == 1 ? "meal" : "meals"): " + lines.joined(separator: "; ") + "."
  }

  /// Lists the meals of one day.
  static func meals(_ period: Intake.Period, _ dialogue: Dialogue) -> String {
    let diary = dialogue.turn.diary
    let date = period == .yesterday ? diary.yesterday : diary.today
    guard let day = diary.days.last(where: { $0.date == date }), day.meals > 0 else {
      return period == .yesterday ? "There is nothing in your log for yesterday." : empty(dialogue)
    }
    let meals = diary.meals.filter { $0.date == date }.reversed().map { "\($0.type): \(foods($0))" }
    let listed = meals.isEmpty ? "" : " \(meals.joined(separator: "; "))."
    let lead = "\(period == .yesterday ? "Yesterday" : "Today") you logged \(TextFormat.count(day.meals, "meal"))."
    return "\(lead)\(listed) In sum \(sum(day.nutrients))."
  }

  private static func foods(_ meal: FoodDiary.Meal) -> String {
    "\(TextFormat.list(meal.foods.isEmpty ? ["nothing recognised"] : meal.foods)), "
      + TextFormat.kilocalories(meal.nutrients.energyKilocalories)
  }

  /// Returns the meal that a message names; nil unless it names exactly one.
  static func mealType(_ utterance: Utterance) -> String? {
    let named = utterance.values(.meals)
    return named.count == 1 ? named[0] : nil
  }

  /// Returns the remainder to the targets, or asks for the facts that a target needs.
  static func missing(_ dialogue: inout Dialogue) -> String {
    guard let targets = Targets(dialogue.facts) else {
      if let age = dialogue.facts.body.age, age < 18 {
        dialogue.drop()
        return EnergyAnswer.minors
      }
      if dialogue.state.asked == nil, let protein = dialogue.facts.body.proteinTarget {
        let left = protein - (dialogue.turn.diary.dayOfToday?.nutrients.protein ?? 0)
        return "\(TextFormat.grams(max(0, left))) of protein are left to your \(TextFormat.grams(protein)) today."
      }
      let question = EnergyNeeds.missing(dialogue.facts) ?? .energyTarget
      let lead =
        dialogue.state.asked == nil
        ? "For that I need a target: name one (\"my target is 2,000 kcal\"), or I work it out." : ""
      return dialogue.ask(question, for: .dayReview, saying: lead)
    }
    dialogue.drop()
    let eaten = dialogue.turn.diary.dayOfToday?.nutrients ?? .zero
    let lead =
      eaten.energyKilocalories > 0 ? "Today you had \(sum(eaten)) so far. " : "Nothing is logged for today yet. "
    return lead + rest(eaten, targets) + suggestion(eaten, targets, dialogue)
  }

  private static func rest(_ eaten: Nutrients, _ targets: Targets) -> String {
    let energy = targets.energy - eaten.energyKilocalories
    let protein = targets.protein - eaten.protein
    var text =
      energy >= 0
      ? "To your target of \(TextFormat.kilocalories(targets.energy)), \(TextFormat.kilocalories(energy)) are left"
      : "You are \(TextFormat.kilocalories(-energy)) above your target of \(TextFormat.kilocalories(targets.energy))"
    text +=
      protein > 0
      ? ", and \(TextFormat.grams(protein)) of protein to \(TextFormat.grams(targets.protein))."
      : "; your protein is covered."
    return text
  }

  /// Suggests foods that add protein within the energy target.
  private static func suggestion(_ eaten: Nutrients, _ targets: Targets, _ dialogue: Dialogue) -> String {
    let energy = targets.energy - eaten.energyKilocalories
    let protein = targets.protein - eaten.protein
    guard energy > 120, protein > 10 else { return "" }
    let parts = lean(dialogue).prefix(3).map { plan, food in
      let perGram = food.per100Grams.scaled(by: 0.01)
      let wanted = min(protein / perGram.protein, energy / perGram.energyKilocalories, plan.range.upperBound)
      let grams = max(10, (wanted / 10).rounded() * 10)
      return
        "\(TextFormat.grams(grams)) of \(food.name.lowercased()) (\(TextFormat.grams(perGram.protein * grams)) of protein)"
    }
    return parts.isEmpty ? "" : " Good for that: \(TextFormat.list(parts, "or"))."
  }

  /// Returns the sources of protein that the user eats, those with the least energy per protein first.
  private static func lean(_ dialogue: Dialogue) -> [(PlanFood, Food)] {
    let rule = DietRule(dialogue.facts)
    func density(_ food: Food) -> Double { food.per100Grams.protein / max(1, food.per100Grams.energyKilocalories) }
    return PlanFood.all.filter { $0.role == .protein && !$0.name.hasSuffix("Powder") && rule.allows($0) }
      .compactMap { plan in dialogue.foodLookup.food(plan.name).map { (plan, $0) } }
      .filter { $0.1.per100Grams.protein > 5 }
      .sorted { density($0.1) > density($1.1) }
  }

  private static func sum(_ nutrients: Nutrients) -> String {
    "\(TextFormat.kilocalories(nutrients.energyKilocalories)), \(TextFormat.grams(nutrients.protein)) of protein, "
      + "\(TextFormat.grams(nutrients.carbohydrate)) of carbohydrate, \(TextFormat.grams(nutrients.fat)) of fat and "
      + "\(TextFormat.grams(nutrients.fiber)) of fibre"
  }

  private static func empty(_ dialogue: Dialogue) -> String {
    var text = "You have not logged anything today yet."
    if let last = dialogue.turn.diary.meals.first {
      text +=
        " Your last meal was \(last.type) on \(last.date) with \(TextFormat.kilocalories(last.nutrients.energyKilocalories))."
    }
    return text
  }
}

/// The daily targets of a user.
struct Targets: Equatable {
  /// kcal a day.
  var energy: Double
  /// g a day.
  var protein: Double

  /// Creates the stated targets, or else those of the formula; nil if neither is known.
  init?(_ facts: Facts) {
    let needs = EnergyNeeds(facts)
    guard let energy = facts.body.energyTarget ?? needs?.target, energy > 0 else { return nil }
    self.energy = energy
    // Without a weight: 20 % of the energy, within the acceptable range of the Institute of Medicine (2005).
    protein = facts.body.proteinTarget ?? needs?.protein ?? energy * 0.2 / 4
  }
}
