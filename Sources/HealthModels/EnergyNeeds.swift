/// A body mass index in kg/m².
package struct BodyMassIndex {
  /// The least index of the healthy range (WHO).
  package static let least = BodyMassIndex(value: 18.5)
  /// The greatest index of the healthy range (WHO).
  package static let most = BodyMassIndex(value: 24.9)

  /// kg/m².
  package var value: Double

  /// Creates an index of a value in kg/m².
  package init(value: Double) { self.value = value }

  /// Returns the weight in kg at a height in cm.
  package func kilograms(_ height: Double) -> Double { value * height * height / 10_000 }
}

/// The daily energy needs of an adult.
package struct EnergyNeeds: Equatable {
  /// The source of the formula.
  package static let source = "Mifflin and St Jeor, Am J Clin Nutr 1990;51:241-7"

  /// kcal at rest.
  package let atRest: Double
  /// kcal on a usual day.
  package let aDay: Double
  /// kcal to eat for the goal.
  package let target: Double
  /// g of protein a day for the goal.
  package let protein: Double
  /// The goal, or `raised` if the target is the minimum that is safe without supervision.
  package let advice: String

  /// Computes the needs of a body; nil unless sex, age, height, weight and activity are known.
  package init?(_ body: BodyProfile) {
    guard let sex = body.sex, let age = body.age, let height = body.heightCentimetres,
      let weight = body.weightKilograms, let activity = body.activity
    else { return nil }
    let goal = body.goal ?? .maintain
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

  /// Returns the pace to another weight in kg a week, and the weeks that it takes: half a kilogram down, and a quarter up, so
  /// that little of it is fat.
  package static func pace(from weight: Double, to goal: Double) -> (kilogramsAWeek: Double, weeks: Int) {
    let pace = goal < weight ? 0.5 : 0.25
    return (pace, max(1, Int((min(abs(weight - goal), 300) / pace).rounded(.up))))
  }
}

extension BodyProfile.Activity {
  /// The physical activity level, by which the energy at rest is multiplied (FAO/WHO/UNU 2001, in the steps that are
  /// used with Mifflin-St Jeor).
  package var level: Double {
    [.sedentary: 1.2, .light: 1.375, .moderate: 1.55, .active: 1.725, .athlete: 1.9][self] ?? 1.2
  }
}
