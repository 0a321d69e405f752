import HealthModels
import TextModels

/// One turn of a dialogue, while it is answered.
struct Dialogue {
  let turn: CoachTurn
  var utterance: Utterance
  let coach: BuiltInCoach
  var foodLookup: FoodLookup { coach.foodLookup }
  /// The answer, whose text and state are set at the end.
  var reply: CoachReply
  /// The state, which is that of the last turn until the message is read.
  var state: DialogueState
  /// The sources of the answer, which the user gets on request.
  var sources: [String] = []

  /// The facts of this dialogue and of other sources. Those of the dialogue have precedence.
  var facts: Facts { turn.profile.updated(by: state.facts) }
  var diary: FoodDiary { turn.diary }
  var before: DialogueState { turn.state }
  private(set) var learned = Facts()
  private var doubts: [String] = []
  /// The age of a child that the message names, of those for whom there are meal plans.
  private(set) var childAge: Int?

  init(_ turn: CoachTurn, _ coach: BuiltInCoach) {
    self.turn = turn
    self.coach = coach
    utterance = Utterance(turn.message)
    state = turn.state
    reply = CoachReply(text: "", state: turn.state)
    (state.offer, state.sources, state.lastTopic, state.pendingMeal, state.loggedMeal) = (nil, nil, nil, nil, nil)
  }

  mutating func answer() -> CoachReply {
    learn()
    // English has no such row.
    let fixed = Wording.find("language." + SafetyStage.language(utterance.words, lead: 2).rawValue) ?? held
    var text = fixed ?? text()
    let leads = WordList.repetitions.values
    // A text that was said before begins in other words.
    for lead in leads.dropFirst(state.turns % max(1, leads.count)) where fixed == nil && state.isSaid(text) {
      text = lead.value + " " + text
    }
    state.addSaid(text)
    state.lastQuestion = state.lastTopic.flatMap { _ in state.lastQuestion }
    state.lastText = String(text.prefix(DialogueState.maxTextLength))
    state.sources = sources.isEmpty ? nil : sources
    state.turns += 1
    (reply.text, reply.state) = (text, state)
    return reply
  }

  /// The sentence that keeps to the help which a message before needed; nil if this one asks for something else.
  private var held: String? {
    guard let danger = turn.recentDanger, danger.severity != .advice, !utterance.has("thank*") else { return nil }
    let intent = intent()
    let asksElse = intent?.task != nil || intent?.planned != nil || asks && intent?.topic != nil
    // "It is gone now, can I run today?"
    if asksElse, danger.severity != .emergency || !utterance.has(.asksLeave) { return nil }
    return Wording.find("danger.\(danger.rawValue)") ?? Wording.text("danger.\(danger.severity)")
  }

  private mutating func text() -> String {
    if let text = correctedLog() { return text }
    let act = DialogueAct(utterance)
    if let text = act.flatMap({ answer($0) }) { return text }
    // "Yes" to a plan changes nothing in it.
    let intent = intent().flatMap { act == .yes && $0.planned != nil ? nil : $0 }
    if let asked = state.asked, intent == nil {
      let declines = utterance.has(.declines)
      if asked == .goalWeight, learned.goalWeightKilograms == nil, declines || utterance.has(.refusesGoalWeight) {
        state.hasNoGoalWeight = true
        return proceed(state.task ?? .weightGoal)
      }
      if declines { return refuse("declined") }
    }
    beginPlan(intent)
    if let task = state.task, let asked = state.asked, intent == nil || intent?.task == task || learned.knows(asked) {
      return doubts.isEmpty ? proceed(task) : doubted(ask(asked, for: task))
    }
    if let topic = intent?.topic, coach.topicsOff.contains(topic.name) { return admission() }
    if let intent {
      state.drop()
      let text = intent.answer(&self)
      if let subject = intent.subject { state.addSubject(subject) }
      // Facts beside a question are noted, and the question is answered.
      return Wording.join(intent.topic == nil ? nil : noted, text)
    }
    if !doubts.isEmpty { return doubted(Wording.text("doubt.again")) }
    return act == .yes && before.turns > 0 ? Wording.text("yes.nothing") : beyond()
  }

  /// The sentence about the facts that the message states, restrictions among them; nil if there are none.
  var noted: String? {
    var facts = lastingFacts
    facts.apply(HealthStatement(turn.message))
    let texts = facts.texts()
    return texts.isEmpty ? nil : Wording.text("facts.noted", ["facts": texts])
  }

  private func doubted(_ text: String) -> String { Wording.join(doubts.joined(separator: " "), text) }

  mutating func beyond() -> String {
    // A guess begins no interview. In a long message it precedes facts, foods and symptoms.
    let guess = search(from: QuestionSearch.likely).flatMap { $0.task == nil ? $0 : nil }
    let isStory = utterance.words.count > 8 && utterance.numbers.count < 3 && guess?.topic != nil
    if let noted, !isStory { return offer(.anything, after: noted) }
    if !isStory, let remark = remark(from: Remark.least.besideGuess) { return remark.answer(&self) }
    let item = utterance.has(.dislikes) ? nil : foodLookup.items(utterance).first
    let symptoms = utterance.has(.symptoms) ? Wording.text("symptoms") : nil
    if let item, !isStory { return Wording.text("log.hint", ["figures": amount(nil, [item])]) }
    if let symptoms, !isStory { return symptoms }
    // English has no such row.
    if let sentence = Wording.find("language." + SafetyStage.language(utterance.words).rawValue) { return sentence }
    if let remark = remark(from: Remark.least.alone) { return remark.answer(&self) }
    return guess.map { Wording.join(noted, Wording.text("likely"), $0.answer(&self), symptoms) } ?? admission()
  }

