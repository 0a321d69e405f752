import HealthModels

/// One turn of a dialogue, while it is answered.
struct Dialogue {
  let turn: CoachTurn
  let utterance: Utterance
  let foodLookup: FoodLookup
  let topicsOff: Set<String>
  var state: DialogueState
  var templates: [TemplateDraft] = []
  /// The sources of the answer, which the user gets on request.
  var sources: [String] = []
  private(set) var isFallback = false
  /// Whether the plan is a new version of the one at hand.
  var replacesTemplate = false
  var meal: MealInWords?
  var forgotten: Set<FactName> = []

  /// The facts of this dialogue and of other sources. Those of the dialogue have precedence.
  var facts: Facts { turn.profile.updated(by: state.facts) }

  private(set) var learned = Facts()
  private var doubts: [String] = []

  init(turn: CoachTurn, utterance: Utterance, foodLookup: FoodLookup, topicsOff: Set<String> = []) {
    self.topicsOff = topicsOff
    self.turn = turn
    self.utterance = utterance
    self.foodLookup = foodLookup
    state = turn.state
    state.offer = nil
    state.sources = nil
    state.lastTopic = nil
    state.pendingMeal = nil
  }

  mutating func answer() -> String {
    var text = text()
    let leads = WordList.repetitions.values
    // A text that was said before begins in other words.
    for lead in leads.dropFirst(state.turns % max(1, leads.count)) where state.isSaid(text) {
      text = lead.value + " " + text
    }
    state.addSaid(text)
    state.lastText = String(text.prefix(DialogueState.maxTextLength))
    state.sources = sources.isEmpty ? nil : sources
    return text
  }

  private mutating func text() -> String {
    learn()
    if let act = DialogueAct(utterance), let text = ActAnswer.text(act, &self) { return text }
    let intent = reader.intent() ?? (asksOn ? .simple(.more) : nil)
    let declines = intent == nil && utterance.has(.declines)
    let refuses = intent == nil && utterance.has(.refusesGoalWeight)
    if state.asked == .goalWeight, learned.goalWeightKilograms == nil, declines || refuses {
      state.hasNoGoalWeight = true
      return proceed(state.task ?? .weightGoal)
    }
    if state.asked != nil, declines { return refuse("declined") }
    beginPlan(intent)
    if let task = state.task, let asked = state.asked,
      intent == nil || intent?.task == task || learned.answer(asked)
    {
      if doubts.isEmpty { return proceed(task) }
      return Wording.join(doubts.joined(separator: " "), ask(asked, for: task, isDoubted: true))
    }
    if case .topic(let topic)? = intent, topicsOff.contains(topic.name) { return admission() }
    if let intent {
      drop()
      let answer = Answerer.answer(intent, &self)
      if let subject = intent.subject { state.addSubject(subject) }
      return answer
    }
    if !doubts.isEmpty { return Wording.join(doubts.joined(separator: " "), Wording.text("doubt.again")) }
    return FactsAnswer.noted(lastingFacts).map { offer(.anything, after: $0) } ?? beyond()
  }

  private var reader: IntentReader {
    IntentReader(
      turn: turn, utterance: utterance, foodLookup: foodLookup, facts: facts, statesFacts: learned != Facts(),
      topicsOff: topicsOff)
  }

  private mutating func beyond() -> String {
    if let item = foodLookup.items(utterance).first {
      return Wording.text("log.hint", ["figures": FoodAnswer.amount(nil, [item])])
    }
    if FoodEvidence.statesSymptom(utterance) { return Wording.text("symptoms") }
    if let sentence = OtherLanguage.sentence(utterance) { return sentence }
    if let intent = reader.search(from: QuestionSearch.likely) {
      return Wording.join(Wording.text("likely"), Answerer.answer(intent, &self))
    }
    return admission()
  }

  /// Reads "anything else?" and "how often?" after the answer about a topic.
  private var asksOn: Bool { utterance.words.count <= 7 && turn.state.lastTopic != nil && utterance.has(.asksOn) }

  private mutating func admission() -> String {
    defer { state.fallbacks = (state.fallbacks ?? 0) + 1 }
    isFallback = true
    state.lastTopic = turn.state.lastTopic
    return Fallback.text(utterance, turn.persona, number: state.fallbacks ?? 0)
  }

  // MARK: - Tasks and questions

