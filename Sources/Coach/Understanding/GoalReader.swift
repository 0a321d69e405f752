import HealthModels

/// Reads the goals, targets, diet, allergies and training that a message states.
struct GoalReader {
  let utterance: Utterance
  let asked: Question?
  /// The task of the open question, whose facts may be stated in any order.
  var task: DialogueTask?

  func read(into facts: inout Facts) {
    facts.body.goal = goal()
    facts.goalWeightKilograms = GoalWeight(utterance: utterance, asked: asked).read()
    facts.body.energyTarget = energyTarget()
    facts.body.proteinTarget = proteinTarget()
    facts.diet = utterance.value(.diet)
    facts.allergies = allergies()
    facts.dislikes = dislikes()
    let isOfTraining = asked == .trainingGoal || task == .workoutPlan || utterance.has(.trainingContext)
    facts.trainingGoal = isOfTraining ? utterance.value(.trainingGoal) : nil
    facts.trainingDays = trainingDays()
    let isNothing = asked == .equipment && utterance.has("none", "nothing", "home", "no")
    facts.equipment = utterance.value(.equipment) ?? (isNothing ? WorkoutPlan.Equipment.none : nil)
    facts.focus = asked == .focus || utterance.has(.routineContext) ? utterance.value(.focus) : nil
  }

  private func goal() -> BodyProfile.Goal? {
    // "lose 5 kg".
    if let start = utterance.position(of: "lose") ?? utterance.position(of: "losing"),
      (start + 1...start + 3).contains(where: { utterance.number($0) != nil })
    {
      return .lose
    }
    let isAhead = asked?.isOfEnergyNeeds == true && utterance.words.count <= 2
    return utterance.value(.goal) ?? (asked == .goal || isAhead ? utterance.value(.goalAnswer) : nil)
  }

  /// Reads "2,000 kcal" and "calorie target of 1800". At most 100,000, so that a typing error is answered, not computed.
  private func energyTarget() -> Double? {
    let isNamed = asked == .energyTarget || utterance.has(.energyTargetName)
    let numbers = utterance.numbers.filter { $0.value <= 100_000 }
    let stated = numbers.first { WordList.energyUnits.contains($0.unit) }
    let named = isNamed && utterance.numbers.count == 1 ? numbers.first : nil
    return (stated ?? named.flatMap { $0.value >= 500 || asked == .energyTarget ? $0 : nil })?.value
  }

  /// "150 g protein", "protein target 120 g".
  private func proteinTarget() -> Double? {
    // "how much protein is in 200 g chicken" names an amount of food.
    guard utterance.has(.proteinContext), !utterance.has(.proteinQuestion) else { return nil }
    return utterance.numbers.first { number in
      (10...500).contains(number.value) && ["g", "grams", "gram"].contains(number.unit)
        && (utterance.words[..<number.index].suffix(3) + utterance.words[number.index...].dropFirst(2).prefix(2))
          .contains("protein")
    }?.value
  }

  private func allergies() -> Set<Facts.Allergen>? {
    let statement = AllergyStatement(utterance.text)
    // "Not allergic to nuts any more" keeps the others.
    if statement.removed.isEmpty, utterance.has(.noAllergies) { return [] }
    guard utterance.has(.leavesOut) else { return nil }
    let named = WordList.allergens.values.filter { $0.phrases.all.contains { isExcluded($0.words[0]) } }
    let found = Set(named.map(\.value)).subtracting(statement.removed).compactMap(Facts.Allergen.init(rawValue:))
    return found.isEmpty ? nil : Set(found)
  }

  /// Whether the word follows "no", "without" or "allergic to", or precedes "free" or "allergy".
  private func isExcluded(_ name: String) -> Bool {
    utterance.words.indices.contains { index in
      guard utterance.words[index] == name else { return false }
      let before = utterance.words[..<index].suffix(6)
      let after = utterance.words[(index + 1)...].prefix(2)
      return name == "coeliac" || name == "celiac" || before.last == "no"
        || before.contains(where: WordList.excluding.contains)
        || after.contains { $0 == "free" || $0.hasPrefix("allerg") || $0.hasPrefix("intoleran") }
    }
  }

  /// "I don't like tofu".
  private func dislikes() -> Set<String>? {
    WordList.dislikes.phrases.all.lazy.compactMap(utterance.position(of:)).map { start in
      PlanFood.named(in: utterance.words[start...].prefix(7))
    }
    .first { !$0.isEmpty }
  }

  private func trainingDays() -> Int? {
    let isWeekly = utterance.has(.orders) || utterance.has(.weeklyContext)
    let isOfPlan = asked == .trainingDays || task == .workoutPlan
    let stated = utterance.words.indices.lazy.compactMap { index -> Int? in
      guard let value = utterance.number(index), (1...14).contains(value) else { return nil }
      let isCount = ["day", "days", "x", "times", "sessions"].contains(utterance.word(index + 1))
      let isTimes = ["once", "twice"].contains(utterance.words[index])
      // "3" alone, after the question or after a plan.
      let isAlone = task == .workoutPlan && utterance.words.count <= 2 && value <= 7
      let isStated = isCount && (isWeekly || isOfPlan) || isTimes && isWeekly || asked == .trainingDays || isAlone
      return isStated ? Int(value) : nil
    }.first
    return stated ?? (utterance.has("every day", "daily") && asked == .trainingDays ? 7 : nil)
  }
}
