import TextModels

/// A change of the plan at hand that a message asks for: "without nuts", "swap the squats", "for the whole week".
struct PlanChange: Equatable {
  /// Words of the foods or exercises to leave out, and of the foods that the plan should have, in the singular.
  var exclusions: Set<String> = []
  var wanted: Set<String> = []
  /// Whether the message states what to change; a classifier may only know that it asks for a change.
  private(set) var isStated = false
  /// Whether a score takes the message plainly for a change, though nothing may be read in it.
  private(set) var isPlain = false

  var isStatedByFood: Bool { !exclusions.isEmpty || !wanted.isEmpty }

  init(isStated: Bool, isPlain: Bool = false, without foods: Set<String> = []) {
    (self.isStated, self.isPlain, exclusions) = (isStated, isPlain, foods)
  }

  /// Reads a message after a plan; nil if it asks for no change.
  init?(_ utterance: Utterance, _ planned: DialogueTask) {
    // "What did I eat this week" is about the log.
    guard utterance.words.count <= 16, !WordList.notChanges.contains(utterance.words.first),
      !utterance.has("did i", "have i")
    else { return nil }
    exclusions = Self.exclusions(utterance, planned)
    if utterance.has(.swapVerbs), !exclusions.isEmpty {
      // "Swap squats for lunges".
      let parts = utterance.words.split { WordList.exclusionEnds.contains($0) || WordList.swapEnds.contains($0) }
      wanted = Set(parts.flatMap { Self.named($0, Self.known(planned)) }).subtracting(exclusions)
    } else if exclusions.isEmpty, planned == .mealPlan, utterance.has(.addsFood) {
      wanted = PlanFood.named(in: utterance.words)
    } else if exclusions.isEmpty, planned == .workoutPlan, utterance.words.count <= 8, utterance.has(.addsExercise) {
      // "Add calf raises", "more core".
      let options = utterance.planOptions.filter { $0.isWanted && $0.option.kind == planned.planKind }.map(\.option.tag)
      wanted = Self.named(utterance.words[...], Self.known(planned)).union(options)
    }
    if planned == .mealPlan { exclusions.formUnion(utterance.value(.planLeaves)?.items ?? []) }
    isStated = isStatedByFood || Self.changesLimits(utterance, planned)
    guard isStated else { return nil }
  }

  /// Reads what a message means by the foods or exercises that it names, though it names no change: "green beans give me
  /// the ick", "the neighbour brought eggs". nil if it is about none, or says nothing good or bad of them.
  init?(implied utterance: Utterance, _ planned: DialogueTask) {
    let named = Self.named(utterance.words[...], Self.known(planned))
    let (isBad, isGood) = (utterance.has(.spoils), utterance.has(.brings))
    guard !named.isEmpty, isBad != isGood, isBad || planned == .mealPlan else { return nil }
    (exclusions, wanted, isStated) = (isBad ? named : [], isBad ? [] : PlanFood.named(in: utterance.words), true)
  }

  /// The figures that alone change a plan: kcal, and days a week.
  private static let figures: [DialogueTask: ClosedRange<Double>] = [
    .mealPlan: 800...6000, .workoutPlan: 1...7, .routine: 2...180,
  ]

  static let ofMeals: [WordList] = [.shopping, .planSize, .moreProtein, .lowCarb, .lowFat, .mealSet, .people]

  /// "Smaller", "30 minutes", "vegetarian please", "only at home", and "1800" after a meal plan.
  private static func changesLimits(_ utterance: Utterance, _ planned: DialogueTask) -> Bool {
    let (lists, length) = planned == .mealPlan ? (ofMeals, utterance.planDays) : ([], utterance.planMinutes)
    if utterance.has(.sameKind) || length != nil || lists.contains(where: utterance.has) { return true }
    let number = utterance.numbers.count == 1 ? utterance.numbers[0].value : 0
    let isFigure = figures[planned]?.contains(number) == true && !utterance.has(.targetWords)
    if isFigure && utterance.words.count <= 4 { return true }
    // "Put a nap in it", "no running".
    let options = utterance.planOptions.filter { $0.option.kind == planned.planKind }
    let isOption = options.contains { !$0.isWanted || utterance.has(.addsFood) }
    let isDose = planned == .workoutPlan && (utterance.has(.effort) || utterance.planSeconds != nil)
    if isOption || isDose, utterance.words.count <= 10 { return true }
    if utterance.words.count > 7 || utterance.has(.notPlanFacts) { return false }
    return planned != .mealPlan && utterance.has(.planLength)
      || WordList.planFacts.values.contains { $0.value == planned.planKind && utterance.has($0.phrases) }
  }

  /// The words after "without", "swap", "no" and the like that name a food or exercise of plans.
  private static func exclusions(_ utterance: Utterance, _ planned: DialogueTask) -> Set<String> {
    let known = known(planned)
    // "Whey is off the list", "take the cheese out".
    let endings = utterance.has(.exclusionEndings) ? [utterance.beforeExclusionEnd(utterance.words[...])] : []
    return Set((utterance.clauses() + endings).flatMap { named($0, known) })
  }

  static func named(_ words: ArraySlice<String>, _ known: Set<String>) -> Set<String> {
    let words = words.map(PlanFood.singular)
    // "The overhead press" is one exercise, not all with a press, and so are "barbell rows" that no plan has.
    let pairs = zip(words, words.dropFirst()).filter { first, second in
      known.contains(first + " " + second) || known.contains(second) && WordList.equipment.phrases.occur(in: [first])
    }.map { $0 + " " + $1 }
    return Set(pairs.isEmpty ? words.filter(known.contains) : pairs)
  }

  static func known(_ planned: DialogueTask) -> Set<String> {
    [.mealPlan: PlanFood.words, .workoutPlan: Exercise.words][planned] ?? RoutinePlanner.words
  }
}

extension Utterance {
  /// Returns the words after each "without", "swap", "no" and the like that may name what is left out.
  func clauses(after list: WordList = .exclusionTriggers) -> [ArraySlice<String>] {
    words.indices.compactMap { index in
      list.phrases.longest(in: words, at: index).map { trigger in
        beforeExclusionEnd(words[(index + 1)...].prefix(5).dropFirst(trigger.phrase.words.count - 1))
      }
    }
  }

  func beforeExclusionEnd(_ clause: ArraySlice<String>) -> ArraySlice<String> {
    clause.drop(while: WordList.exclusionEnds.contains).prefix { !WordList.exclusionEnds.contains($0) }
  }

  /// The days of a meal plan: "for the week", "3 days", "a 3 day plan", "5 lunches".
  var planDays: Int? {
    let days = has(.spans) && words.count <= 8 ? weekdays.count : has(.weekPlan) ? 7 : 0
    if has("dinner*"), let nights = count("nights", "evenings", in: 2...7) { return nights }
    return days > 1 ? days : count("days", "day", "dinners", "lunches", "breakfasts", in: 2...7)
  }

  /// The longest rest or hold of an exercise: "90 secs tops".
  var planSeconds: Int? { count("seconds", "second", "secs", in: 10...300) }

  /// The duration of a session or a routine: "30 minutes".
  var planMinutes: Int? {
    count("minutes", "minute", in: 5...180) ?? (words.count <= 6 ? value(.durations).flatMap(Int.init) : nil)
  }
}
