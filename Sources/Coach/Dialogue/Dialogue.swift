import HealthModels

/// One turn of a dialogue, while it is answered.
struct Dialogue {
  let turn: CoachTurn
  let utterance: Utterance
  let foodLookup: FoodLookup
  /// The names of topics that are not answered.
  let topicsOff: Set<String>
  var state: DialogueState
  var templates: [TemplateDraft] = []
  /// The sources of the answer, which the user gets on request.
  var sources: [String] = []
  private(set) var isFallback = false
  /// Whether the plan is a new version of the one at hand.
  var replacesTemplate = false
  /// The meal to log.
  var meal: MealInWords?
  /// The facts that the user wants to be forgotten.
  var forgotten: Set<FactName> = []

  /// The facts of this dialogue and of other sources. Those of the dialogue have precedence.
  var facts: Facts { turn.profile.updated(by: state.facts) }
  /// The foods that a plan may have.
  var dietRule: DietRule {
    var facts = facts
    if let named = state.planConditions { facts.conditions = (facts.conditions ?? []).union(named) }
    return DietRule(facts, without: state.planExclusions ?? [])
  }

  /// The facts that this message states.
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
    let intent = reader.intent() ?? (asksOn ? .more : nil)
    if state.asked == .goalWeight, learned.goalWeightKilograms == nil, intent == nil, declines || refusesGoalWeight {
      state.hasNoGoalWeight = true
      return proceed(state.task ?? .weightGoal)
    }
    if state.asked != nil, intent == nil, declines {
      drop()
      return "That is fine. Without it I cannot work that out, but you can ask me anything else."
    }
    beginPlan(intent)
    if let task = state.task, state.asked != nil, intent == nil || intent?.task == task || answersOpenQuestion {
      return doubts.isEmpty ? proceed(task) : again()
    }
    if case .topic(let topic)? = intent, topicsOff.contains(topic.name) { return admission() }
    if let intent {
      drop()
      let answer = Answerer.answer(intent, &self)
      if let subject = intent.subject { state.addSubject(subject) }
      return answer
    }
    if !doubts.isEmpty { return doubts.joined(separator: " ") + " Could you write it again, with its unit?" }
    if let noted = FactsAnswer.text(lastingFacts) {
      state.offer = .anything
      return noted
    }
    return beyond()
  }

  /// Sets the limits of a plan that is requested; those of the plan at hand end with it.
  private mutating func beginPlan(_ intent: Intent?) {
    if intent == .mealPlan || intent == .workoutPlan || intent == .trainingGoal {
      state.planExclusions = nil
      state.planDays = utterance.has(.weekPlan) ? 7 : utterance.days
      state.planIsLowCarb = utterance.has(.lowCarb) ? true : nil
      state.planVariant = nil
      state.planMinutes = nil
      state.planMeals = utterance.value(.mealSet)
    }
    state.planMinutes = utterance.minutes ?? state.planMinutes
    if intent == .mealPlan {
      state.planConditions = nil
      state.planEnergy = nil
      state.planWanted = utterance.has(.exclusionTriggers) ? nil : PlanFood.named(in: utterance)
      state.planProtein = nil
    }
    let isMealAgain = if case .again(.mealPlan, _)? = intent { true } else { false }
    if intent == .mealPlan || isMealAgain {
      let named = HealthStatement(turn.message).conditions.mentioned
      if !named.isEmpty { state.planConditions = (state.planConditions ?? []).union(named) }
    }
    keepFigures(
      forPlan: intent == .mealPlan || isMealAgain || (state.task == .mealPlan && state.asked != nil))
  }

  private var reader: IntentReader {
    IntentReader(
      turn: turn, utterance: utterance, foodLookup: foodLookup, facts: facts, statesFacts: learned != Facts(),
      topicsOff: topicsOff)
  }

  /// The answer to a message without a recognised intent.
  private mutating func beyond() -> String {
    if let answer = SmallTalk.food(foodLookup, utterance) { return answer }
    if FoodEvidence.statesSymptom(utterance) { return SmallTalk.symptoms }
    if let sentence = OtherLanguage.sentence(utterance) { return sentence }
    if let intent = reader.search(from: QuestionSearch.likely) {
      return "If I read you right: " + Answerer.answer(intent, &self)
    }
    return admission()
  }

  /// Reads "anything else?" and "how often?" after the answer about a topic.
  private var asksOn: Bool { utterance.words.count <= 7 && turn.state.lastTopic != nil && utterance.has(.asksOn) }

  /// States that there is no answer.
  private mutating func admission() -> String {
    defer { state.fallbacks = (state.fallbacks ?? 0) + 1 }
    isFallback = true
    state.lastTopic = turn.state.lastTopic
    return Fallback.text(utterance, turn.persona, number: state.fallbacks ?? 0)
  }

  /// Continues a task: answers it, or asks for the next missing fact.
  mutating func proceed(_ task: DialogueTask) -> String {
    switch task {
    case .energyNeeds: EnergyAnswer.text(&self)
    case .dayReview: DiaryAnswer.missing(&self)
    case .mealPlan: PlanAnswer.meals(&self)
    case .workoutPlan: PlanAnswer.workout(&self)
    case .routine: PlanAnswer.routine(&self)
    case .anyPlan: PlanAnswer.any(&self)
    case .bodyMassIndex: BodyMassIndex.text(&self)
    case .weightGoal: GoalAnswer.text(&self)
    case .goalDuration: GoalAnswer.duration(&self)
    case .trainingGoal: PlanAnswer.training(&self)
    }
  }

  /// Asks a question for a task, and drops it after two repetitions.
  mutating func ask(_ question: Question, for task: DialogueTask, saying lead: String = "") -> String {
    let isAskedAgain = state.asked == question
    // A message that states other facts than the requested one does not count as a failed answer.
    let statesFacts = isAskedAgain && learned != Facts()
    state.repeats = isAskedAgain && !statesFacts ? state.repeats + 1 : 0
    state.asked = question
    state.task = task
    if state.repeats >= 2 {
      drop()
      return "I could not read that. Let us leave it for now; just ask again when you have it."
    }
    if statesFacts {
      let leads = ["Noted. ", "Thanks. ", "Got it. ", "All right. "]
      return (leads.first { !state.isSaid($0 + question.text) } ?? "") + question.text
    }
    let prefix = state.repeats > 0 ? "I did not get that. " : lead.isEmpty ? "" : lead + " "
    return prefix + question.text
  }

  /// Sets the food that a message like "and carbs?" refers to.
  mutating func follow(_ food: String?) {
    state.food = food
    state.intake = nil
  }

  /// Sets the figure of the diary that a message like "and carbs?" refers to.
  mutating func follow(_ intake: Intake) {
    state.intake = intake
    state.food = nil
  }

  /// Drops the open question.
  mutating func drop() { state.drop() }

  private mutating func learn() {
    var body = BodyReader(utterance, asked: state.asked ?? corrected)
    body.read(into: &learned)
    GoalReader(utterance: utterance, asked: state.asked, task: state.task ?? changed).read(into: &learned)
    learned.goalWeightKilograms = GoalWeight(utterance: utterance, asked: state.asked).read()
    readWantedLoss()
    doubts = body.doubts
    var lasting = learned
    learned.body.energyTarget = learned.body.energyTarget ?? correctedTarget
    lasting.body.energyTarget = nil
    lasting.body.proteinTarget = nil
    state.facts = state.facts.updated(by: lasting)
  }

  /// "Lose 10 kg" states a goal weight as soon as the weight is known.
  private mutating func readWantedLoss() {
    for (index, value) in utterance.numbers where value <= 150 {
      let before = utterance.words[..<index].suffix(3)
      guard before.contains(where: { ["lose", "losing", "drop", "shed"].contains($0) }),
        let kilograms = BodyReader.kilograms(value, unit: utterance.word(index + 1))
      else { continue }
      state.wantedLoss = kilograms
    }
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
      utterance.numbers.count == 1,
      utterance.words.count <= 6
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
  private var lastingFacts: Facts {
    var facts = learned
    if !namesTarget {
      facts.body.energyTarget = nil
      facts.body.proteinTarget = nil
    }
    return facts
  }

  /// Stores figures for the plan or as daily targets: "a 600 kcal dinner" is no target for the day, "my target is
  /// 2,000 kcal" is.
  private mutating func keepFigures(forPlan isPlan: Bool) {
    if isPlan {
      state.planEnergy = learned.body.energyTarget ?? state.planEnergy
      state.planProtein = learned.body.proteinTarget ?? state.planProtein
    } else if namesTarget {
      state.facts.body.energyTarget = learned.body.energyTarget ?? state.facts.body.energyTarget
      state.facts.body.proteinTarget = learned.body.proteinTarget ?? state.facts.body.proteinTarget
    }
  }

  private var declines: Bool { utterance.has(.declines) }

  private var refusesGoalWeight: Bool { utterance.has(.refusesGoalWeight) }

  private mutating func again() -> String {
    guard let asked = state.asked, let task = state.task else { return "" }
    return doubts.joined(separator: " ") + " " + ask(asked, for: task).replacing("I did not get that. ", with: "")
  }

  /// Whether this message states the requested fact, so that it is not a new request.
  private var answersOpenQuestion: Bool {
    switch state.asked {
    case .sex: learned.body.sex != nil
    case .age: learned.body.age != nil
    case .height: learned.body.heightCentimetres != nil
    case .weight: learned.body.weightKilograms != nil
    case .activity: learned.body.activity != nil
    case .goal: learned.body.goal != nil
    case .energyTarget: learned.body.energyTarget != nil
    case .trainingGoal: learned.trainingGoal != nil
    case .trainingDays: learned.trainingDays != nil
    case .equipment: learned.equipment != nil
    case .focus: learned.focus != nil
    case .goalWeight: learned.goalWeightKilograms != nil
    case .planKind, nil: false
    }
  }
}
