/// A change of the plan at hand that a message asks for: "without nuts", "swap the squats", "for the whole week".
struct PlanChange: Equatable {
  /// Words of the foods or exercises to leave out, and of the foods that the plan should have, in the singular.
  var exclusions: Set<String> = []
  var wanted: Set<String> = []
  /// Whether the message states what to change; a classifier may only know that it asks for a change.
  private(set) var isStated = false

  init() {}

  /// Reads a message after a plan; nil if it asks for no change.
  init?(_ utterance: Utterance, _ planned: DialogueTask) {
    guard utterance.words.count <= 16, !WordList.notChanges.contains(utterance.words.first) else { return nil }
    exclusions = Self.exclusions(utterance, planned)
    let lists: [WordList] = [.shopping, .planSize, .moreProtein, .lowCarb, .mealSet]
    isStated = utterance.has(.sameKind) || Self.changesFacts(utterance, planned)
    if planned == .mealPlan {
      exclusions.formUnion(utterance.value(.planLeaves)?.items ?? [])
      if utterance.has(.addsFood), exclusions.isEmpty { wanted = PlanFood.named(in: utterance.words) }
      isStated = isStated || utterance.planDays != nil || lists.contains(where: utterance.has)
    } else {
      isStated = isStated || utterance.minutes != nil
    }
    isStated = isStated || !exclusions.isEmpty || !wanted.isEmpty
    guard isStated else { return nil }
  }

  /// "Vegetarian please", "4 days", "only at home", and "1800" after a meal plan, "3" after a workout plan.
  private static func changesFacts(_ utterance: Utterance, _ planned: DialogueTask) -> Bool {
    if utterance.words.count <= 4, utterance.numbers.count == 1, !utterance.has(.targetWords) {
      let value = utterance.numbers[0].value
      if planned == .mealPlan && (800...6000).contains(value) || planned == .workoutPlan && (1...7).contains(value) {
        return true
      }
    }
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

extension Utterance {
  /// The days of a meal plan: "for the week", "3 days".
  var planDays: Int? { has(.weekPlan) ? 7 : days }
}
