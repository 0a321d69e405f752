import HealthModels
import Nutrition

/// Recognises the intent of a message by the rows of `intents.tsv`.
extension Dialogue {
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

  private func named(_ name: String, _ argument: String) -> Intent? {
    switch name {
    case "say": .saying(argument)
    case "outside":
      .saying(
        argument == "medical questions"
          ? Wording.text("outside.medical")
          : Wording.join(Wording.text("outside", ["subject": argument]), Wording.text("examples")))
    case "topic": Topic.named(argument).map(Intent.topic)
    case "plan": .task(ownPlan)
    case "missing": .task(.dayReview)
    case "week": .intake(Intake(nil, .week))
    default:
      DialogueTask(rawValue: name).map(Intent.task) ?? BodyProfile.Goal(rawValue: name).map(Intent.goal)
        ?? Intent.simple(name)
    }
  }

  private func read(_ name: Substring) -> Intent? {
    switch name {
    case "log":
      LogIntent.meal(utterance, diary).map { meal in Intent("") { $0.confirm(meal) } }
    case "offeredPlan": before.offer == .anything ? .task(ownPlan) : nil
    case "again":
      before.asked != nil
        ? nil : before.planned.flatMap { plan in PlanChange(utterance, plan).map { .again(plan, $0) } }
    case "unsafe":
      Pace.tooFast(utterance).map { .unsafe("tooFast", $0) }
        ?? (utterance.has(.planWords) ? nil : Pace.tooLittle(utterance).map { .unsafe("tooLittle", $0) })
    case "taskKind": before.task == .anyPlan ? utterance.value(.planKind).map(plan) : nil
    case "order": order
    case "learnedPlan": learnedPlan
    case "goal": goal
    case "forget":
      FactName.forgotten(utterance).map { names in Intent("") { $0.forget(names) } }
    case "following": following
    case "overeating": Topic.find(utterance).flatMap { $0.topic.name == Topic.overeating ? .topic($0.topic) : nil }
    case "intake": intake
    case "entries": entries
    case "energy": energy
    case "exercise": exerciseIntent()
    // "How much water should I drink" asks for advice, "how much protein is in milk" for figures.
    case "advice": utterance.has(.advice) ? topic(words: 2) : nil
    case "topics": utterance.has(.asksFigures) ? nil : topic(words: 2)
    case "food": food
    // "Gym twice a week" states facts and asks nothing.
    case "search": learned != Facts() && !asks ? nil : search(from: QuestionSearch.certain)
    case "topic": topic(words: 1)
    case "caution": caution
    case "praise":
      !utterance.words.isEmpty && utterance.words.allSatisfy(WordList.praise.contains) ? .simple("thanks") : nil
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
      before.lastTopic.flatMap(Topic.named)?.offer.flatMap { DialogueTask(rawValue: $0.rawValue) } ?? .anyPlan
    }
  }

  private func plan(_ kind: String) -> Intent {
    .task(DialogueTask.allCases.first { $0.planKind == kind } ?? ownPlan)
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

  // MARK: - Foods, the diary and the body

  private var food: Intent? {
    let isRich = utterance.has(.richIn)
    let nutrient = Nutrient(utterance) ?? (isRich ? before.intake?.nutrient : nil)
    let unlisted = utterance.words.first(where: WordList.unlisted.contains).map { name in
      Intent.saying(Wording.text("unlisted", ["nutrient": name])).about(name)
    }
    if utterance.has("high in", "rich in", "source of", "sources of"), let unlisted { return unlisted }
    lazy var named = foodLookup.items(utterance)
    if let nutrient, isRich, !named.contains(where: { $0.confidence > 0.39 }) {
      return .food("rich", [], nutrient) { $0.richest(in: nutrient) }
    }
    let asks = utterance.has(.asksFood) || nutrient != nil && utterance.has("does", "do")
    let compares = utterance.has(.compares)
    let judges = utterance.has(.judgesFood)
    let swaps = utterance.has(.swaps)
    let follows = before.food != nil && utterance.has(.followsFood)
    guard
      asks || compares || judges || swaps || follows && (nutrient != nil || utterance.words.count <= 5)
        || utterance.has(.aboutFood)
    else { return nil }
    let resumes = named.isEmpty && follows && (nutrient != nil || judges)
    let items = resumes ? before.food.map(foodLookup.serving) ?? [] : named
    guard let first = items.first else { return nil }
    if asks || compares, nutrient == nil, utterance.has(.asksAmount), let unlisted { return unlisted }
    if swaps { return .food("swap", items) { $0.swaps(for: first) } }
    if compares, items.count >= 2 { return .food("compare", items) { $0.compared(nutrient, items) } }
    if judges { return .food("healthy", items) { FoodAnswer.healthy(first, $0.foodLookup) } }
    return .food("amount", items) { _ in FoodAnswer.amount(nutrient, items) }
  }

  private var intake: Intent? {
    guard let earlier = before.intake, let intake = Intake(utterance, following: earlier) else {
      return Intake(utterance).map(Intent.intake)
    }
    // An energy intake can be judged only against the user's needs.
    return intake.nutrient == .energy && targets == nil ? .task(.energyNeeds) : .intake(intake)
  }

  private var entries: Intent? {
    guard utterance.has(.entries) else { return nil }
    let isLast = utterance.has("last meal*", "recent meal*") || utterance.mealType != nil
    guard !isLast, let period: Intake.Period = utterance.value(.periods), period != .week else {
      return .simple("lastMeals")
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
    let last = before.lastTopic
    // After an answer about an exercise its name completes a question better than the topic of its dose.
    let context = last == Topic.exerciseDose ? before.exercise?.lowercased() ?? last : last
    // "2 eggs" names food and asks nothing.
    guard asks || utterance.words.count > 5 && utterance.numbers.isEmpty || foodLookup.items(utterance).isEmpty else {
      return nil
    }
    let isGuess = least < QuestionSearch.certain
    func subject(after context: String?) -> String? {
      let found = QuestionSearch.shared.nearest(utterance, after: context, without: topicsOff)
      return found.flatMap { $0.score >= least && (!isGuess || $0.isInformative) ? $0.subject : nil }
    }
    let followsUp = last != nil && utterance.words.count <= QuestionSearch.maxWordsOfFollowUp
    guard let subject = subject(after: nil) ?? (followsUp ? subject(after: context) : nil) else { return nil }
    if subject == last { return .simple("more") }
    return subject.hasPrefix("=") ? named(String(subject.dropFirst()), "") : Topic.named(subject).map(Intent.topic)
  }

  private func topic(words: Int) -> Intent? {
    guard let (topic, phrase) = Topic.find(utterance), phrase.words.count >= words else { return nil }
    return .topic(topic)
  }

  private var following: Intent? {
    // "How long should I rest between sets" names its own topic.
    guard utterance.words.count <= 7, let last = before.lastTopic, topic(words: 3) == nil else { return nil }
    return Topic.following(last, utterance).map(Intent.topic)
  }

  /// A message that states only a condition or the intent to starve. The safety stage finds those with a request for a plan.
  private var caution: Intent? {
    guard utterance.has(.starving) || utterance.has(.seriousConditions) else { return nil }
    let category: SafetyFinding.Category = utterance.has(.starving) ? .eatingDisorder : .care
    return .saying(SafetyFinding(category: category, language: .en).reply)
  }
}
