import Bytes
import HealthModels
import TextModels

/// The answers to "How many calories do I need?", "What is my BMI?", "I want to lose weight" and "How long until 70 kg?".
extension Dialogue {
  mutating func energyNeeds(_ needs: EnergyNeeds) -> String {
    sources = [EnergyNeeds.source]
    let factor = String(facts.body.activity?.level ?? 0)
    let advice = Wording.text("energy." + needs.advice, ["target": needs.target])
    return Wording.text(
      "energy.needs",
      ["rest": needs.atRest, "day": needs.aDay, "factor": factor, "advice": advice, "protein": needs.protein])
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

  mutating func weightGoal(_ needs: EnergyNeeds) -> String {
    sources = [EnergyNeeds.source, Pace.source]
    let advice = Wording.text("goal." + needs.advice, ["target": needs.target, "protein": needs.protein])
    return offer(.mealPlan, after: Wording.join(Wording.text("goal.needs", ["day": needs.aDay]), advice, timeToGoal))
  }

  mutating func goalDuration() -> String {
    sources = [Pace.source]
    return offer(.energyNeeds, after: timeToGoal ?? Wording.text("goal.reached"))
  }

  /// The weeks to the goal weight and the date; nil without both weights, or if they are equal.
  private var timeToGoal: String? {
    guard let weight = facts.body.weightKilograms, let goal = facts.goalWeightKilograms, abs(weight - goal) >= 0.5
    else { return nil }
    let (pace, weeks) = EnergyNeeds.pace(from: weight, to: goal)
    let date = Timestamp(rfc3339: diary.today + "T00:00:00Z")?.advanced(by: .seconds(Int64(weeks) * 7 * 86400)).date
    let until = date.map { Wording.text("goal.until", ["date": $0]) } ?? ""
    return Wording.text("goal.time", ["pace": pace, "goal": goal, "weeks": weeks, "until": until])
  }

  /// The refusal to plan for a weight below the healthy range; nil for other weights.
  mutating func goalBelowHealthyRange() -> String? {
    guard let height = facts.body.heightCentimetres, let goal = facts.goalWeightKilograms, height >= 100,
      goal < BodyMassIndex.least.kilograms(height)
    else { return nil }
    return refuse("goal.tooLow", ["goal": goal, "least": BodyMassIndex.least.kilograms(height).rounded(.up)])
  }
}

/// Requests for a change of weight that is too fast, or an intake that is too low.
enum Pace {
  static let source = "NIH Clinical Guidelines on Overweight, 1998"

  /// Returns the answer to "Lose 10 kg in 2 weeks": more than a kilogram a week.
  static func tooFast(_ utterance: Utterance) -> String? {
    guard let kilograms = utterance.amount(.weightUnits), kilograms <= 300,
      let days = utterance.amount(.daysOfUnits), kilograms > 0.15 * days, days > 0
    else { return nil }
    let (pace, fewest, most) = (kilograms / (days / 7), kilograms.rounded(), (kilograms * 2).rounded())
    return Wording.text("pace.tooFast", ["pace": pace, "kilograms": kilograms, "fewest": fewest, "most": most])
  }

  /// Returns the answer to "Can I eat 500 kcal a day?": below 1,200 a diet needs supervision for everyone.
  static func tooLittle(_ utterance: Utterance) -> String? {
    let energy = utterance.numbers.first { number in
      number.value < 1200 && WordList.energyUnits.contains(number.unit)
        && ![-1, 2].contains { WordList.deficits.contains(utterance.word(number.index + $0)) }
    }
    return energy.map { Wording.text("pace.tooLittle", ["energy": $0.value]) }
  }
}
