import HealthModels

/// One turn of a dialogue, while it is answered.
struct Dialogue {
  let turn: CoachTurn
  let utterance: Utterance
  let foodLookup: FoodLookup
  let topicsOff: Set<String>
  /// The state for the next turn, which also is that of the last one until the message is read.
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
  var diary: FoodDiary { turn.diary }

  private(set) var learned = Facts()
  private var doubts: [String] = []

  /// The state after the last answer.
  var before: DialogueState { turn.state }

  init(turn: CoachTurn, foodLookup: FoodLookup, topicsOff: Set<String>) {
    self.turn = turn
    self.foodLookup = foodLookup
    self.topicsOff = topicsOff
    utterance = Utterance(turn.message)
    state = turn.state
    (state.offer, state.sources, state.lastTopic, state.pendingMeal) = (nil, nil, nil, nil)
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
    state.turns += 1
    return text
  }

  private mutating func text() -> String {
    learn()
    if let act = DialogueAct(utterance), let text = answer(act) { return text }
    // "Anything else?" and "how often?" after the answer about a topic.
    let asksOn = utterance.words.count <= 7 && before.lastTopic != nil && utterance.has(.asksOn)
    let intent = intent() ?? (asksOn ? .simple("more") : nil)
    if let asked = state.asked, intent == nil {
      let declines = utterance.has(.declines)
      if asked == .goalWeight, learned.goalWeightKilograms == nil, declines || utterance.has(.refusesGoalWeight) {
        state.hasNoGoalWeight = true
        return proceed(state.task ?? .weightGoal)
      }
      if declines { return refuse("declined") }
    }
    beginPlan(intent)
    if let task = state.task, let asked = state.asked,
      intent == nil || intent?.task == task || learned.knows(asked)
    {
      return doubts.isEmpty ? proceed(task) : doubted(ask(asked, for: task, isDoubted: true))
    }
    if let topic = intent?.topic, topicsOff.contains(topic.name) { return admission() }
    if let intent {
      drop()
      let text = intent.answer(&self)
      if let subject = intent.subject { state.addSubject(subject) }
      return text
    }
    if !doubts.isEmpty { return doubted(Wording.text("doubt.again")) }
    let noted = lastingFacts.texts()
    return noted.isEmpty ? beyond() : offer(.anything, after: Wording.text("facts.noted", ["facts": noted]))
  }

  private func doubted(_ text: String) -> String { Wording.join(doubts.joined(separator: " "), text) }

  private mutating func beyond() -> String {
    if let item = foodLookup.items(utterance).first {
      return Wording.text("log.hint", ["figures": FoodAnswer.amount(nil, [item])])
    }
    if FoodEvidence.statesSymptom(utterance) { return Wording.text("symptoms") }
    if let sentence = OtherLanguage.sentence(utterance) { return sentence }
    if let intent = search(from: QuestionSearch.likely) {
      return Wording.join(Wording.text("likely"), intent.answer(&self))
    }
    return admission()
  }

  private mutating func admission() -> String {
    defer { state.fallbacks = (state.fallbacks ?? 0) + 1 }
    isFallback = true
    state.lastTopic = before.lastTopic
    return Fallback.text(utterance, turn.persona, number: state.fallbacks ?? 0)
  }

  // MARK: - Tasks and questions

  /// Continues a task: answers it, or asks for the next missing fact.
  mutating func proceed(_ task: DialogueTask) -> String {
    switch task {
    case .energyNeeds: energyNeeds()
    case .dayReview: dayReview()
    case .mealPlan: mealPlan()
    case .workoutPlan: workoutPlan()
    case .routine: routine()
    case .anyPlan: ask(.planKind, for: .anyPlan)
    case .bodyMassIndex: bodyMassIndex()
    case .weightGoal: weightGoal()
    case .goalDuration: goalDuration()
    case .trainingGoal: trainingGoal()
    }
  }

  /// Asks a question for a task, and drops it after two repetitions.
  /// - Parameter isDoubted: whether a remark on an implausible answer precedes the question.
  mutating func ask(
    _ question: FactName, for task: DialogueTask, saying lead: String = "", isDoubted: Bool = false
  ) -> String {
    let isAskedAgain = state.asked == question
    // A message that states other facts than the requested one does not count as a failed answer.
    let statesFacts = isAskedAgain && learned != Facts()
    state.repeats = isAskedAgain && !statesFacts ? state.repeats + 1 : 0
    state.asked = question
    state.task = task
    if state.repeats >= 2 { return refuse("dropped") }
    if statesFacts {
      let texts = WordList.receipts.values.map { $0.value + " " + question.question }
      return texts.first { !state.isSaid($0) } ?? question.question
    }
    return Wording.join(state.repeats == 0 ? lead : isDoubted ? nil : "I did not get that.", question.question)
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
    // The plan that "make it 4 days" refers to.
    let changed = state.planned.flatMap { PlanChange(utterance, $0) == nil ? nil : $0 }
    GoalReader(utterance: utterance, asked: state.asked, task: state.task ?? changed).read(into: &learned)
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
        && utterance.before(number.index, 3).contains(where: WordList.loses.contains)
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
  private var corrected: FactName? {
    guard let noted = before.lastText, noted.hasPrefix("Noted:"), utterance.has(.corrects),
      utterance.numbers.count == 1, utterance.words.count <= 6
    else { return nil }
    return noted.contains(" kg") ? .weight : noted.contains(" cm") ? .height : noted.contains("years old") ? .age : nil
  }

  /// "Change it to 2300" after an answer that named the target, in kcal.
  private var correctedTarget: Double? {
    guard utterance.words.count <= 6, utterance.numbers.count == 1, let value = utterance.numbers.first?.value,
      (800...6000).contains(value), before.asked == nil, before.lastText?.contains("kcal") == true
    else { return nil }
    let corrects = utterance.has(.corrects)
    let isOfPlan = before.planned == .mealPlan && (utterance.words.count <= 3 || corrects)
    return isOfPlan || corrects && facts.body.energyTarget != nil ? value : nil
  }

  /// The stated facts that are kept. Figures without the word target belong to a plan only.
  var lastingFacts: Facts {
    var facts = learned
    if state.asked != .energyTarget, correctedTarget == nil, !utterance.has(.targetWords) {
      facts.body.clear([.energyTarget, .proteinTarget])
    }
    return facts
  }
}
