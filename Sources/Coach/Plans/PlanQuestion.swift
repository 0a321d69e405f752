import HealthModels
import TextModels

/// Questions about the plan at hand: "how much protein has day 2?", "how long does that take?", "which day is legs?".
extension Dialogue {
  /// - Parameter kind: the argument of the rule: `figures`, `length`, `days`, or empty for the lines of the plan.
  func planQuestion(_ kind: String) -> Intent? {
    guard before.asked == nil, let planned = before.planned, let lines = before.planLines else { return nil }
    let named = PlanPart(utterance, before)
    let isAboutPlan = before.lastTopic == planned.planTopic
    guard kind.isEmpty || kind == "part" || isAboutPlan || named != nil || utterance.has("plan", "routine", "workout")
    else { return nil }
    let part = named ?? (isAboutPlan && !utterance.has("total", "whole", "altogether") ? before.planShown : nil)
    let text =
      switch kind {
      case "figures": planFigures(part)
      case "length": before.planLength.map { Wording.text("plan.length." + (planned.planKind ?? ""), ["minutes": $0]) }
      case "days": planLines(days(lines))
      case "part" where !asks: nil as String?
      case "cost": planned == .mealPlan ? Wording.text("plan.cost") : nil
      default: planLines(shown(lines, named))
      }
    return text.map { text in
      Intent("planPart") { dialogue in
        (dialogue.state.lastTopic, dialogue.state.planShown) = (planned.planTopic, part)
        return text
      }
    }
  }

  private func planLines(_ lines: [String]) -> String? {
    lines.isEmpty ? nil : TextFormat.lines(Wording.text("plan.part"), lines) + Wording.text("plan.part.end")
  }

  /// The lines that "what is for lunch on Wednesday?" asks for, or all of them.
  private func shown(_ lines: [String], _ named: PlanPart?) -> [String] {
    // "Monday and Friday" are the days that a plan should have.
    let days = asks || utterance.weekdays.count == 1 ? utterance.weekdays : []
    let own = lines.filter { line in days.contains { line.contains(": \(WorkoutPlanner.weekday($0)),") } }
    let isWhole = own.isEmpty && utterance.has(.wholePlan)
    return named?.lines(of: lines) ?? (isWhole ? lines : own)
  }

  /// The lines with a food, an exercise, or an exercise for a part of the body that the message names.
  private func days(_ lines: [String]) -> [String] {
    let area = utterance.value(.areas)
    let guides = area.map { area in ExerciseGuide.all.filter { $0.areas.contains(area) } }
    let exercises = guides?.map { $0.name.lowercased() }
    let known = PlanChange.known(before.planned ?? .mealPlan)
    let names = exercises ?? utterance.words.map(FoodPhrase.singular).filter { known.contains($0) && $0.count > 2 }
    return lines.filter { line in names.contains { line.lowercased().contains($0) } }
  }

  /// The nutrients of a part of a meal plan; of several days those of a day.
  private func planFigures(_ part: PlanPart?) -> String? {
    guard let lines = before.planLines, let nutrients = before.planNutrients, foodLookup.items(utterance).isEmpty
    else { return nil }
    let shown = part?.lines(of: lines) ?? lines
    let days = max(1, Set(shown.filter { $0.hasPrefix("Day ") }.map { $0.prefix(6) }).count)
    let sum = zip(lines, nutrients).reduce(Nutrients.zero) { shown.contains($1.0) ? $0 + $1.1 : $0 }
    let mean = sum.scaled(by: 1 / Double(days))
    let nutrient = Nutrient(utterance)
    let figures = nutrient?.text(mean) ?? mean.text("plan.figures")
    let what = (part?.name ?? Wording.text("plan.whole")) + (days > 1 ? Wording.text("plan.mean") : "")
    let isDay = part?.meal == nil && before.planMeal == nil
    let need = isDay ? nutrient.flatMap { reference($0).text } : nil
    return Wording.join(
      Wording.text("plan.figures.of", ["what": what, "figures": figures]),
      need.map { $0.capitalised + "." })
  }
}
