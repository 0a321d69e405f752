import HealthModels

/// Recognises the intent of a message by the rows of `intents.tsv`.
struct IntentReader {
  let turn: CoachTurn
  let utterance: Utterance
  let foodLookup: FoodLookup
  let facts: Facts
  let statesFacts: Bool
  let topicsOff: Set<String>
  private var state: DialogueState { turn.state }

  func intent() -> Intent? {
    var resumed: String?
    for rule in IntentRule.all {
      if let next = resumed, rule.intent != next { continue }
      resumed = nil
      guard rule.matches(utterance, turn.persona) else { continue }
      if rule.intent == "nothing" { return nil }
      if rule.intent == "skipTo" {
        resumed = rule.argument
        continue
      }
      let isRead = rule.intent.hasPrefix("=")
      if let intent = isRead ? read(rule.intent.dropFirst()) : named(rule.intent, rule.argument) { return intent }
    }
    return nil
  }

  /// Returns the intent of a subject of `QuestionSearch`: a topic, or '=' and the name of an intent.
  func intent(of subject: String) -> Intent? {
    subject.hasPrefix("=") ? named(String(subject.dropFirst()), "") : Topic.named(subject).map(Intent.topic)
  }

  private func named(_ name: String, _ argument: String) -> Intent? {
    switch name {
    case "say": .declined(argument)
    case "outside": .outside(argument)
    case "topic": Topic.named(argument).map(Intent.topic)
    case "plan": .task(ownPlan)
    case "missing": .task(.dayReview)
    case "week": .intake(Intake(nil, .week))
    default:
      DialogueTask(rawValue: name).map(Intent.task) ?? BodyProfile.Goal(rawValue: name).map(Intent.goal)
        ?? Intent.Simple(rawValue: name).map(Intent.simple)
    }
  }

  private func read(_ name: Substring) -> Intent? {
    switch name {
    case "log": LogIntent.meal(utterance, turn.diary).map(Intent.log)
    case "offeredPlan": state.offer == .anything ? .task(ownPlan) : nil
    case "again": state.asked == nil ? state.planned.flatMap(again) : nil
    case "unsafe": unsafe
    case "taskKind": state.task == .anyPlan ? utterance.value(.planKind).map(plan) : nil
    case "order": order
    case "learnedPlan": learnedPlan
    case "goal": goal
    case "forget": forget
    case "following": following
    case "overeating": Topic.find(utterance).flatMap { $0.topic.name == Topic.overeating ? .topic($0.topic) : nil }
    case "intake": intake
    case "entries": entries
    case "energy": energy
    case "exercise": ExerciseIntents(utterance: utterance, state: state, facts: facts).question().map(Intent.exercise)
    // "How much water should I drink" asks for advice, "how much protein is in milk" for figures.
    case "advice": utterance.has(.advice) ? topic(words: 2) : nil
    case "topics": utterance.has(.asksFigures) ? nil : topic(words: 2)
    case "food": FoodIntents(utterance: utterance, foodLookup: foodLookup, state: state).food()
    // "Gym twice a week" states facts and asks nothing.
    // Two words of a long message say less than all of them.
    case "searchLong": utterance.words.count >= 9 && !utterance.has(.asksFigures) ? read("search") : nil
    case "search": statesFacts && !asks ? nil : search(from: QuestionSearch.certain)
    case "topic": topic(words: 1)
    case "caution": caution
    case "praise": isPraise ? .simple(.thanks) : nil
    default: nil
    }
  }

  // MARK: - Plans and goals

  private var ownPlan: DialogueTask {
    switch turn.persona {
    case .nutritionist: .mealPlan
    case .fitnessCoach: .workoutPlan
    case .wellnessSpecialist: .routine
    case .generalWellness:
      state.lastTopic.flatMap(Topic.named)?.offer.flatMap { DialogueTask(rawValue: $0.rawValue) } ?? .anyPlan
    }
  }

  private func plan(_ kind: String) -> Intent {
    .task(DialogueTask.allCases.first { $0.planKind == kind } ?? ownPlan)
  }

  private func again(_ planned: DialogueTask) -> Intent? {
    PlanChange(utterance, planned).map { .again(planned, $0) }
  }

  /// "Make me a plan for the day", "a vegan day please".
  private var order: Intent? {
    let isOrder = utterance.words.count <= 6 && utterance.words.last == "please" && !utterance.has(.notOrdered)
    let orders = isOrder || utterance.has(.orders)
    if orders || utterance.has(.wishesPlan), utterance.has(.planNouns) {
      return utterance.mostFrequent(.planKind).map(plan) ?? .task(ownPlan)
    }
    return orders ? utterance.value(.ordered).map(plan) : nil
  }

