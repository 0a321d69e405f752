import HealthModels
import Nutrition

/// The answer to "What is left for today?".
extension Dialogue {
  var targets: Targets? { Targets(facts) }

  /// Returns the remainder to the targets, or asks for the facts that a target needs.
  mutating func dayReview() -> String {
    let eaten = diary.dayOfToday?.nutrients ?? .zero
    guard let targets else {
      if facts.isMinor { return refuse("energy.minor") }
      if state.asked == nil, let target = facts.body.proteinTarget {
        return Wording.text("review.protein", ["left": max(0, target - eaten.protein), "target": target])
      }
      let lead = state.asked == nil ? Wording.text("review.lead") : ""
      return ask(EnergyNeeds.missing(facts) ?? .energyTarget, for: .dayReview, saying: lead)
    }
    drop()
    let isEmpty = eaten.energyKilocalories <= 0
    return Wording.join(
      isEmpty ? Wording.text("review.empty") : Wording.text("review.eaten", ["sum": eaten]),
      TargetReview.rest(eaten, targets), suggestion(eaten, targets))
  }

  private func suggestion(_ eaten: Nutrients, _ targets: Targets) -> String? {
    let energy = targets.energy - eaten.energyKilocalories
    let protein = targets.protein - eaten.protein
    guard energy > 120, protein > 10 else { return nil }
    let foods = leanFoods.prefix(3).map { plan, food in
      let perGram = food.per100Grams.scaled(by: 0.01)
      let wanted = min(protein / perGram.protein, energy / perGram.energyKilocalories, plan.range.upperBound)
      let grams = max(10, (wanted / 10).rounded() * 10)
      return Wording.text("review.food", ["grams": grams, "food": food.name, "protein": perGram.protein * grams])
    }
    return foods.isEmpty ? nil : Wording.text("review.suggestion", ["foods": foods])
  }

  /// The sources of protein that the user eats, those with the least energy per protein first.
  private var leanFoods: [(PlanFood, Food)] {
    let rule = DietRule(facts)
    func density(_ food: Food) -> Double { food.per100Grams.protein / max(1, food.per100Grams.energyKilocalories) }
    return PlanFood.all.filter { $0.role == .protein && !$0.name.hasSuffix("Powder") && rule.allows($0) }
      .compactMap { plan in foodLookup.food(plan.name).map { (plan, $0) } }
      .filter { $0.1.per100Grams.protein > 5 }
      .sorted { density($0.1) > density($1.1) }
  }
}

enum TargetReview {
  static func rest(_ eaten: Nutrients, _ targets: Targets) -> String {
    let energy = targets.energy - eaten.energyKilocalories
    let protein = targets.protein - eaten.protein
    let more = Wording.text(
      protein > 0 ? "review.protein.left" : "review.protein.covered", ["left": protein, "target": targets.protein])
    return Wording.text(
      energy >= 0 ? "review.left" : "review.above",
      ["target": targets.energy, "left": energy, "above": -energy, "protein": more])
  }
}

/// The daily targets of a user: kcal, and g of protein.
struct Targets: Equatable {
  var energy: Double
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
