import HealthModels
import Nutrition
import TextModels

/// Recognises the intent of a message by the rows of `intents.tsv`.
extension Dialogue {
  func intent() -> Intent? {
    let match = PatternMatch(utterance.tokens, IntentRule.elements)
    var resumed: String?
    for rule in IntentRule.all where resumed == nil || rule.intent == resumed {
      resumed = nil
      guard rule.matches(match) else { continue }
      if rule.intent == "skipTo" {
        resumed = rule.argument
      } else if let intent = named(rule.intent, rule.argument) {
        return intent.task.flatMap(likelier).map(Intent.task) ?? intent
      }
    }
    return nil
  }

  /// Returns the intent of a row, or reads that of a name with '='; nil if the message has none of this kind.
  func named(_ name: String, _ argument: String = "") -> Intent? {
    switch name {
    case "say": .saying(argument)
    case "outside":
      .saying(Wording.find("outside." + argument) ?? Wording.text("outside", ["subject": argument]))
    case "safety":
      SafetyFinding.Category(rawValue: argument).map { .saying(SafetyFinding(category: $0, language: .en).reply) }
    case "topic": Topic.named(argument).map(Intent.topic)
    case "greeting": Intent(name) { BuiltInCoach.greeting($0.turn.persona) }
    case "thanks": Intent(name) { $0.thanked() }
    case "capabilities": .saying(Wording.text(name))
    case "known": Intent(name) { $0.known() }
    case "recap": Intent(name) { $0.recap() }
    case "more": Intent(name) { $0.more() }
    case "lastMeals": Intent(name) { $0.lastMeals() }
    case "plan": .task(ownPlan)
    case "today", "yesterday", "week": Intake.Period(rawValue: name).map { .intake(Intake(period: $0)) }
    case "=log": logged
    case "=offeredPlan": before.offer == .anything ? .task(ownPlan) : nil
    case "=again":
      before.asked != nil
        ? nil : before.planned.flatMap { plan in PlanChange(utterance, plan).map { .again(plan, $0) } }
    case "=planPart": planPart
    // A change in other words, while the plan is the subject: "I finish work at 11". The argument is the margin.
    case "=changed": changed(from: Float(argument) ?? -.infinity)
    case "=tooFast": Pace.tooFast(utterance).map { .unsafe("tooFast", $0) }
    case "=tooLittle": Pace.tooLittle(utterance).map { .unsafe("tooLittle", $0) }
    case "=taskKind": before.task == .anyPlan ? utterance.value(.planKind).map(plan) : nil
    // "Make me a plan for the day", "a vegan day please".
    case "=order": utterance.mostFrequent(.planKind).map(plan) ?? .task(ownPlan)
    case "=ordered": utterance.value(.ordered).map(plan)
    case "=learnedPlan": learnedPlan(from: Float(argument))
    // "From 90 kg to 80".
    case "=span":
      learned.body.weightKilograms.flatMap { weight in
        learned.goalWeightKilograms.map { .goal($0 < weight ? .lose : .gain) }
      }
    case "=reach": learned.goalWeightKilograms.map { _ in .task(.goalDuration) }
    case "=beginner": turn.persona == .nutritionist ? nil : .task(.trainingGoal)
    case "=loss": utterance.loss != nil ? .goal(.lose) : nil
    // "I want to lose weight", "help me get stronger".
    case "=goal":
      utterance.value(.wanted).flatMap { named($0 == "trainingGoal" && turn.persona == .nutritionist ? "gain" : $0) }
    case "=forgetAll": Intent("") { $0.forget(FactName.forgettable) }
    case "=forget":
      [FactName.named(in: utterance)].first { !$0.isEmpty }.map { names in Intent("") { $0.forget(names) } }
    case "=intake": Intake(utterance).map(Intent.intake)
    case "=intakeAgain": intakeAgain
    // For protein alone, general advice is a better answer than six questions.
    case "=needs": EnergyNeeds(facts.body).map { _ in .task(.energyNeeds) }
    case "=exercise": exerciseIntent()
    // "How much water should I drink" asks for advice, "how much protein is in milk" for figures.
    case "=topics": topic(words: 2)
    case "=unlisted": unlisted
    case "=food": food(argument)
    case "=foodAgain": before.food.flatMap { _ in food(argument) }
    // "Gym twice a week" states facts and asks nothing.
    case "=search": !asks && (learned != Facts() || state.asked != nil) ? nil : search(from: QuestionSearch.certain)
    case "=topic": topic(words: 1)
    // "Anything else?" and "how often?" after the answer about a topic.
    case "=more": before.lastTopic.flatMap { _ in named("more") }
    case "=praise":
      !utterance.words.isEmpty && utterance.words.allSatisfy(WordList.praise.contains) ? named("thanks") : nil
    default:
      DialogueTask(rawValue: name).map(Intent.task) ?? BodyProfile.Goal(rawValue: name).map(Intent.goal)
    }
  }

