import HealthModels
import Nutrition

/// The answer to each intent.
enum Answerer {
  static func answer(_ intent: Intent, _ dialogue: inout Dialogue) -> String {
    switch intent {
    case .greeting: return BuiltInCoach.greeting(dialogue.turn.persona)
    case .thanks:
      let isLeaving = dialogue.utterance.has(.leaving)
      if isLeaving { return "Take care, and see you soon." }
      let replies = WordList.thanked.values.map(\.value)
      return replies.first { !dialogue.state.isSaid($0) } ?? "You are welcome."
    case .capabilities: return SmallTalk.capabilities
    case .outside(let what): return SmallTalk.outside(what)
    case .topic(let topic):
      dialogue.sources = [topic.source]
      dialogue.state.lastTopic = topic.name
      // A question on a subject that was answered gets the details.
      let text = dialogue.state.isSaid(topic.name) && !topic.more.isEmpty ? topic.more : topic.text
      dialogue.state.addSaid(topic.name)
      guard let offer = topic.offer, dialogue.utterance.has(.wish) else { return text }
      dialogue.state.offer = offer
      return text + " " + offer.question
    case .exercise(let question): return ExerciseAnswer.text(question, &dialogue)
    case .today:
      dialogue.follow(Intake(nil, .today))
      return DiaryAnswer.today(dialogue)
    case .week:
      dialogue.follow(Intake(nil, .week))
      return DiaryAnswer.week(dialogue)
    case .mealsOf(let period):
      dialogue.follow(Intake(nil, period))
      return DiaryAnswer.meals(period, dialogue)
    case .intake(let intake):
      dialogue.follow(intake)
      guard let nutrient = intake.nutrient else {
        return intake.period == .week ? DiaryAnswer.week(dialogue) : DiaryAnswer.meals(intake.period, dialogue)
      }
      return IntakeAnswer.text(nutrient, intake.period, dialogue)
    case .lastMeals: return DiaryAnswer.lastMeals(dialogue)
    case .amount, .healthy, .compare, .swap, .rich:
      dialogue.sources = [FoodAnswer.source]
      return food(intent, &dialogue)
    case .missing: return dialogue.proceed(.dayReview)
    case .energyNeeds: return dialogue.proceed(.energyNeeds)
    case .mealPlan: return dialogue.proceed(.mealPlan)
    case .workoutPlan: return dialogue.proceed(.workoutPlan)
    case .routine: return dialogue.proceed(.routine)
    case .anyPlan: return dialogue.proceed(.anyPlan)
    case .again(let task, let change): return PlanAnswer.again(task, change, &dialogue)
    case .log(let meal): return LogAnswer.ask(meal, &dialogue)
    case .forget(let intent): return FactsAnswer.forget(intent.facts, &dialogue)
    case .known: return FactsAnswer.known(dialogue.facts, FactName.named(in: dialogue.utterance))
    case .recap: return FactsAnswer.recap(dialogue)
    case .more: return SmallTalk.more(&dialogue)
    case .declined(let text): return text
    case .goal(let goal):
      dialogue.state.facts.body.goal = goal
      return dialogue.proceed(.weightGoal)
    case .trainingGoal: return dialogue.proceed(.trainingGoal)
    case .goalDuration: return dialogue.proceed(.goalDuration)
    case .bodyMassIndex: return dialogue.proceed(.bodyMassIndex)
    case .tooFast(let loss):
      dialogue.state.offer = .anything
      dialogue.sources = [SafePace.source]
      return loss.text
    case .tooLittle(let energy):
      dialogue.state.offer = .anything
      dialogue.sources = [SafePace.source]
      return SafePace.starving(energy)
    case .unlisted(let what):
      return "My nutrition table has energy, protein, carbohydrate, fat, fibre and sugar of foods, but not \(what)."
    }
  }

  private static func food(_ intent: Intent, _ dialogue: inout Dialogue) -> String {
    switch intent {
    case .amount(let nutrient, let items):
      dialogue.follow(items.last.map(amountAndName))
      return FoodAnswer.amount(nutrient, items)
    case .healthy(let items):
      dialogue.follow(items.last.map(amountAndName))
      return FoodAnswer.healthy(items[0], dialogue.foodLookup)
    case .compare(let nutrient, let items):
      dialogue.follow(items.last.map(amountAndName))
      return ComparisonAnswer.text(nutrient, items, dialogue.foodLookup)
    case .swap(let items):
      return SwapAnswer.text(items[0], dialogue.foodLookup, dialogue.facts)
    case .rich(let nutrient):
      return RichAnswer.text(nutrient, dialogue.foodLookup, dialogue.facts)
    default: return ""
    }
  }

  private static func amountAndName(_ item: ParsedItem) -> String { item.quantityText + " " + item.name }
}
