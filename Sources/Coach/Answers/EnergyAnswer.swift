import HealthModels

/// The answers to "How many calories do I need?" and "What is my BMI?".
extension Dialogue {
  mutating func energyNeeds(_ needs: EnergyNeeds) -> String {
    sources = [EnergyNeeds.source]
    return Wording.text(
      "energy.needs",
      [
        "rest": needs.atRest, "day": needs.aDay, "factor": String(facts.body.activity?.level ?? 0),
        "advice": Wording.text("energy." + needs.advice, ["target": needs.target]), "protein": needs.protein,
      ])
  }

  mutating func bodyMassIndex() -> String {
    let height = facts.body.heightCentimetres ?? 0
    sources = ["WHO, Obesity and overweight, 2024"]
    let (least, most) = (BodyMassIndex.least.kilograms(height), BodyMassIndex.most.kilograms(height))
    let range = Wording.text("bmi.range", ["height": height, "least": least.rounded(), "most": most.rounded()])
    guard let weight = facts.body.weightKilograms else { return Wording.text("bmi.unweighed", ["range": range]) }
    let index = (weight / BodyMassIndex(value: 1).kilograms(height) * 10).rounded() / 10
    return Wording.text("bmi.index", ["height": height, "weight": weight, "index": String(index), "range": range])
  }
}

/// A body mass index in kg/m².
struct BodyMassIndex {
  /// The ends of the healthy range (WHO).
  static let least = BodyMassIndex(value: 18.5)
  static let most = BodyMassIndex(value: 24.9)

  var value: Double

  /// Returns the weight in kg at a height in cm.
  func kilograms(_ height: Double) -> Double { value * height * height / 10_000 }
}

/// The daily energy needs of an adult.
struct EnergyNeeds: Equatable {
  static let source = "Mifflin and St Jeor, Am J Clin Nutr 1990;51:241-7"

  /// kcal at rest.
  let atRest: Double
  /// kcal on a usual day.
  let aDay: Double
  /// kcal to eat for the goal.
  let target: Double
  /// g of protein a day for the goal.
  let protein: Double
  /// The last part of the key of the advice in `wording.tsv`: the goal, or `raised` if the target is the minimum that
  /// is safe without supervision.
  let advice: String

  init?(_ facts: Facts) {
    guard let sex = facts.body.sex, let age = facts.body.age, let height = facts.body.heightCentimetres,
      let weight = facts.body.weightKilograms, let activity = facts.body.activity
    else { return nil }
    let goal = facts.body.goal ?? .maintain
    atRest = 10 * weight + 6.25 * height - 5 * Double(age) + (sex == .male ? 5 : -161)
    aDay = atRest * activity.level
    // 500 kcal a day is about half a kilogram a week at first (Hall et al., Lancet 2011;378:826-37).
    let wanted = aDay + (goal == .lose ? -500 : goal == .gain ? 300 : 0)
    // Below these, a diet needs supervision (NIH Clinical Guidelines on Overweight, 1998).
    let floor = sex == .male ? 1500.0 : 1200
    let isRaised = goal == .lose && wanted < floor
    target = isRaised ? floor : wanted
    advice = isRaised ? "raised" : goal.rawValue
    // 0.83 g/kg for adults (EFSA 2012); 1.6 g/kg with training or in a deficit (Morton et al., BJSM 2018;52:376-84).
    let trains = goal != .maintain || activity == .active || activity == .athlete
    protein = weight * (trains ? 1.6 : 0.83)
  }

  /// The facts of the formula, in the order of the questions.
  static let facts: [FactName] = [.sex, .age, .height, .weight, .activity, .goal]
}

extension BodyProfile.Activity {
  /// The physical activity level, by which the energy at rest is multiplied (FAO/WHO/UNU 2001, in the steps that are
  /// used with Mifflin-St Jeor).
  var level: Double { [.sedentary: 1.2, .light: 1.375, .moderate: 1.55, .active: 1.725, .athlete: 1.9][self] ?? 1.2 }
}
