import HealthModels
import Nutrition
import TextModels

/// Recognises the intent of a message by the rows of `intents.tsv`.
extension Dialogue {
  func intent() -> Intent? { followUp() ?? ownIntent() }

  /// The intent of the message alone.
  func ownIntent() -> Intent? {
    let match = PatternMatch(utterance.tokens, IntentRule.elements)
    var request = before.asked == nil ? PlanRequest(utterance, circumstances) : nil
    var (resumed, isQuestion) = (nil as String?, false)
    for rule in IntentRule.all where resumed == nil || rule.intent == resumed {
      resumed = nil
      guard rule.matches(match) else { continue }
      if rule.intent == "skipTo" {
        resumed = rule.argument
      } else if rule.intent == "asksOnly" {
        if !mayChangePlan || rule.argument == "always" { (isQuestion, request) = (true, nil) }
      } else if !isQuestion || rule.intent != "=planPart", let intent = named(rule.intent, rule.argument),
        !isQuestion || intent.planned == nil
      {
        guard let request, !Self.certain.contains(rule.intent) else { return intent }
        if let weighed = weighed(intent, rule, request) { return weighed }
      }
    }
    return request.flatMap { learned($0, from: PlanRequest.least.otherwise) }
  }

  /// The rules whose answers no score replaces.
  private static let certain: Set = ["safety", "=tooFast", "=tooLittle", "=meal", "=noted"]
  /// The rules that read what is asked exactly.
  private static let exact: Set = ["=planPart", "=exercise"]
  /// The rules that find a subject by one word or by likeness.
  private static let guesses: Set = ["=search", "=topic", "=topics", "=food", "=unlisted"]

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
    case "today", "yesterday", "week": FoodDiary.Period(rawValue: name).map { .intake(Intake(period: $0)) }
    case "=log": logged
    case "=offeredPlan": before.offer == .anything ? .task(ownPlan) : nil
    case "=again" where before.asked == nil:
      before.planned.flatMap { plan in PlanChange(utterance, plan).map { .again(plan, $0) } }
    case "=planPart": planQuestion(argument)
    case "=noted" where before.planned == nil: noted.map { text in Intent("") { $0.offer(.anything, after: text) } }
    case "=allowed": allowed
    case "=changed": before.asked != nil ? nil : before.planned.flatMap { changed($0, isPlain: true) }
    case "=tooFast": Pace.tooFast(utterance).map { .unsafe("tooFast", $0) }
    case "=tooLittle": Pace.tooLittle(utterance).map { .unsafe("tooLittle", $0) }
    case "=taskKind": before.task == .anyPlan ? utterance.value(.planKind).map(plan) : nil
    case "=meal": .task(.mealPlan)
    case "=ordered": utterance.value(.ordered).map(plan)
    // "From 90 kg to 80".
    case "=span":
      learned.goalWeightKilograms.flatMap { to in learned.body.weightKilograms.map { .goal(to < $0 ? .lose : .gain) } }
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

  private var ownPlan: DialogueTask {
    turn.persona.planKind.flatMap(DialogueTask.plan) ?? before.lastTopic.flatMap(Topic.named)?.offer ?? .anyPlan
  }

  private var circumstances: [String] {
    let (kind, isFirst) = (before.planned?.planKind, before.turns == 0)
    let isLast = before.planned.map { $0.planTopic == before.lastTopic } ?? false
    return PlanRequest.circumstances(turn.persona, planned: kind, isLast: isLast, isFirst: isFirst)
  }

  /// Returns the intent of a rule, or the plainer request for a plan; nil if the words contradict a rule for requests.
  private func weighed(_ intent: Intent, _ rule: IntentRule, _ request: PlanRequest) -> Intent? {
    guard intent.task == .anyPlan || intent.task?.planKind != nil || intent.planned != nil else {
      let isRemark = rule.argument.hasPrefix("remark-") || rule.argument.hasPrefix("well-done-")
      let least = PlanRequest.least
      // "Add salmon" may be about the plan; "log salmon" and "what did I eat this week" are about the log.
      let isOfLog = rule.intent == "=log" && utterance.has("log", "diary", "track") || utterance.has("did i", "have i")
      let isExact = isOfLog || Self.exact.contains(rule.intent)
      let ofRule = isExact ? least.besideExactRule : isRemark ? least.besideRemark : least.otherwise
      return learned(request, from: ofRule)
        ?? (Self.guesses.contains(rule.intent) ? remark(from: Remark.least.besideGuess) : nil) ?? intent
    }
    guard intent.planned != nil || request.margin >= PlanRequest.least.ofRule else { return nil }
    let kind = intent.task?.planKind ?? intent.planned?.planKind
    let likeliest = request.kind(ofRule: kind)
    return likeliest == kind || request.margin < 0 ? intent : likeliest.map(plan)
  }

