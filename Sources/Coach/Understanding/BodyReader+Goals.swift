import HealthModels

/// The goals, targets, diet, allergies and training that a message states.
extension BodyReader {
  func readGoals(into facts: inout Facts) {
    facts.body.goal = goal
    facts.goalWeightKilograms = utterance.goalWeight(isAnswer: asked == .goalWeight)
    facts.body.energyTarget = energyTarget
    facts.body.proteinTarget = proteinTarget
    facts.diet = utterance.value(.diet)
    facts.allergies = allergies
    // "I don't like tofu".
    facts.dislikes = WordList.dislikes.phrases.all.lazy.compactMap(utterance.position(of:))
      .map { [utterance] in PlanFood.named(in: utterance.words[$0...].prefix(7)) }.first { !$0.isEmpty }
    let isOfTraining = asked == .trainingGoal || task == .workoutPlan || utterance.has(.trainingContext)
    facts.trainingGoal = isOfTraining ? utterance.value(.trainingGoal) : nil
    facts.trainingDays = trainingDays
    let isNothing = asked == .equipment && utterance.has("none", "nothing", "home", "no")
    facts.equipment = utterance.value(.equipment) ?? (isNothing ? WorkoutPlan.Equipment.none : nil)
    facts.focus = asked == .focus || utterance.has(.routineContext) ? utterance.value(.focus) : nil
  }

  private var goal: BodyProfile.Goal? {
    if utterance.statesLoss { return .lose }
    let isAhead = asked?.isOfEnergyNeeds == true && utterance.words.count <= 2
    return utterance.value(.goal) ?? (asked == .goal || isAhead ? utterance.value(.goalAnswer) : nil)
  }

  /// Reads "2,000 kcal" and "calorie target of 1800". At most 100,000, so that a typing error is answered, not
  /// computed.
  private var energyTarget: Double? {
    let numbers = utterance.numbers.filter { $0.value <= 100_000 }
    let named = numbers.filter { asked == .energyTarget || utterance.has(.energyTargetName) && $0.value >= 500 }
    return (numbers.first { WordList.energyUnits.contains($0.unit) } ?? (numbers.count == 1 ? named.first : nil))?.value
  }

  /// "150 g protein", "protein target 120 g".
  private var proteinTarget: Double? {
    // "how much protein is in 200 g chicken" names an amount of food.
    guard utterance.has(.proteinContext), !utterance.has(.proteinQuestion) else { return nil }
    return utterance.numbers.first { number in
      let near = utterance.before(number.index, 3) + utterance.words[number.index...].dropFirst(2).prefix(2)
      return (10...500).contains(number.value) && ["g", "grams", "gram"].contains(number.unit)
        && near.contains("protein")
    }?.value
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
    let isOfPlan = task == .workoutPlan || utterance.has(.orders) || utterance.has(.weeklyContext)
    // "3" alone, after the question or after a plan.
    let isAnswer = asked == .trainingDays || task == .workoutPlan && utterance.words.count <= 2
    let stated = isAnswer ? utterance.words.indices.compactMap(utterance.number) : isOfPlan ? utterance.counts : []
    return stated.first { (1...14).contains($0) }.map { Int($0) }
  }
}

extension Utterance {
  /// "Lose 5 kg".
  var statesLoss: Bool {
    words.indices.contains { number($0) != nil && before($0, 3).contains(where: WordList.loses.contains) }
  }

  /// The stated numbers of days or times: "3 days", "4x", "twice".
  var counts: [Double] {
    words.indices.compactMap { index in
      let isCount = ["days", "times", "x", "day", "time", "sessions"].contains(word(index + 1))
      return isCount || ["once", "twice"].contains(words[index]) ? number(index) : nil
    }
  }

  /// The first amount in a unit of a list, as a multiple of its base unit: "2 weeks" and "a month" in days.
  func amount(_ units: WordList) -> Double? {
    words.indices.lazy.compactMap { index in
      let value = number(index) ?? (["a", "an"].contains(words[index]) ? 1 : nil)
      return value.flatMap { value in units.factor(word(index + 1)).map { value * $0 } }
    }.first
  }

  /// "From 90 to 80": the weight and the weight to reach, in kg.
  var weightSpan: (from: Double, to: Double)? {
    for (from, to) in zip(numbers, numbers.dropFirst()) where from.before == "from" && to.before == "to" {
      let factor = WordList.weightUnits.factor(to.unit) ?? 1
      let isWeight = [from, to].allSatisfy { (40...300).contains($0.value * factor) }
      if isWeight, from.value != to.value, !WordList.weightlessUnits.contains(to.unit) {
        return (from.value * factor, to.value * factor)
      }
    }
    return nil
  }

  /// The weight in kg that the user wants to reach, which is another fact than the weight: "get to 70 kg", "how long
  /// until 70 kg".
  func goalWeight(isAnswer: Bool) -> Double? {
    if let span = weightSpan { return span.to }
    let named = numbers.first { $0.kilograms != nil && (isAnswer || isGoalWeight($0.index)) }
    // "from 80 to 70", "goal weight 70", and the answer to the question.
    let isNamed = has(.goalWeightName) || isAnswer && numbers.count == 1
    let bare = isNamed ? numbers.last { !WordList.weightlessUnits.contains($0.unit) } : nil
    return (named?.kilograms ?? bare?.value).flatMap { (30...300).contains($0) ? $0 : nil }
  }

  /// Whether the number at `index`, with its unit, is a weight to reach rather than the weight.
  func isGoalWeight(_ index: Int) -> Bool {
    let before = before(index, 6)
    guard let last = before.last else { return false }
    if WordList.goalBefore.contains(last) || before.contains(where: WordList.goalNear.contains) { return true }
    let wishes = before.contains(where: WordList.goalWish.contains)
    if last == "to" { return wishes || before.contains(where: WordList.reachesTo.contains) }
    return wishes && before.contains { ["weigh", "be", "at"].contains($0) }
      && !before.contains { ["lose", "gain"].contains($0) }
  }
}