  private mutating func admission() -> String {
    defer { state.fallbacks = (state.fallbacks ?? 0) + 1 }
    reply.isFallback = true
    state.lastTopic = before.lastTopic
    return Fallback.text(utterance, turn.persona, number: state.fallbacks ?? 0)
  }

  // MARK: - Tasks and questions

  /// Continues a task: asks for the next missing fact, or answers it.
  mutating func proceed(_ task: DialogueTask) -> String {
    let needed = needed(task)
    let ofEnergy: Set = [.energyNeeds, .dayReview, .mealPlan, .bodyMassIndex, .weightGoal, DialogueTask.goalDuration]
    if state.hasEatingDisorder == true, ofEnergy.contains(task) {
      return SafetyFinding(category: .eatingDisorder, language: .en).reply
    }
    if facts.isMinor, needed.contains(.age) || task == .bodyMassIndex {
      return refuse(task == .bodyMassIndex ? "bmi.minor" : "energy.minor")
    }
    if task == .weightGoal || task == .goalDuration, let warning = goalBelowHealthyRange() { return warning }
    if let question = needed.first(where: { !facts.knows($0) }) { return ask(question, for: task) }
    state.drop()
    switch task {
    case .energyNeeds, .anything, .weightGoal:
      guard let needs = EnergyNeeds(facts.body), needs.atRest > 300 else { return Wording.text("energy.implausible") }
      return task == .weightGoal ? weightGoal(needs) : energyNeeds(needs)
    case .dayReview: return dayReview()
    case .mealPlan: return mealPlan()
    case .workoutPlan: return workoutPlan()
    case .routine: return routine()
    case .bodyMassIndex: return bodyMassIndex()
    case .goalDuration: return goalDuration()
    case .trainingGoal: return trainingGoal()
    case .log: return log()
    case .anyPlan: return ""
    }
  }

  /// The facts without which a task has no answer, in the order of the questions.
  func needed(_ task: DialogueTask) -> [FactName] {
    switch task {
    case .energyNeeds, .anything: FactName.ofEnergyNeeds
    case .dayReview: targets == nil ? FactName.ofEnergyNeeds : []
    case .bodyMassIndex: utterance.has("weigh", "weight") ? [.height] : [.height, .weight]
    case .weightGoal:
      (facts.body.goal ?? .maintain == .maintain || state.hasNoGoalWeight == true ? [.weight] : [.weight, .goalWeight])
        + FactName.ofEnergyNeeds
    case .goalDuration: [.weight, .goalWeight]
    case .trainingGoal: [.trainingGoal, .trainingDays, .equipment]
    case .anyPlan: [.planKind]
    case .mealPlan, .workoutPlan, .routine, .log: []
    }
  }

  /// Asks a question for a task, and drops it after two repetitions.
  private mutating func ask(_ question: FactName, for task: DialogueTask) -> String {
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
    let key = "lead." + task.rawValue + (task == .weightGoal ? "." + (facts.body.goal ?? .maintain).rawValue : "")
    let lead = before.asked == nil ? Wording.find(key) : nil
    // A remark on an implausible answer precedes the question.
    let remark = doubts.isEmpty ? "I did not get that." : nil
    return Wording.join(state.repeats == 0 ? lead : remark, question.question)
  }

  mutating func refuse(_ key: String, _ values: [String: any WordingValue] = [:]) -> String {
    state.drop()
    return Wording.text(key, values)
  }

  mutating func offer(_ offer: DialogueTask, after text: String) -> String {
    state.offer = offer
    return Wording.join(text, Wording.text("offer." + offer.rawValue))
  }

  // MARK: - Facts

  private mutating func learn() {
    let asked = state.asked ?? corrected
    // The plan that "make it 4 days" refers to.
    let changed = state.planned.flatMap { PlanChange(utterance, $0) == nil ? nil : $0 }
    var reader = BodyReader(utterance, asked: asked, task: state.task ?? changed)
    reader.read(into: &learned)
    reader.readGoals(into: &learned)
    learned.dislikes = utterance.has(.dislikes) && !utterance.has(.notDislikes) && !asks ? foodsLeftOut : nil
    doubts = reader.doubts
    childAge = reader.figures.values[.age].map { Int(-$0) }.flatMap { Self.energyOfChildren[$0] == nil ? nil : $0 }
    let goalWeight = (learned.body.weightKilograms ?? facts.body.weightKilograms).flatMap(utterance.goalWeight)
    learned.goalWeightKilograms = learned.goalWeightKilograms ?? goalWeight
    state.facts = state.facts.updated(by: learned.without([.energyTarget]))
  }

  /// The fact that "actually it is 80" or "change it to 2300" corrects after it was named.
  private var corrected: FactName? {
    guard let text = before.lastText, before.asked == nil, utterance.words.count <= 6, utterance.numbers.count == 1,
      utterance.has(.corrects) || before.planned == .mealPlan && utterance.words.count <= 3
    else { return nil }
    if text.contains("kcal"), (800...6000).contains(utterance.numbers[0].value) { return .energyTarget }
    guard text.hasPrefix("Noted:") else { return nil }
    return text.contains(" kg") ? .weight : text.contains(" cm") ? .height : text.contains("years old") ? .age : nil
  }

  /// The stated facts that are kept. Figures without the word target belong to a plan only.
  var lastingFacts: Facts {
    let areTargets = (state.asked ?? corrected) == .energyTarget || utterance.has(.targetWords)
    return areTargets ? learned : learned.without([.energyTarget])
  }
}
