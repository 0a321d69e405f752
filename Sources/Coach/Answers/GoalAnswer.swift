import Bytes
import HealthModels

/// The answers to "I want to lose weight" and "How long until 70 kg?".
extension Dialogue {
  mutating func weightGoal() -> String {
    if facts.isMinor { return refuse("energy.minor") }
    if let warning = goalBelowHealthyRange() { return warning }
    let goal = facts.body.goal ?? .maintain
    let wantsWeight = goal != .maintain && facts.goalWeightKilograms == nil && state.hasNoGoalWeight != true
    let first: [FactName] = wantsWeight ? [.weight, .goalWeight] : [.weight]
    if let question = first.first(where: { !facts.knows($0) }) ?? EnergyNeeds.missing(facts) {
      let lead = turn.state.asked == nil ? Wording.text("goal.lead." + goal.rawValue) : ""
      return ask(question, for: .weightGoal, saying: lead)
    }
    guard let needs = EnergyNeeds(facts), needs.isPlausible else { return refuse("energy.implausible") }
    drop()
    sources = [EnergyNeeds.source, Pace.source]
    state.offer = .mealPlan
    return Wording.join(
      Wording.text("goal.needs", ["day": needs.aDay]),
      Wording.text("goal." + needs.advice, ["target": needs.target, "protein": needs.protein]),
      timeToGoal, Wording.text("goal.offer"))
  }

  mutating func goalDuration() -> String {
    if let warning = goalBelowHealthyRange() { return warning }
    if let question = [FactName.weight, .goalWeight].first(where: { !facts.knows($0) }) {
      return ask(question, for: .goalDuration)
    }
    drop()
    sources = [Pace.source]
    state.offer = .energyNeeds
    return Wording.join(timeToGoal ?? Wording.text("goal.reached"), Wording.text("goal.duration.offer"))
  }

  /// The weeks to the goal weight and the date; nil without both weights, or if they are equal.
  private var timeToGoal: String? {
    guard let weight = facts.body.weightKilograms, let goal = facts.goalWeightKilograms, abs(weight - goal) >= 0.5
    else { return nil }
    // 0.5 kg a week down, and 0.25 up, so that little of it is fat.
    let pace = goal < weight ? 0.5 : 0.25
    let weeks = max(1, Int((min(abs(weight - goal), 300) / pace).rounded(.up)))
    let date = Timestamp(rfc3339: diary.today + "T00:00:00Z")?.advanced(by: .seconds(Int64(weeks) * 7 * 86400)).date
    let until = date.map { Wording.text("goal.until", ["date": $0]) } ?? ""
    return Wording.text("goal.time", ["pace": pace, "goal": goal, "weeks": weeks, "until": until])
  }

  private mutating func goalBelowHealthyRange() -> String? {
    guard let height = facts.body.heightCentimetres, let goal = facts.goalWeightKilograms, height >= 100,
      goal < BodyMassIndex.least.kilograms(height)
    else { return nil }
    drop()
    return Wording.text(
      "goal.tooLow", ["goal": goal, "least": BodyMassIndex.least.kilograms(height).rounded(.up)])
  }
}
