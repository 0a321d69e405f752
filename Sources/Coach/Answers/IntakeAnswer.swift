import HealthModels
import Nutrition

/// One figure of the diary, compared with its reference value: the user's target if there is one, otherwise a guideline
/// for adults.
extension Dialogue {
  func intake(of nutrient: Nutrient, _ period: Intake.Period, _ eaten: Nutrients?) -> String {
    let (figure, text) = reference(nutrient)
    guard let eaten else { return Wording.join(nothing(period), text.map { $0.capitalised + "." }) }
    let judgement = text.map { "\(self.judgement(nutrient, eaten, figure)); \($0)." } ?? "."
    return Wording.text("intake." + period.rawValue, ["figure": nutrient.text(eaten), "judgement": judgement])
  }

  /// The reference as a figure, if it is one, and in words: "25 g a day are adequate".
  private func reference(_ nutrient: Nutrient) -> (figure: Double?, text: String?) {
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
