import HealthModels
import Nutrition

/// One figure of the diary, compared with its reference value: the user's target if there is one, otherwise a guideline
/// for adults.
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

  /// The kcal of a gram, and the share of the energy that is recommended for adults, in per cent.
  private static let shares: [Nutrient: (energy: Double, range: ClosedRange<Double>?)] = [
    .sugar: (4, nil), .carbohydrate: (4, 45...60), .fat: (9, 20...35),
  ]

  /// Returns the comparison with the reference: ", 15 g below your target".
  private func judgement(_ nutrient: Nutrient, _ eaten: Nutrients) -> String {
    let value = nutrient.value(eaten)
    if nutrient == .fiber { return value >= 25 ? ", which is enough" : ", \((25 - value).text("g")) less than enough" }
    let protein = targets?.protein ?? proteinNeed
    if let target = nutrient == .energy ? targets?.energy : nutrient == .protein ? protein : nil {
      let distance = abs(value - target).text(nutrient == .energy ? "kcal" : "g")
      return ", \(distance) \(value >= target ? "above" : "below") \(targets == nil ? "that" : "your target")"
    }
    guard let (energy, range) = Self.shares[nutrient], eaten.energyKilocalories > 0 else { return "" }
    let share = (value * energy / eaten.energyKilocalories * 100).rounded()
    let place = range.map { $0.contains(share) ? "fine" : share < $0.lowerBound ? "below" : "above" }
    return ", \(TextFormat.number(share)) % of the energy" + (place.map { ", which is \($0)" } ?? "")
  }
}
