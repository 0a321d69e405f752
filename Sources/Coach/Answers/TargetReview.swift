import HealthModels
import Nutrition

/// The answer to "What is left for today?".
enum TargetReview {
  /// Returns the remainder to the targets, or asks for the facts that a target needs.
  static func text(_ dialogue: inout Dialogue) -> String {
    let facts = dialogue.facts
    let eaten = dialogue.turn.diary.dayOfToday?.nutrients ?? .zero
    guard let targets = Targets(facts) else {
      if facts.isMinor { return dialogue.refuse("energy.minor") }
      if dialogue.state.asked == nil, let target = facts.body.proteinTarget {
        return Wording.text("review.protein", ["left": max(0, target - eaten.protein), "target": target])
      }
      let lead = dialogue.state.asked == nil ? Wording.text("review.lead") : ""
      return dialogue.ask(EnergyNeeds.missing(facts) ?? .energyTarget, for: .dayReview, saying: lead)
    }
    dialogue.drop()
    let lead =
      eaten.energyKilocalories > 0
      ? Wording.text("review.eaten", ["sum": DiaryAnswer.sum(eaten)]) : Wording.text("review.empty")
    return Wording.join(lead, rest(eaten, targets), suggestion(eaten, targets, dialogue))
  }

  static func rest(_ eaten: Nutrients, _ targets: Targets) -> String {
    let energy = targets.energy - eaten.energyKilocalories
    let protein = targets.protein - eaten.protein
    let more =
      protein > 0
      ? Wording.text("review.protein.left", ["left": protein, "target": targets.protein])
      : Wording.text("review.protein.covered")
    return Wording.text(
      energy >= 0 ? "review.left" : "review.above",
      ["target": targets.energy, "left": energy, "above": -energy, "protein": more])
  }

  private static func suggestion(_ eaten: Nutrients, _ targets: Targets, _ dialogue: Dialogue) -> String? {
    let energy = targets.energy - eaten.energyKilocalories
    let protein = targets.protein - eaten.protein
    guard energy > 120, protein > 10 else { return nil }
    let foods = lean(dialogue).prefix(3).map { plan, food in
      let perGram = food.per100Grams.scaled(by: 0.01)
      let wanted = min(protein / perGram.protein, energy / perGram.energyKilocalories, plan.range.upperBound)
      let grams = max(10, (wanted / 10).rounded() * 10)
      return Wording.text(
        "review.food", ["grams": grams, "food": food.name, "protein": perGram.protein * grams])
    }
    return foods.isEmpty ? nil : Wording.text("review.suggestion", ["foods": foods])
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
