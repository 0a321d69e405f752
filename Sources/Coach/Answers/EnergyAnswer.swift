import HealthModels

/// The answer to "How many calories do I need?".
enum EnergyAnswer {
  static func text(_ dialogue: inout Dialogue) -> String {
    let facts = dialogue.facts
    if facts.isMinor { return dialogue.refuse("energy.minor") }
    if let question = EnergyNeeds.missing(facts) {
      let lead = dialogue.state.asked == nil ? Wording.text("energy.lead") : ""
      return dialogue.ask(question, for: .energyNeeds, saying: lead)
    }
    guard let needs = EnergyNeeds(facts), needs.isPlausible else { return dialogue.refuse("energy.implausible") }
    dialogue.drop()
    dialogue.sources = [EnergyNeeds.source]
    return Wording.text(
      "energy.needs",
      [
        "rest": needs.atRest, "day": needs.aDay, "factor": String(facts.body.activity?.level ?? 0),
        "advice": Wording.text("energy." + needs.advice, ["target": needs.target]), "protein": needs.protein,
      ])
  }
}

/// The daily energy needs of an adult.
struct EnergyNeeds: Equatable {
  static let source = "Mifflin and St Jeor, Am J Clin Nutr 1990;51:241-7"

  /// kcal at rest (Mifflin and St Jeor, Am J Clin Nutr 1990;51:241-7).
  var atRest: Double
  /// kcal on a usual day.
  var aDay: Double
  /// kcal to eat for the goal.
  var target: Double
  /// g of protein a day for the goal.
  var protein: Double
  /// Whether the target was raised to the minimum that is safe without supervision.
  var isRaised = false
  private let goal: BodyProfile.Goal

  init?(_ facts: Facts) {
    guard let sex = facts.body.sex, let age = facts.body.age, let height = facts.body.heightCentimetres,
      let weight = facts.body.weightKilograms, let activity = facts.body.activity
    else { return nil }
    goal = facts.body.goal ?? .maintain
    atRest = 10 * weight + 6.25 * height - 5 * Double(age) + (sex == .male ? 5 : -161)
    aDay = atRest * activity.level
    switch goal {
    // 500 kcal a day is about half a kilogram a week at first (Hall et al., Lancet 2011;378:826-37).
    case .lose: target = aDay - 500
    case .maintain: target = aDay
    case .gain: target = aDay + 300
    }
    // Below these, a diet needs supervision (NIH Clinical Guidelines on Overweight, 1998).
    let floor = sex == .male ? 1500.0 : 1200
    if target < floor, goal == .lose {
      target = floor
      isRaised = true
    }
    // 0.83 g/kg for adults (EFSA 2012); 1.6 g/kg with training or in a deficit (Morton et al., BJSM 2018;52:376-84).
    let trains = goal != .maintain || activity == .active || activity == .athlete
    protein = weight * (trains ? 1.6 : 0.83)
  }

  var isPlausible: Bool { atRest > 300 }

  /// The last part of the key of the advice in `wording.tsv`.
  var advice: String { isRaised ? "raised" : goal.rawValue }

  /// Returns the question for the first missing fact; nil if none is missing.
  static func missing(_ facts: Facts) -> Question? {
    [.sex, .age, .height, .weight, .activity, .goal].first { !facts.answer($0) }
  }
}

extension BodyProfile.Activity {
  /// The physical activity level, by which the energy at rest is multiplied (FAO/WHO/UNU 2001, in the steps that are
  /// used with Mifflin-St Jeor).
  var level: Double {
    switch self {
    case .sedentary: 1.2
    case .light: 1.375
    case .moderate: 1.55
    case .active: 1.725
    case .athlete: 1.9
    }
  }
}
