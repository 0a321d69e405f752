import HealthModels

/// The goals, targets, diet, allergies and training that a message states.
extension BodyReader {
  func readGoals(into facts: inout Facts) {
    facts.body.goal = goal
    facts.goalWeightKilograms = figures.values[.goalWeight]
    facts.body.energyTarget = figures.values[.energyTarget]
    facts.body.proteinTarget = figures.values[.proteinTarget]
    facts.diet = utterance.value(.diet)
    facts.allergies = allergies
    // "I don't like tofu".
    facts.dislikes = WordList.dislikes.phrases.all.lazy.compactMap(utterance.position(of:))
      .map { [utterance] in PlanFood.named(in: utterance.words[$0...].prefix(7)) }.first { !$0.isEmpty }
    let isOfTraining = asked == .trainingGoal || task == .workoutPlan || utterance.has(.trainingContext)
    facts.trainingGoal = isOfTraining ? utterance.value(.trainingGoal) : nil
    facts.trainingDays = trainingDays
    facts.equipment = utterance.value(.equipment) ?? (asked == .equipment ? utterance.value(.equipmentAnswer) : nil)
    facts.focus = asked == .focus || utterance.has(.routineContext) ? utterance.value(.focus) : nil
  }

  private var goal: BodyProfile.Goal? {
    if utterance.statesLoss { return .lose }
    let isAhead = asked?.isOfEnergyNeeds == true && utterance.words.count <= 2
    return utterance.value(.goal) ?? (asked == .goal || isAhead ? utterance.value(.goalAnswer) : nil)
  }

  private var allergies: Set<Facts.Allergen>? {
    let removed = HealthStatement(utterance.text).allergies.removed
    // "Not allergic to nuts any more" keeps the others.
    if removed.isEmpty, utterance.has(.noAllergies) { return [] }
    guard utterance.has(.leavesOut) else { return nil }
    let named = WordList.allergens.values.filter { $0.phrases.all.contains { isExcluded($0.words[0]) } }.map(\.value)
    let found = Set(named).subtracting(removed).compactMap(Facts.Allergen.init(rawValue:))
    return found.isEmpty ? nil : Set(found)
  }

  /// Whether the word follows "no", "without" or "allergic to", or precedes "free" or "allergy".
  private func isExcluded(_ name: String) -> Bool {
    utterance.words.indices.contains { index in
      guard utterance.words[index] == name else { return false }
      let (before, after) = (utterance.before(index, 6), utterance.words[(index + 1)...].prefix(2))
      return name == "coeliac" || name == "celiac" || before.last == "no"
        || before.contains(where: WordList.excluding.contains)
        || Phrases("free;allerg*;intoleran*").occur(in: Array(after))
    }
  }

  private var trainingDays: Int? {
    let isOfPlan = task == .workoutPlan || [.orders, .weeklyContext, .planKind].contains(where: utterance.has)
    // "3" alone, after the question or after a plan.
    let isAnswer = asked == .trainingDays || task == .workoutPlan && utterance.words.count <= 2
    let answers = isAnswer ? utterance.words.indices.compactMap(utterance.number) : []
    let stated = isOfPlan ? [figures.values[.trainingDays]].compactMap { $0 } : []
    return (answers + stated).first { (1...14).contains($0) }.map { Int($0) }
  }
}

extension Utterance {
  /// "Lose 5 kg".
  var statesLoss: Bool { loss != nil }

  /// The index of the number in "lose 5 kg".
  private var loss: Int? {
    words.indices.first { number($0) != nil && before($0, 3).contains(where: WordList.loses.contains) }
  }

  /// The weight in kg that "lose 5 kg" leads to from another one; at least half of that.
  func goalWeight(from weight: Double) -> Double? {
    loss.flatMap { index in
      WordList.weightUnits.factor(word(index + 1)).map { max(weight / 2, weight - (number(index) ?? 0) * $0) }
    }
  }

  /// The first amount in a unit of a list, as a multiple of its base unit: "2 weeks" and "a month" in days.
  func amount(_ units: WordList) -> Double? {
    words.indices.lazy.compactMap { index in
      let value = number(index) ?? (["a", "an"].contains(words[index]) ? 1 : nil)
      return value.flatMap { value in units.factor(word(index + 1)).map { value * $0 } }
    }.first
  }
}
