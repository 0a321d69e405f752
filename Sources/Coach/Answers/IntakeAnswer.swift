import HealthModels
import Nutrition

/// One figure of the diary, compared with its reference value: the user's target if there is one, otherwise a guideline for
/// adults.
enum IntakeAnswer {
  static func text(_ nutrient: Nutrient, _ period: Intake.Period, _ dialogue: Dialogue) -> String {
    let targets = Targets(dialogue.facts)
    let rule = rule(nutrient, targets, weight: dialogue.facts.body.weightKilograms)
    guard let eaten = dialogue.turn.diary.eaten(period) else {
      return Wording.join(Wording.text("diary.nothing." + period.rawValue), rule.map { $0.capitalised + "." })
    }
    let judgement = judgement(nutrient, eaten, targets, weight: dialogue.facts.body.weightKilograms)
    return Wording.text(
      "intake." + period.rawValue,
      ["figure": nutrient.text(eaten), "judgement": rule.map { "\(judgement); \($0)." } ?? "."])
  }

  /// g of protein for each kilogram of an adult (EFSA, 2012).
  private static let proteinNeed = 0.83

  /// Returns the reference in words: "EFSA recommends 25 g a day".
  private static func rule(_ nutrient: Nutrient, _ targets: Targets?, weight: Double?) -> String? {
    switch (nutrient, targets) {
    case (.energy, nil): return nil
    case (.energy, let targets?): return Wording.text("reference.energy", ["target": targets.energy])
    case (.protein, let targets?): return Wording.text("reference.protein", ["target": targets.protein])
    case (.protein, nil):
      guard let weight else { return Wording.text("reference.protein.adult") }
      return Wording.text("reference.protein.weight", ["need": proteinNeed * weight, "weight": weight])
    default: return Wording.text("reference." + nutrient.rawValue)
    }
  }

  /// Returns the comparison with the reference: ", 15 g below your target".
  private static func judgement(
    _ nutrient: Nutrient, _ eaten: Nutrients, _ targets: Targets?, weight: Double?
  ) -> String {
    switch nutrient {
    case .energy:
      return targets.map { distance(eaten.energyKilocalories - $0.energy, "kcal", "your target") } ?? ""
    case .protein:
      if let targets { return distance(eaten.protein - targets.protein, "g", "your target") }
      return weight.map { distance(eaten.protein - proteinNeed * $0, "g", "that") } ?? ""
    case .fiber: return eaten.fiber >= 25 ? ", which is enough" : ", \((25 - eaten.fiber).text("g")) less than enough"
    case .sugar: return share(eaten.sugar * 4, eaten, nil)
    case .carbohydrate: return share(eaten.carbohydrate * 4, eaten, 45...60)
    case .fat: return share(eaten.fat * 9, eaten, 20...35)
    }
  }

  private static func share(_ energy: Double, _ eaten: Nutrients, _ range: ClosedRange<Double>?) -> String {
    guard eaten.energyKilocalories > 0 else { return "" }
    let share = (energy / eaten.energyKilocalories * 100).rounded()
    let text = ", \(TextFormat.number(share)) % of the energy"
    guard let range else { return text }
    let place = range.contains(share) ? "fine" : share < range.lowerBound ? "below" : "above"
    return "\(text), which is \(place)"
  }

  private static func distance(_ above: Double, _ unit: String, _ reference: String) -> String {
    ", \(abs(above).text(unit)) \(above >= 0 ? "above" : "below") \(reference)"
  }
}
