import HealthModels
import Nutrition

/// One figure of the diary, compared with its reference value: the user's target if there is one, otherwise a guideline for
/// adults.
extension Dialogue {
  func intake(of nutrient: Nutrient, _ period: Intake.Period, _ eaten: Nutrients?) -> String {
    let rule = reference(nutrient)
    guard let eaten else { return Wording.join(nothing(period), rule.map { $0.capitalised + "." }) }
    return Wording.text(
      "intake." + period.rawValue,
      ["figure": nutrient.text(eaten), "judgement": rule.map { "\(judgement(nutrient, eaten)); \($0)." } ?? "."])
  }

  /// The need for protein by weight: 0.83 g for each kilogram of an adult (EFSA, 2012).
  private var proteinNeed: Double? { facts.body.weightKilograms.map { 0.83 * $0 } }

  /// The reference in words: "EFSA recommends 25 g a day".
  private func reference(_ nutrient: Nutrient) -> String? {
    switch nutrient {
    case .energy: targets.map { Wording.text("reference.energy", ["target": $0.energy]) }
    case .protein:
      targets.map { Wording.text("reference.protein", ["target": $0.protein]) }
        ?? proteinNeed.map { need in
          Wording.text("reference.protein.weight", ["need": need, "weight": facts.body.weightKilograms ?? 0])
        } ?? Wording.text("reference.protein.adult")
    default: Wording.text("reference." + nutrient.rawValue)
    }
  }

  /// Returns the comparison with the reference: ", 15 g below your target".
  private func judgement(_ nutrient: Nutrient, _ eaten: Nutrients) -> String {
    func distance(_ reference: Double, _ unit: String, _ name: String) -> String {
      let above = nutrient.value(eaten) - reference
      return ", \(abs(above).text(unit)) \(above >= 0 ? "above" : "below") \(name)"
    }
    return switch nutrient {
    case .energy: targets.map { distance($0.energy, "kcal", "your target") } ?? ""
    case .protein:
      targets.map { distance($0.protein, "g", "your target") } ?? proteinNeed.map { distance($0, "g", "that") } ?? ""
    case .fiber: eaten.fiber >= 25 ? ", which is enough" : ", \((25 - eaten.fiber).text("g")) less than enough"
    case .sugar: share(eaten.sugar * 4, eaten, nil)
    case .carbohydrate: share(eaten.carbohydrate * 4, eaten, 45...60)
    case .fat: share(eaten.fat * 9, eaten, 20...35)
    }
  }

  private func share(_ energy: Double, _ eaten: Nutrients, _ range: ClosedRange<Double>?) -> String {
    guard eaten.energyKilocalories > 0 else { return "" }
    let share = (energy / eaten.energyKilocalories * 100).rounded()
    let place = range.map { $0.contains(share) ? "fine" : share < $0.lowerBound ? "below" : "above" }
    return ", \(TextFormat.number(share)) % of the energy" + (place.map { ", which is \($0)" } ?? "")
  }
}
