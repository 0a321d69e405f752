import HealthModels
import Nutrition

/// The answer to each intent.
enum Answerer {
  static func answer(_ intent: Intent, _ dialogue: inout Dialogue) -> String {
    switch intent {
    case .simple(let intent): return simple(intent, &dialogue)
    case .task(let task): return dialogue.proceed(task)
    case .outside(let subject):
      if subject == "medical questions" { return Wording.text("outside.medical") }
      return Wording.join(Wording.text("outside", ["subject": subject]), Wording.text("examples"))
    case .topic(let topic):
      dialogue.sources = [topic.source]
      dialogue.state.lastTopic = topic.name
      // A question on a subject that was answered gets the details.
      let text = dialogue.state.isSaid(topic.name) && !topic.more.isEmpty ? topic.more : topic.text
      dialogue.state.addSaid(topic.name)
      guard let offer = topic.offer, dialogue.utterance.has(.wish) else { return text }
      return dialogue.offer(offer, after: text)
    case .exercise(let question): return ExerciseAnswer.text(question, &dialogue)
    case .intake(let intake):
      (dialogue.state.intake, dialogue.state.food) = (intake, nil)
      if let nutrient = intake.nutrient { return IntakeAnswer.text(nutrient, intake.period, dialogue) }
      return intake.period == .week ? DiaryAnswer.week(dialogue) : DiaryAnswer.meals(intake.period, dialogue)
    case .amount, .healthy, .compare, .swap, .rich:
      dialogue.sources = [FoodAnswer.source]
      return food(intent, &dialogue)
    case .again(let task, let change): return PlanAnswer.again(task, change, &dialogue)
    case .log(let meal): return LogAnswer.ask(meal, &dialogue)
    case .forget(let facts): return FactsAnswer.forget(facts, &dialogue)
    case .declined(let text): return text
    case .goal(let goal):
      dialogue.state.facts.body.goal = goal
      return dialogue.proceed(.weightGoal)
    case .tooFast(let loss):
      dialogue.sources = [Pace.source]
      return dialogue.offer(.anything, after: loss.text)
    case .tooLittle(let energy):
      dialogue.sources = [Pace.source]
      return dialogue.offer(.anything, after: Wording.text("pace.tooLittle", ["energy": energy]))
    case .unlisted(let nutrient): return Wording.text("unlisted", ["nutrient": nutrient])
    }
  }

  private static func simple(_ intent: Intent.Simple, _ dialogue: inout Dialogue) -> String {
    switch intent {
    case .greeting: return BuiltInCoach.greeting(dialogue.turn.persona)
    case .thanks:
      if dialogue.utterance.has(.leaving) { return Wording.text("farewell") }
      return WordList.thanked.values.map(\.value).first { !dialogue.state.isSaid($0) } ?? Wording.text("thanks")
    case .capabilities: return Wording.text("capabilities")
    case .known: return FactsAnswer.known(dialogue.facts, FactName.named(in: dialogue.utterance))
    case .recap: return FactsAnswer.recap(dialogue)
    case .more: return more(&dialogue)
    case .lastMeals: return DiaryAnswer.lastMeals(dialogue)
    case .today:
      (dialogue.state.intake, dialogue.state.food) = (Intake(nil, .today), nil)
      return DiaryAnswer.today(dialogue)
    }
  }

  static func more(_ dialogue: inout Dialogue) -> String {
    let before = dialogue.turn.state
    dialogue.sources = before.sources ?? []
    dialogue.state.lastTopic = before.lastTopic
    if let topic = before.lastTopic.flatMap(Topic.named) {
      return topic.more.isEmpty ? Wording.text("more.end", ["source": topic.source]) : topic.more
    }
    let subject = before.subjects?.last
    let lead = subject.map { Wording.text("more.subject", ["subject": $0]) } ?? Wording.text("more.nothing")
    return Wording.join(lead, Wording.text("examples"))
  }

  private static func food(_ intent: Intent, _ dialogue: inout Dialogue) -> String {
    if let last = intent.foods?.last {
      (dialogue.state.intake, dialogue.state.food) = (nil, last.quantityText + " " + last.name)
    }
    switch intent {
    case .amount(let nutrient, let items): return FoodAnswer.amount(nutrient, items)
    case .healthy(let items): return FoodAnswer.healthy(items[0], dialogue.foodLookup)
    case .compare(let nutrient, let items): return ComparisonAnswer.text(nutrient, items, dialogue.foodLookup)
    case .swap(let items): return SwapAnswer.text(items[0], dialogue.foodLookup, dialogue.facts)
    case .rich(let nutrient): return ComparisonAnswer.richest(in: nutrient, dialogue.foodLookup, dialogue.facts)
    default: return ""
    }
  }
}
