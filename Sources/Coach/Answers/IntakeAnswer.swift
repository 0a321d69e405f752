import HealthModels
import Nutrition

/// One figure of the diary, compared with its reference value: the user's target if there is one, otherwise a guideline for
/// adults.
struct IntakeAnswer {
  private let nutrient: Nutrient
  private let diary: FoodDiary
  private let targets: Targets?
  /// The need for protein by weight: 0.83 g for each kilogram of an adult (EFSA, 2012).
  private let protein: Double?
  private let weight: Double?

  init(_ nutrient: Nutrient, _ dialogue: Dialogue) {
    self.nutrient = nutrient
    diary = dialogue.diary
    targets = dialogue.targets
    weight = dialogue.facts.body.weightKilograms
    protein = weight.map { 0.83 * $0 }
  }

  func text(_ period: Intake.Period) -> String {
    guard let eaten = diary.eaten(period) else {
      return Wording.join(Wording.text("diary.nothing." + period.rawValue), rule.map { $0.capitalised + "." })
    }
    return Wording.text(
      "intake." + period.rawValue,
      ["figure": nutrient.text(eaten), "judgement": rule.map { "\(judgement(eaten)); \($0)." } ?? "."])
  }

  /// The reference in words: "EFSA recommends 25 g a day".
  private var rule: String? {
    switch nutrient {
    case .energy: targets.map { Wording.text("reference.energy", ["target": $0.energy]) }
    case .protein:
      targets.map { Wording.text("reference.protein", ["target": $0.protein]) }
        ?? weight.map { Wording.text("reference.protein.weight", ["need": protein ?? 0, "weight": $0]) }
        ?? Wording.text("reference.protein.adult")
    default: Wording.text("reference." + nutrient.rawValue)
    }
  }

  /// Returns the comparison with the reference: ", 15 g below your target".
  private func judgement(_ eaten: Nutrients) -> String {
    func distance(_ above: Double, _ unit: String, _ reference: String) -> String {
      ", \(abs(above).text(unit)) \(above >= 0 ? "above" : "below") \(reference)"
    }
    let ofTarget = targets.map { distance(eaten.protein - $0.protein, "g", "your target") }
    return switch nutrient {
    case .energy: targets.map { distance(eaten.energyKilocalories - $0.energy, "kcal", "your target") } ?? ""
    case .protein: ofTarget ?? protein.map { distance(eaten.protein - $0, "g", "that") } ?? ""
    case .fiber: eaten.fiber >= 25 ? ", which is enough" : ", \((25 - eaten.fiber).text("g")) less than enough"
    case .sugar: share(eaten.sugar * 4, eaten, nil)
    case .carbohydrate: share(eaten.carbohydrate * 4, eaten, 45...60)
    case .fat: share(eaten.fat * 9, eaten, 20...35)
    }
  }

  private func share(_ energy: Double, _ eaten: Nutrients, _ range: ClosedRange<Double>?) -> String {
    guard eaten.energyKilocalories > 0 else { return "" }
    let share = (energy / eaten.energyKilocalories * 100).rounded()
    let text = ", \(TextFormat.number(share)) % of the energy"
    guard let range else { return text }
    let place = range.contains(share) ? "fine" : share < range.lowerBound ? "below" : "above"
    return "\(text), which is \(place)"
  }
}
