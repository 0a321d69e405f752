import HealthModels
import Nutrition

/// The answer to "What is left for today?".
extension Dialogue {
  var targets: DailyTargets? { DailyTargets(facts.body) }

  /// The remainder to the targets, with foods that fill it.
  func dayReview() -> String {
    guard let targets else { return "" }
    let eaten = diary.dayOfToday?.nutrients ?? .zero
    let isEmpty = eaten.energyKilocalories <= 0
    return Wording.join(
      Wording.text(isEmpty ? "review.empty" : "review.eaten", ["sum": eaten]), targets.rest(eaten),
      suggestion(targets.energy - eaten.energyKilocalories, targets.protein - eaten.protein))
  }

  /// Names sources of protein that the user eats for the rest of both, those with the least energy per protein first.
  private func suggestion(_ energy: Double, _ protein: Double) -> String? {
    guard energy > 120, protein > 10 else { return nil }
    let rule = DietRule(facts)
    func density(_ food: Food) -> Double { food.per100Grams.protein / max(1, food.per100Grams.energyKilocalories) }
    let foods = PlanFood.usual.filter { $0.role == .protein && !$0.name.hasSuffix("Powder") && rule.allows($0.name) }
      .compactMap { plan in foodLookup.food(plan.name).map { (food: $0, most: plan.range.upperBound) } }
      .sorted { density($0.food) > density($1.food) }
    let texts = foods.prefix(3).map { food, most in
      let perGram = food.per100Grams.scaled(by: 0.01)
      let wanted = min(protein / perGram.protein, energy / perGram.energyKilocalories, most)
      let grams = max(10, (wanted / 10).rounded() * 10)
      return Wording.text("review.food", ["grams": grams, "food": food.name, "protein": perGram.protein * grams])
    }
    return texts.isEmpty ? nil : Wording.text("review.suggestion", ["foods": texts])
  }
}

extension DailyTargets {
  /// The distance of what was eaten to the targets, in words.
  func rest(_ eaten: Nutrients) -> String {
    let (left, proteinLeft) = (energy - eaten.energyKilocalories, protein - eaten.protein)
    let more = Wording.text(
      proteinLeft > 0 ? "review.protein.left" : "review.protein.covered", ["left": proteinLeft, "target": protein])
    return Wording.text(
      left >= 0 ? "review.left" : "review.above", ["target": energy, "left": left, "above": -left, "protein": more])
  }
}
