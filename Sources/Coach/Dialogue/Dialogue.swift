import HealthModels

/// One turn of a dialogue while it is answered.
struct Dialogue {
  let turn: CoachTurn
  let utterance: Utterance
  let foodLookup: FoodLookup
  var memory: DialogueMemory
  var templates: [TemplateDraft] = []

  /// What is known: said in this dialogue, or known from elsewhere.
  var facts: Facts { turn.profile.updated(by: memory.facts) }
  /// What this message says about the user.
  private(set) var learned = Facts()
  private var doubts: [String] = []

  init(turn: CoachTurn, utterance: Utterance, foodLookup: FoodLookup) {
    self.turn = turn
    self.utterance = utterance
    self.foodLookup = foodLookup
    memory = turn.memory
    memory.hasOffered = nil
  }

  mutating func answer() -> String {
    learn()
    let intent = IntentReader(
      utterance: utterance, foodLookup: foodLookup, persona: turn.persona, memory: turn.memory, facts: facts
    )
    .intent()
    if memory.asked != nil, intent == nil, declines {
      drop()
      return "That is fine. Without it I cannot work that out, but you can ask me anything else."
    }
    if intent == .mealPlan {
      memory.planEnergy = nil
      memory.planProtein = nil
    }
    keepFigures(
      forPlan: intent == .mealPlan || intent == .again(.mealPlan) || (memory.task == .mealPlan && memory.asked != nil))
    if let task = memory.task, memory.asked != nil, intent == nil || intent?.task == task || answersOpenQuestion {
      return doubts.isEmpty ? proceed(task) : again()
    }
    if let intent {
      drop()
      let answer = Answerer.answer(intent, &self)
      if let subject = intent.subject { memory.remember(subject) }
      return answer
    }
    if !doubts.isEmpty { return doubts.joined(separator: " ") + " Could you write it again, with its unit?" }
    if let noted = Noted.text(told) {
      memory.hasOffered = true
      return noted
    }
    return SmallTalk.beyond(turn.persona, foodLookup: foodLookup, utterance: utterance)
  }

  /// Goes on with what needs several answers.
  mutating func proceed(_ task: DialogueMemory.Task) -> String {
    switch task {
    case .energyNeeds: EnergyAnswer.text(&self)
    case .dayReview: DiaryAnswer.missing(&self)
    case .mealPlan: PlanAnswer.meals(&self)
    case .workoutPlan: PlanAnswer.workout(&self)
    case .routine: PlanAnswer.routine(&self)
    case .anyPlan: PlanAnswer.any(&self)
    case .bodyMassIndex: BodyMassIndex.text(&self)
    }
  }

  /// Puts a question and remembers what for.
  mutating func ask(_ question: Question, for task: DialogueMemory.Task, saying lead: String = "") -> String {
    let isAskedAgain = memory.asked == question
    // Who answers something else than the question has answered, too.
    let isTold = isAskedAgain && learned != Facts()
    memory.repeats = isAskedAgain && !isTold ? memory.repeats + 1 : 0
    memory.asked = question
    memory.task = task
    if memory.repeats >= 2 {
      drop()
      return "I could not read that. Let us leave it for now; just ask again when you have it."
    }
    if isTold { return "Noted. " + question.text }
    let prefix = memory.repeats > 0 ? "I did not get that. " : lead.isEmpty ? "" : lead + " "
    return prefix + question.text
  }

  /// Remembers what "and carbs?" will be about: a food or a figure of the log, whichever was spoken of last.
  mutating func follow(_ food: String?) {
    memory.food = food
    memory.intake = nil
  }

  mutating func follow(_ intake: Intake) {
    memory.intake = intake
    memory.food = nil
  }

  /// Nothing is open any more.
  mutating func drop() { memory.drop() }

  private mutating func learn() {
    var body = BodyReader(utterance, asked: memory.asked)
    body.read(into: &learned)
    WishReader(utterance: utterance, asked: memory.asked, task: memory.task ?? changed).read(into: &learned)
    doubts = body.doubts
    var lasting = learned
    lasting.body.energyTarget = nil
    lasting.body.proteinTarget = nil
    memory.facts = memory.facts.updated(by: lasting)
  }

  /// The plan that "make it 4 days" is about.
  private var changed: DialogueMemory.Task? { utterance.has("make it", "change it") ? memory.planned : nil }

  private var namesTarget: Bool {
    memory.asked == .energyTarget || utterance.has("target*", "goal*", "aim", "limit", "budget")
  }

  /// What was learned and will be known from now on.
  private var told: Facts {
    var facts = learned
    if !namesTarget {
      facts.body.energyTarget = nil
      facts.body.proteinTarget = nil
    }
    return facts
  }

  /// "A 600 kcal dinner" is no target for the day; "my target is 2,000 kcal" is.
  private mutating func keepFigures(forPlan isPlan: Bool) {
    if isPlan {
      memory.planEnergy = learned.body.energyTarget ?? memory.planEnergy
      memory.planProtein = learned.body.proteinTarget ?? memory.planProtein
    } else if namesTarget {
      memory.facts.body.energyTarget = learned.body.energyTarget ?? memory.facts.body.energyTarget
      memory.facts.body.proteinTarget = learned.body.proteinTarget ?? memory.facts.body.proteinTarget
    }
  }

  private var declines: Bool {
    utterance.has(
      "dont want", "do not want", "rather not", "skip", "no thanks", "prefer not", "cancel", "stop", "never mind",
      "nevermind", "forget it", "none of your business")
  }

  private mutating func again() -> String {
    guard let asked = memory.asked, let task = memory.task else { return "" }
    return doubts.joined(separator: " ") + " " + ask(asked, for: task).replacing("I did not get that. ", with: "")
  }

  /// Whether this message holds what was asked for, so that it is no new question.
  private var answersOpenQuestion: Bool {
    switch memory.asked {
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
    case .planKind, nil: false
    }
  }
}