  private static let ownPlans: [Persona: DialogueTask] = [
    .nutritionist: .mealPlan, .fitnessCoach: .workoutPlan, .wellnessSpecialist: .routine,
  ]

  private var ownPlan: DialogueTask {
    Self.ownPlans[turn.persona] ?? before.lastTopic.flatMap(Topic.named)?.offer ?? .anyPlan
  }

  /// A request in other words: "knock up tomorrow's food". It may be one clause of a message about much else.
  private func learnedPlan(from least: Float?) -> Intent? {
    let clauses = Dictionary(grouping: utterance.tokens, by: \.clause).values.filter { $0.count > 5 }
    let requests = ([utterance.words] + clauses.map { $0.map(\.text) }).compactMap { likeliest($0) }
    let least = least ?? (wants ? TextClassifier.planThreshold : TextClassifier.planThresholdOfStatements)
    return requests.max { $0.margin < $1.margin }.flatMap { $0.margin >= least ? plan($0.name) : nil }
  }

  /// Returns the plan that the words mean, where they say it more plainly than a rule does; otherwise nil.
  private func likelier(_ task: DialogueTask) -> DialogueTask? {
    guard task == .anyPlan || task.planKind != nil, let best = likeliest(utterance.words, ofRule: task.planKind ?? ""),
      best.margin >= 0, best.name != task.planKind
    else { return nil }
    return DialogueTask.allCases.first { $0.planKind == best.name }
  }

  /// Returns the plan that words ask for, with its margin over none. Which one it is depends on the persona, on what the
  /// messages before were about, and on the plan that a rule reads.
  private func likeliest(_ words: [String], ofRule rule: String = "") -> (name: String, margin: Float)? {
    let own = ownPlan.planKind ?? ""
    let context = (before.leanings ?? [:]).mapValues { $0 * 0.3 }.merging([own: 2], uniquingKeysWith: +)
    let stated = [own: TextClassifier.advantageOfPersona].merging(
      [rule: TextClassifier.advantageOfRule], uniquingKeysWith: +)
    return TextClassifier.plans?.best(words, context.merging(stated, uniquingKeysWith: +))
      .map { ($0.name, $0.margin - (context[$0.name] ?? 0)) }
  }

  private func plan(_ kind: String) -> Intent { .task(DialogueTask.allCases.first { $0.planKind == kind } ?? ownPlan) }

  private func changed(from least: Float) -> Intent? {
    guard before.asked == nil, let plan = before.planned, let best = TextClassifier.changes?.best(utterance.words),
      best.margin >= (before.lastTopic == plan.planTopic ? least : max(least, 1))
        + (asks ? 0.8 : utterance.words.count > 3 ? -1.3 : 0)
    else { return nil }
    let change = PlanChange(utterance, plan)
    // "I have a walnut allergy" changes meals, not a workout.
    let hasRestriction = !HealthStatement(turn.message).isEmpty
    if change == nil, plan != .mealPlan, hasRestriction || !foodLookup.items(utterance).isEmpty { return nil }
    return .again(plan, change ?? PlanChange(isStated: hasRestriction))
  }

