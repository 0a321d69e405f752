import Bytes
import HealthModels

/// The answers to "I want to lose weight" and "How long until 70 kg?".
enum GoalAnswer {
  static func text(_ dialogue: inout Dialogue) -> String {
    let facts = dialogue.facts
    if facts.isMinor { return dialogue.refuse("energy.minor") }
    if let warning = belowHealthyRange(facts, &dialogue) { return warning }
    let goal = facts.body.goal ?? .maintain
    if let question = missing(facts, dialogue.state) {
      let lead = dialogue.turn.state.asked == nil ? Wording.text("goal.lead." + goal.rawValue) : ""
      return dialogue.ask(question, for: .weightGoal, saying: lead)
    }
    guard let needs = EnergyNeeds(facts), needs.isPlausible else { return dialogue.refuse("energy.implausible") }
    dialogue.drop()
    dialogue.sources = [EnergyNeeds.source, Pace.source]
    dialogue.state.offer = .mealPlan
    return Wording.join(
      Wording.text("goal.needs", ["day": needs.aDay]),
      Wording.text("goal." + needs.advice, ["target": needs.target, "protein": needs.protein]),
      time(facts, today: dialogue.turn.diary.today), Wording.text("goal.offer"))
  }

  static func duration(_ dialogue: inout Dialogue) -> String {
    let facts = dialogue.facts
    if let warning = belowHealthyRange(facts, &dialogue) { return warning }
    if let question = [Question.weight, .goalWeight].first(where: { !facts.answer($0) }) {
      return dialogue.ask(question, for: .goalDuration)
    }
    dialogue.drop()
    dialogue.sources = [Pace.source]
    dialogue.state.offer = .energyNeeds
    let time = time(facts, today: dialogue.turn.diary.today) ?? Wording.text("goal.reached")
    return Wording.join(time, Wording.text("goal.duration.offer"))
  }

  private static func missing(_ facts: Facts, _ state: DialogueState) -> Question? {
    if facts.body.weightKilograms == nil { return .weight }
    let wantsChange = facts.body.goal == .lose || facts.body.goal == .gain
    if wantsChange, facts.goalWeightKilograms == nil, state.hasNoGoalWeight != true { return .goalWeight }
    return EnergyNeeds.missing(facts)
  }

  /// Returns the weeks to the goal weight and the date; nil without both weights, or if they are equal.
  private static func time(_ facts: Facts, today: String) -> String? {
    guard let weight = facts.body.weightKilograms, let goal = facts.goalWeightKilograms, abs(weight - goal) >= 0.5
    else { return nil }
    let pace = Pace(from: weight, to: goal)
    let date = Timestamp(rfc3339: today + "T00:00:00Z")?.advanced(by: .seconds(Int64(pace.weeks) * 7 * 86400)).date
    let until = date.map { Wording.text("goal.until", ["date": $0]) } ?? ""
    return Wording.text(
      "goal.time", ["pace": pace.kilogramsAWeek, "goal": goal, "weeks": pace.weeks, "until": until])
  }

  private static func belowHealthyRange(_ facts: Facts, _ dialogue: inout Dialogue) -> String? {
    guard let height = facts.body.heightCentimetres, let goal = facts.goalWeightKilograms, height >= 100 else {
      return nil
    }
    let least = BodyMassIndex.weight(at: BodyMassIndex.healthy.lowerBound, height: height)
    guard goal < least else { return nil }
    dialogue.drop()
    return Wording.text("goal.tooLow", ["goal": goal, "least": least.rounded(.up)])
  }
}
