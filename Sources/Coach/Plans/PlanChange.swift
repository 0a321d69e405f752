/// A change of the plan at hand that a message asks for: "without nuts", "swap the squats", "for the whole week".
struct PlanChange: Equatable {
  /// Words of the foods or exercises to leave out, and of the foods that the plan should have, in the singular.
  var exclusions: Set<String> = []
  var wanted: Set<String> = []

  init() {}

  /// Reads a message after a plan; nil if it asks for no change.
  init?(_ utterance: Utterance, _ planned: DialogueTask) {
    guard utterance.words.count <= 16, !WordList.notChanges.contains(utterance.words.first) else { return nil }
    exclusions = Self.exclusions(utterance, planned)
    let lists: [WordList] = [.weekPlan, .shopping, .planSize, .moreProtein, .lowCarb, .mealSet]
    var isOfMeals = false
    if planned == .mealPlan {
      exclusions.formUnion(utterance.value(.planLeaves)?.items ?? [])
      if utterance.has(.addsFood), exclusions.isEmpty { wanted = PlanFood.named(in: utterance.words) }
      isOfMeals = utterance.days != nil || lists.contains(where: utterance.has)
    }
    guard
      isOfMeals || !exclusions.isEmpty || !wanted.isEmpty || utterance.has(.sameKind)
        || planned != .mealPlan && utterance.minutes != nil || Self.isNumber(utterance, planned)
        || Self.changesFacts(utterance, planned)
    else { return nil }
  }

  /// "1800" after a meal plan, "3" after a workout plan.
  private static func isNumber(_ utterance: Utterance, _ planned: DialogueTask) -> Bool {
    guard utterance.words.count <= 4, !utterance.has(.targetWords), utterance.numbers.count == 1,
      let value = utterance.numbers.first?.value
    else {
      return false
    }
    return planned == .mealPlan && (800...6000).contains(value) || planned == .workoutPlan && (1...7).contains(value)
  }

  /// "Vegetarian please", "4 days", "only at home".
  private static func changesFacts(_ utterance: Utterance, _ planned: DialogueTask) -> Bool {
    guard utterance.words.count <= 7, !utterance.has(.notPlanFacts) else { return false }
    return WordList.planFacts.values.contains { $0.value == planned.planKind && utterance.has($0.phrases) }
  }

  /// The words after "without", "swap", "no" and the like that name a food or exercise of plans.
  private static func exclusions(_ utterance: Utterance, _ planned: DialogueTask) -> Set<String> {
    let known = planned == .mealPlan ? PlanFood.words : planned == .workoutPlan ? Exercise.words : []
    let triggers = WordList.exclusionTriggers.phrases
    let starts = utterance.words.indices.filter { triggers.longest(in: utterance.words, at: $0) != nil }
    let words = starts.flatMap { start in
      utterance.words[(start + 1)...].prefix(5).prefix { !WordList.exclusionEnds.contains($0) }
    }
    return Set(words.map(FoodPhrase.singular)).intersection(known)
  }
}

extension PlanFood {
  /// The words of all names, in the singular, by which a food can be left out.
  static let words: Set<String> = Set(all.flatMap { FoodPhrase.words($0.name.lowercased()) })
    .subtracting(WordList.notPlanFoods.words).union(WordList.planFoodGroups.words)

  /// Returns the words of a message that name foods of plans, in the singular.
  static func named(in text: some Sequence<String>) -> Set<String> {
    Set(text.map(FoodPhrase.singular)).intersection(words)
  }

  func isNamed(by words: Set<String>) -> Bool {
    guard !words.isEmpty else { return false }
    if !words.isDisjoint(with: FoodPhrase.words(name.lowercased())) { return true }
    if words.contains("nut"), !allergens.isDisjoint(with: [.nuts, .peanut]) { return true }
    if words.contains("dairy"), allergens.contains(.milk) { return true }
    if words.contains("fish"), allergens.contains(.fish) { return true }
    return words.contains("meat") && diet == .everything
  }
}

extension Exercise {
  static let words: Set<String> = Set(all.flatMap { FoodPhrase.words(name(of: $0)) })
    .subtracting(WordList.notPlanFoods.words)

  func isNamed(by words: Set<String>) -> Bool { !words.isDisjoint(with: FoodPhrase.words(Self.name(of: self))) }

  private static func name(of exercise: Exercise) -> String { exercise.name.lowercased().replacing("-", with: " ") }
}
