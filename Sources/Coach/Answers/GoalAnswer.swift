import Bytes
import HealthModels

/// The interview after "I want to lose weight" or "I want to gain weight", which ends in numbers and an offer.
enum GoalAnswer {
  static func text(_ dialogue: inout Dialogue) -> String {
    if let age = dialogue.facts.body.age, age < 18 {
      dialogue.drop()
      return EnergyAnswer.minors
    }
    let facts = dialogue.facts
    if let warning = belowHealthyRange(facts) {
      dialogue.drop()
      return warning
    }
    if let question = missing(facts, dialogue.state) {
      let lead = dialogue.turn.state.asked == nil ? lead(facts.body.goal) : ""
      return dialogue.ask(question, for: .weightGoal, saying: lead)
    }
    guard let needs = EnergyNeeds(facts), needs.atRest > 300 else {
      dialogue.drop()
      return "These figures do not go together, so I cannot work it out. Please check age, height and weight."
    }
    dialogue.drop()
    dialogue.sources = [EnergyNeeds.source, Pace.source]
    dialogue.state.offer = .mealPlan
    var text = "You use about \(TextFormat.kilocalories(needs.aDay)) a day. \(advice(needs, facts))"
    if let time = time(facts, today: dialogue.turn.diary.today) { text += " " + time }
    return text + " Shall I make you a meal plan for that?"
  }

  /// The answer to "how long until 70 kg?".
  static func duration(_ dialogue: inout Dialogue) -> String {
    let facts = dialogue.facts
    if let warning = belowHealthyRange(facts) {
      dialogue.drop()
      return warning
    }
    if facts.body.weightKilograms == nil { return dialogue.ask(.weight, for: .goalDuration) }
    if facts.goalWeightKilograms == nil { return dialogue.ask(.goalWeight, for: .goalDuration) }
    dialogue.drop()
    dialogue.sources = [Pace.source]
    dialogue.state.offer = .energyNeeds
    let time = time(facts, today: dialogue.turn.diary.today) ?? "You are there already: well done."
    return time + " Shall I work out what to eat for it?"
  }

  private static func missing(_ facts: Facts, _ state: DialogueState) -> Question? {
    if facts.body.weightKilograms == nil { return .weight }
    let wantsChange = facts.body.goal == .lose || facts.body.goal == .gain
    if wantsChange, facts.goalWeightKilograms == nil, state.hasNoGoalWeight != true { return .goalWeight }
    return EnergyNeeds.missing(facts)
  }

  private static func lead(_ goal: BodyProfile.Goal?) -> String {
    switch goal {
    case .lose: "Good, let us make that doable: a few questions, then numbers."
    case .gain: "Good: gaining well needs a small surplus and training. A few questions, then numbers."
    case .maintain, nil: "Good. A few questions, then numbers."
    }
  }

  private static func advice(_ needs: EnergyNeeds, _ facts: Facts) -> String {
    let energy = TextFormat.kilocalories(needs.target)
    let protein = TextFormat.grams(needs.protein)
    switch facts.body.goal ?? .maintain {
    case .lose:
      let limit = needs.isRaised ? " I do not go lower without a doctor or dietitian." : ""
      return "To lose weight, eat about \(energy) with \(protein) of protein.\(limit)"
    case .gain: return "To gain, eat about \(energy) with \(protein) of protein, and train for it to be muscle."
    case .maintain: return "To hold your weight, that is also your target, with \(protein) of protein."
    }
  }

  /// Returns the weeks to the goal weight and the date; nil without both weights, or if they are equal.
  private static func time(_ facts: Facts, today: String) -> String? {
    guard let weight = facts.body.weightKilograms, let goal = facts.goalWeightKilograms, abs(weight - goal) >= 0.5
    else { return nil }
    let pace = Pace(from: weight, to: goal)
    let weeks = pace.weeks
    let date = Timestamp(rfc3339: today + "T00:00:00Z").map { start in
      start.advanced(by: .seconds(Int64(weeks) * 7 * 86400)).date
    }
    return "At about \(TextFormat.number(pace.kilogramsAWeek)) kg a week, \(TextFormat.number(goal)) kg takes about "
      + "\(TextFormat.count(weeks, "week"))\(date.map { ", until around \($0)" } ?? "")."
  }

  private static func belowHealthyRange(_ facts: Facts) -> String? {
    guard let height = facts.body.heightCentimetres, let goal = facts.goalWeightKilograms, height >= 100 else {
      return nil
    }
    let square = height * height / 10_000
    guard goal / square < BodyMassIndex.healthy.lowerBound else { return nil }
    let least = (BodyMassIndex.healthy.lowerBound * square).rounded(.up)
    return
      "\(TextFormat.number(goal)) kg would be below the healthy range for your height (a body mass index under 18.5, "
      + "WHO), so I will not plan for that. The range begins at \(TextFormat.number(least)) kg. If food or weight worry "
      + "you a lot, please talk to a doctor."
  }
}

/// A healthy change of weight.
struct Pace {
  static let source = "NIH Clinical Guidelines on Overweight, 1998"

  /// kg a week: 0.5 down, and 0.25 up, so that little of it is fat.
  var kilogramsAWeek: Double
  /// At least 1.
  var weeks: Int

  init(from weight: Double, to goal: Double) {
    kilogramsAWeek = goal < weight ? 0.5 : 0.25
    weeks = max(1, Int((min(abs(weight - goal), 300) / kilogramsAWeek).rounded(.up)))
  }
}