  /// Continues a task: answers it, or asks for the next missing fact.
  mutating func proceed(_ task: DialogueTask) -> String {
    switch task {
    case .energyNeeds: EnergyAnswer.text(&self)
    case .dayReview: TargetReview.text(&self)
    case .mealPlan: MealPlanAnswer.text(&self)
    case .workoutPlan: PlanAnswer.workout(&self)
    case .routine: PlanAnswer.routine(&self)
    case .anyPlan: ask(.planKind, for: .anyPlan)
    case .bodyMassIndex: BodyMassIndex.text(&self)
    case .weightGoal: GoalAnswer.text(&self)
    case .goalDuration: GoalAnswer.duration(&self)
    case .trainingGoal: PlanAnswer.training(&self)
    }
  }

  /// Asks a question for a task, and drops it after two repetitions.
  /// - Parameter isDoubted: whether a remark on an implausible answer precedes the question.
  mutating func ask(
    _ question: Question, for task: DialogueTask, saying lead: String = "", isDoubted: Bool = false
  ) -> String {
    let isAskedAgain = state.asked == question
    // A message that states other facts than the requested one does not count as a failed answer.
    let statesFacts = isAskedAgain && learned != Facts()
    state.repeats = isAskedAgain && !statesFacts ? state.repeats + 1 : 0
    state.asked = question
    state.task = task
    if state.repeats >= 2 { return refuse("dropped") }
    if statesFacts {
      let texts = WordList.receipts.values.map { $0.value + " " + question.text }
      return texts.first { !state.isSaid($0) } ?? question.text
    }
    return Wording.join(state.repeats == 0 ? lead : isDoubted ? nil : "I did not get that.", question.text)
  }

  mutating func refuse(_ key: String) -> String {
    drop()
    return Wording.text(key)
  }

  mutating func offer(_ offer: Offer, after text: String) -> String {
    state.offer = offer
    return Wording.join(text, offer.question)
  }

  mutating func drop() { state.drop() }

  // MARK: - Facts

  private mutating func learn() {
    var body = BodyReader(utterance, asked: state.asked ?? corrected)
    body.read(into: &learned)
    GoalReader(utterance: utterance, asked: state.asked, task: state.task ?? changed).read(into: &learned)
    learned.goalWeightKilograms = GoalWeight(utterance: utterance, asked: state.asked).read()
    readWantedLoss()
    doubts = body.doubts
    var lasting = learned
    lasting.body.clear([.energyTarget, .proteinTarget])
    learned.body.energyTarget = learned.body.energyTarget ?? correctedTarget
    state.facts = state.facts.updated(by: lasting)
  }

  /// "Lose 10 kg" states a goal weight as soon as the weight is known.
  private mutating func readWantedLoss() {
    let stated = utterance.numbers.last { number in
      number.value <= 150 && number.kilograms != nil
        && utterance.words[..<number.index].suffix(3).contains(where: WordList.loses.contains)
    }
    state.wantedLoss = stated?.kilograms ?? state.wantedLoss
    let weight = learned.body.weightKilograms ?? facts.body.weightKilograms
    guard let loss = state.wantedLoss, let weight, weight - loss > 25, learned.goalWeightKilograms == nil else {
      return
    }
    learned.goalWeightKilograms = weight - loss
    state.wantedLoss = nil
  }

  /// The fact that "actually it is 80" corrects after it was noted.
  private var corrected: Question? {
    guard let noted = turn.state.lastText, noted.hasPrefix("Noted:"), utterance.has(.corrects),
      utterance.numbers.count == 1, utterance.words.count <= 6
    else { return nil }
    return noted.contains(" kg") ? .weight : noted.contains(" cm") ? .height : noted.contains("years old") ? .age : nil
  }

  /// The plan that "make it 4 days" refers to.
  private var changed: DialogueTask? { state.planned.flatMap { PlanChange(utterance, $0) == nil ? nil : $0 } }

  /// "Change it to 2300" after an answer that named the target, in kcal.
  private var correctedTarget: Double? {
    guard utterance.words.count <= 6, utterance.numbers.count == 1, turn.state.asked == nil,
      turn.state.lastText?.contains("kcal") == true
    else { return nil }
    let isOfPlan = turn.state.planned == .mealPlan && (utterance.words.count <= 3 || utterance.has(.corrects))
    guard isOfPlan || facts.body.energyTarget != nil && utterance.has(.corrects) else { return nil }
    return utterance.numbers.first.flatMap { (800...6000).contains($0.value) ? $0.value : nil }
  }

  private var namesTarget: Bool {
    state.asked == .energyTarget || correctedTarget != nil || utterance.has(.targetWords)
  }

  /// The stated facts that are kept. Figures without the word target belong to a plan only.
  var lastingFacts: Facts {
    var facts = learned
    if !namesTarget {
      facts.body.clear([.energyTarget, .proteinTarget])
    }
    return facts
  }
}
