import HealthModels

/// Reads the goals, targets, diet, allergies and training that a message states.
struct GoalReader {
  let utterance: Utterance
  let asked: Question?
  /// The task of the open question, whose facts may be stated in any order.
  var task: DialogueTask?

  func read(into facts: inout Facts) {
    facts.body.goal = goal()
    facts.body.energyTarget = energyTarget()
    facts.body.proteinTarget = proteinTarget()
    facts.diet = utterance.value(.diet)
    facts.allergies = allergies()
    facts.dislikes = dislikes()
    facts.trainingGoal = trainingGoal()
    facts.trainingDays = trainingDays()
    facts.equipment = equipment()
    facts.focus = asked == .focus || utterance.has(.routineContext) ? utterance.value(.focus) : nil
  }

  private func goal() -> BodyProfile.Goal? {
    if losesAmount { return .lose }
    if let stated: BodyProfile.Goal = utterance.value(.goal) { return stated }
    let isAhead = asked?.isOfEnergyNeeds == true && utterance.words.count <= 2
    return asked == .goal || isAhead ? utterance.value(.goalAnswer) : nil
  }

  /// "lose 5 kg".
  private var losesAmount: Bool {
    guard let start = utterance.position(of: "lose") ?? utterance.position(of: "losing") else { return false }
    return (start + 1...start + 3).contains { utterance.number($0) != nil }
  }

  /// Reads "2,000 kcal" and "calorie target of 1800". At most 100,000, so that a typing error is answered, not computed.
  private func energyTarget() -> Double? {
    for (index, value) in utterance.numbers where value <= 100_000 {
      if ["kcal", "calories", "calorie", "cal", "cals", "kcals"].contains(utterance.word(index + 1) ?? "") {
        return value
      }
    }
    guard asked == .energyTarget || utterance.has(.energyTargetName), utterance.numbers.count == 1,
      let value = utterance.numbers.first?.value, value <= 100_000, value >= 500 || asked == .energyTarget
    else { return nil }
    return value
  }

  /// "150 g protein", "protein target 120 g".
  private func proteinTarget() -> Double? {
    guard utterance.has(.proteinContext) else { return nil }
    // "how much protein is in 200 g chicken" names an amount of food.
    guard !utterance.has(.proteinQuestion) else { return nil }
    for (index, value) in utterance.numbers where (10...500).contains(value) {
      let isGrams = ["g", "grams", "gram"].contains(utterance.word(index + 1) ?? "")
      guard isGrams else { continue }
      if utterance.word(index + 2) == "protein" || utterance.word(index + 3) == "protein" { return value }
      if utterance.words[..<index].suffix(3).contains("protein") { return value }
    }
    return nil
  }

  private func allergies() -> Set<Facts.Allergen>? {
    let statement = AllergyStatement(utterance.text)
    // "Not allergic to nuts any more" keeps the others.
    if statement.removed.isEmpty, utterance.has(.noAllergies) {
      return []
    }
    let isAllergic = utterance.has(
      "allerg*", "intoleran*", "coeliac", "celiac", "free", "cant eat", "cannot eat", "no", "without", "avoid")
    guard isAllergic else { return nil }
    var found: Set<Facts.Allergen> = []
    for (name, phrases) in WordList.allergens.values where phrases.all.contains(where: { isExcluded($0.words[0]) }) {
      if let allergen = Facts.Allergen(rawValue: name) { found.insert(allergen) }
    }
    found.subtract(statement.removed.compactMap(Facts.Allergen.init(rawValue:)))
    return found.isEmpty ? nil : found
  }

  /// Whether the word follows "no", "without" or "allergic to", or precedes "free" or "allergy".
  private func isExcluded(_ name: String) -> Bool {
    utterance.words.indices.contains { index in
      guard utterance.words[index] == name else { return false }
      let before = utterance.words[..<index].suffix(6)
      let after = utterance.words[(index + 1)...].prefix(2)
      return name == "coeliac" || name == "celiac" || utterance.words[max(0, index - 1)] == "no"
        || before.contains(where: WordList.excluding.contains)
        || after.contains { $0 == "free" || $0.hasPrefix("allerg") || $0.hasPrefix("intoleran") }
    }
  }

  /// "I don't like tofu".
  private func dislikes() -> Set<String>? {
    for phrase in WordList.dislikes.phrases {
      guard let start = utterance.position(of: phrase) else { continue }
      let words = utterance.words.dropFirst(start).prefix(7).map { FoodPhrase.singular($0) }
      let foods = Set(words).intersection(PlanFood.words)
      if !foods.isEmpty { return foods }
    }
    return nil
  }

  private func trainingGoal() -> WorkoutPlan.Goal? {
    let isAsked = asked == .trainingGoal || task == .workoutPlan
    return isAsked || utterance.has(.trainingContext) ? utterance.value(.trainingGoal) : nil
  }

  private func trainingDays() -> Int? {
    for index in utterance.words.indices {
      guard let value = utterance.number(index), (1...14).contains(value) else { continue }
      let next = utterance.word(index + 1)
      let isWeekly =
        utterance.has(.orders)
        || utterance.has("week", "weekly", "per week", "muscle", "strength", "workout", "training")
      if next == "day" || next == "days" || next == "x" || next == "times" || next == "sessions",
        isWeekly || asked == .trainingDays || task == .workoutPlan
      {
        return Int(value)
      }
      if ["once", "twice"].contains(utterance.word(index)), isWeekly { return Int(value) }
      // "3" alone, after the question or after a plan.
      if asked == .trainingDays || task == .workoutPlan && utterance.words.count <= 2 && value <= 7 {
        return Int(value)
      }
    }
    return utterance.has("every day", "daily") && asked == .trainingDays ? 7 : nil
  }

  private func equipment() -> WorkoutPlan.Equipment? {
    if let stated: WorkoutPlan.Equipment = utterance.value(.equipment) { return stated }
    return asked == .equipment && utterance.has("none", "nothing", "home", "no") ? WorkoutPlan.Equipment.none : nil
  }
}