  /// A request in other words: "knock up tomorrow's food", and after a plan "I finish work at 11".
  private func learned(_ request: PlanRequest, from least: Float) -> Intent? {
    let planned = before.planned?.planKind
    // What asks for nothing is said about the plan at hand, and without one it is rarely a request.
    let isStatement = !asks && ![.orders, .wish, .wanted, .wishesPlan].contains(where: utterance.has)
    let least = least + (isStatement && planned == nil ? PlanRequest.costOfStatement : 0)
    guard request.margin >= least, let kind = request.kind(ofRule: isStatement ? planned : nil) else { return nil }
    let isPlain = request.margin >= PlanRequest.plain || !utterance.has(.sad)
    return kind == planned ? before.planned.flatMap { changed($0, isPlain: isPlain) } : plan(kind)
  }

  /// A remark that asks nothing and states nothing about the user: "he wore spikes. SPIKES".
  func remark(from least: Float) -> Intent? {
    // "Had two eggs" is for the log.
    let isEaten = (utterance.has(.eating) || !utterance.numbers.isEmpty) && !foodLookup.items(utterance).isEmpty
    guard before.asked == nil, utterance.words.count >= Remark.fewestWords, !asks, learned == Facts(), !isEaten,
      !utterance.has(.symptoms),
      let (likeliest, margin) = Remark.likeliest(utterance, circumstances), margin >= least
    else { return nil }
    let isAfterSadNews = before.lastTopic == "grief" || WordList.sorry.values.contains { $0.value == before.lastText }
    let remark = likeliest == .glad && (isAfterSadNews || turn.recentDanger != nil) ? .heard : likeliest
    return Intent("") { dialogue in
      dialogue.state.lastTopic = dialogue.before.lastTopic
      let answers = remark.answers.values.map(\.value).rotated(to: dialogue.state.turns)
      return answers.first { !dialogue.state.isSaid($0) } ?? answers.first ?? ""
    }
  }

  private func plan(_ kind: String) -> Intent { .task(DialogueTask.plan(kind) ?? ownPlan) }

  private func changed(_ plan: DialogueTask, isPlain: Bool) -> Intent? {
    let others = plan == .mealPlan && !asks ? foodsLeftOut : nil
    let change =
      PlanChange(utterance, plan) ?? others.map { PlanChange(isStated: true, without: $0) }
      ?? (isPlain ? PlanChange(implied: utterance, plan) : nil)
    // "I have a walnut allergy" changes meals, not a workout.
    let hasRestriction = !HealthStatement(turn.message).isEmpty
    if change == nil, plan != .mealPlan, hasRestriction || !foodLookup.items(utterance).isEmpty { return nil }
    return .again(plan, change ?? PlanChange(isStated: hasRestriction, isPlain: isPlain))
  }

  private var allowed: Intent? {
    // Coffee and creatine are not a matter of energy.
    guard let item = foodLookup.items(utterance).first(where: { $0.nutrients.energyKilocalories > 20 }) else {
      return nil
    }
    return before.planned == nil ? nil : .food("healthy", [item]) { $0.fits(item) }
  }

  /// Whether a question names a food of plans: "can I have salmon for dinner?", but not "can I eat a banana before bed?".
  private var mayChangePlan: Bool {
    before.planned == nil || !utterance.has(.permits) && !PlanFood.named(in: utterance.words).isEmpty
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

  var asks: Bool {
    utterance.text.contains("?") || utterance.has(.askPhrases)
      || WordList.asks.contains(utterance.words.first { !WordList.fillers.contains($0) })
  }

  /// Returns what the nearest example question asks, if the message resembles it enough.
  func search(from least: Float) -> Intent? {
    // "2 eggs" names food and asks nothing.
    let mayAsk = asks || utterance.words.count > 5 && utterance.numbers.isEmpty || foodLookup.items(utterance).isEmpty
    guard mayAsk else { return nil }
    let topic = utterance.words.count <= QuestionSearch.maxWordsOfFollowUp ? before.lastQuestion : nil
    let subject = QuestionSearch.nearest(utterance, after: topic, from: least)
    return subject.flatMap { $0 == before.lastTopic ? named("more") : Topic.named($0).map(Intent.topic) ?? named($0) }
  }

  private func topic(words: Int) -> Intent? {
    Topic.byPhrase.longest(of: utterance.words).flatMap { $0.phrase.words.count < words ? nil : .topic($0.value) }
  }
}