  /// The lines of the plan at hand that "what is for lunch on Wednesday?" asks for, and "show me the plan again".
  private var planPart: Intent? {
    let lines = before.asked == nil ? before.planLines ?? [] : []
    let own = lines.filter { line in utterance.weekdays.contains { line.contains(": \(WorkoutPlanner.weekday($0)),") } }
    let whole = own.isEmpty && utterance.has("plan", "routine") ? lines : own
    let shown = PlanPart(utterance, before)?.lines(of: lines) ?? whole
    guard !shown.isEmpty else { return nil }
    return Intent("planPart") { dialogue in
      dialogue.state.lastTopic = dialogue.before.planned?.planTopic
      return TextFormat.lines(Wording.text("plan.part"), shown) + Wording.text("plan.part.end")
    }
  }

  private var logged: Intent? {
    guard let meal = mealToLog else { return nil }
    // "Add a stretch at the end" is about the plan.
    let isOfPlan = before.planned != nil && foodLookup.serving(of: meal.text).isEmpty
    return isOfPlan ? nil : Intent("") { $0.confirm(meal) }
  }

  private var unlisted: Intent? {
    utterance.words.first(where: WordList.unlisted.contains).map { name in
      Intent("unlisted", ["nutrient": name]) { _ in Wording.text("unlisted", ["nutrient": name]) }
    }
  }

  /// - Parameter kind: the question about the foods, `unlisted` for one about a figure that no food has.
  private func food(_ kind: String) -> Intent? {
    let nutrient = Nutrient(utterance)
    let named = foodLookup.items(utterance)
    if kind == "rich" {
      let wanted = named.allSatisfy { $0.confidence <= 0.35 } ? nutrient ?? before.intake?.nutrient : nil
      return wanted.map { wanted in .food(kind, [], wanted) { $0.richest(in: wanted) } }
    }
    let resumes = utterance.has(.followsFood) && (nutrient != nil || utterance.has(.judgesFood))
    let items = named.isEmpty && resumes ? before.food.map(foodLookup.serving) ?? [] : named
    guard let first = items.first else { return nil }
    return switch kind {
    case "unlisted": unlisted
    case "swap": .food(kind, items) { $0.swaps(for: first) }
    case "compare": items.count < 2 ? nil : .food(kind, items) { $0.compared(nutrient, items) }
    case "healthy": .food(kind, items) { $0.healthy(first) }
    default: .food(kind, items) { $0.amount(nutrient, items) }
    }
  }

  private var intakeAgain: Intent? {
    guard let earlier = before.intake, let intake = Intake(utterance, following: earlier) else { return nil }
    // An energy intake can be judged only against the user's needs.
    return intake.nutrient == .energy && targets == nil ? .task(.energyNeeds) : .intake(intake)
  }

  private var wants: Bool { asks || [.orders, .wish, .wanted, .wishesPlan].contains(where: utterance.has) }

  var asks: Bool {
    utterance.text.contains("?") || utterance.has(.askPhrases)
      || WordList.asks.contains(utterance.words.first { !WordList.fillers.contains($0) })
  }

  /// Returns what the nearest example question asks, if the message resembles it enough.
  func search(from least: Float) -> Intent? {
    // "2 eggs" names food and asks nothing.
    let mayAsk = asks || utterance.words.count > 5 && utterance.numbers.isEmpty || foodLookup.items(utterance).isEmpty
    guard mayAsk else { return nil }
    let contexts = utterance.words.count <= QuestionSearch.maxWordsOfFollowUp ? [nil, before.lastTopic] : [nil]
    let subject = contexts.lazy.compactMap { QuestionSearch.shared.nearest(utterance, after: $0, from: least) }.first
    return subject.flatMap { $0 == before.lastTopic ? named("more") : Topic.named($0).map(Intent.topic) ?? named($0) }
  }

  private func topic(words: Int) -> Intent? {
    utterance.longest(of: Topic.byPhrase).flatMap { $0.phrase.words.count < words ? nil : .topic($0.value) }
  }
}