  /// A request in other words: "knock up tomorrow's food".
  private var learnedPlan: Intent? {
    let own = ownPlan.planKind
    let best = TextClassifier.plans?.best(utterance.words, expected: own, advantage: 0.5)
    return best.flatMap { $0.margin >= TextClassifier.planThreshold ? plan($0.name) : nil }
  }

  /// "I want to lose weight", "help me get stronger".
  private var goal: Intent? {
    guard !utterance.has(.asksHow) else { return nil }
    if let span = GoalWeight.span(utterance) { return .goal(span.to < span.from ? .lose : .gain) }
    guard utterance.has(.wish) || utterance.words.count <= 3 else { return nil }
    if let start = utterance.position(of: "lose"), utterance.number(start + 1) != nil { return .goal(.lose) }
    guard let wanted = utterance.value(.wanted) else { return nil }
    if let goal = BodyProfile.Goal(rawValue: wanted) { return .goal(goal) }
    return turn.persona == .nutritionist ? .goal(.gain) : .task(.trainingGoal)
  }

  private var unsafe: Intent? {
    if let loss = Pace.TooFast(utterance) { return .tooFast(loss) }
    return utterance.has(.planWords) ? nil : Pace.tooLittle(utterance).map(Intent.tooLittle)
  }

  private var forget: Intent? {
    let facts = FactName.forgotten(utterance)
    return facts.isEmpty ? nil : .forget(facts)
  }

  // MARK: - The diary and the body

  private var intake: Intent? {
    guard let earlier = state.intake, let intake = Intake(utterance, following: earlier) else {
      return Intake(utterance).map(Intent.intake)
    }
    // An energy intake can be judged only against the user's needs.
    return intake.nutrient == .energy && Targets(facts) == nil ? .task(.energyNeeds) : .intake(intake)
  }

  private var entries: Intent? {
    guard utterance.has(.entries) else { return nil }
    let isLast = utterance.has("last meal*", "recent meal*") || DiaryAnswer.mealType(utterance) != nil
    guard !isLast, let period: Intake.Period = utterance.value(.periods), period != .week else {
      return .simple(.lastMeals)
    }
    return .intake(Intake(nil, period))
  }

  private var energy: Intent? {
    guard utterance.has(.amountQuestion), utterance.has(.ownNeeds) else { return nil }
    let isAboutNeeds =
      switch Nutrient(utterance) {
      case .energy: true
      case nil: utterance.has(.asksAllFood)
      // For protein alone, general advice is a better answer than six questions.
      case .protein: EnergyNeeds(facts) != nil
      case .carbohydrate, .fat, .fiber, .sugar: false
      }
    return isAboutNeeds ? .task(.energyNeeds) : nil
  }

  // MARK: - Topics

  private var asks: Bool {
    utterance.text.contains("?") || utterance.has(.askPhrases)
      || WordList.asks.contains(utterance.words.first { !WordList.fillers.contains($0) })
  }

  /// Returns what the nearest example question asks, if the message resembles it enough.
  func search(from least: Double) -> Intent? {
    let last = state.lastTopic
    // After an answer about an exercise its name completes a question better than the topic of its dose.
    let context = last == Topic.exerciseDose ? state.exercise?.lowercased() ?? last : last
    let search = QuestionSearch.shared
    // "2 eggs" names food and asks nothing.
    guard asks || utterance.words.count > 5 && utterance.numbers.isEmpty || foodLookup.items(utterance).isEmpty else {
      return nil
    }
    let isGuess = least < QuestionSearch.certain
    func subject(after context: String?) -> String? {
      search.nearest(utterance, after: context, without: topicsOff).flatMap { found in
        found.score >= least && (!isGuess || found.isInformative) ? found.subject : nil
      }
    }
    let followsUp = last != nil && utterance.words.count <= QuestionSearch.maxWordsOfFollowUp
    let found = subject(after: nil) ?? (followsUp ? subject(after: context) : nil)
    return found.flatMap { $0 == last ? .simple(.more) : intent(of: $0) }
  }

  private func topic(words: Int) -> Intent? {
    guard let (topic, phrase) = Topic.find(utterance), phrase.words.count >= words else { return nil }
    return .topic(topic)
  }

  private var following: Intent? {
    guard utterance.words.count <= 7, let last = state.lastTopic else { return nil }
    // "How long should I rest between sets" names its own topic.
    guard topic(words: 3) == nil else { return nil }
    return Topic.following(last, utterance).map(Intent.topic)
  }

  /// A message that states only a condition or the intent to starve. The safety stage finds those with a request for a plan.
  private var caution: Intent? {
    guard utterance.has(.starving) || utterance.has(.seriousConditions) else { return nil }
    let category: SafetyFinding.Category = utterance.has(.starving) ? .eatingDisorder : .care
    return .declined(SafetyFinding(category: category, language: .en).reply)
  }

  private var isPraise: Bool { !utterance.words.isEmpty && utterance.words.allSatisfy(WordList.praise.contains) }
}
