import HealthModels
import Testing
import TextModels

@testable import Coach

/// Questions about the plan at hand.
@Suite struct PlanQuestionTests {
  /// The figures that an answer states are those of the plan.
  @Test func namesTheFiguresOfAPart() throws {
    var dialogue = Conversation(BuiltInCoach(), persona: .nutritionist)
    _ = dialogue.say("i want a 3 day meal plan")
    guard case .meal(let plan)? = dialogue.templates.last else { throw CancellationError() }
    func sum(_ isPart: (MealPlan.Item) -> Bool) -> Nutrients {
      plan.items.filter(isPart).reduce(.zero) { $0 + $1.nutrients }
    }
    _ = dialogue.say("whats for dinner on day 2")
    let dinner = sum { $0.day == 2 && $0.meal == "dinner" }
    #expect(dialogue.say("how many calories has it").contains(": \(dinner.text("energy")).") == true)
    let day = sum { $0.day == 1 }
    #expect(dialogue.say("how much protein has day 1?").contains(": \(day.text("protein")) of protein."))
    let all = sum { _ in true }.scaled(by: 1.0 / 3)
    #expect(dialogue.say("how many carbs in total").contains("on average of its days: \(all.text("carbohydrate"))"))
    #expect(dialogue.templates.count == 1)
  }

  @Test(arguments: [
    ("which day is legs", "Squat"), ("how long does that take", "45 minutes"),
    ("show me the whole thing again", "Day 2"),
    ("show it again", "Day 3"), ("which day has deadlift", "Deadlift"),
  ])
  func answersWithoutANewPlan(_ question: String, _ text: String) {
    var dialogue = Conversation(BuiltInCoach(), persona: .fitnessCoach)
    _ = dialogue.say("need a workout plan 3 days a week, gym")
    let answer = dialogue.say(question)
    #expect(answer.contains(text), "\(answer)")
    #expect(dialogue.templates.count == 1)
  }

  @Test(arguments: [
    "how much protein is in 200g chicken", "how many calories should i eat", "how long until i see results",
  ])
  func otherQuestionsAreNotAboutThePlan(_ question: String) {
    var dialogue = Conversation(BuiltInCoach(), persona: .nutritionist)
    _ = dialogue.say("i want a 3 day meal plan")
    let answer = dialogue.say(question)
    #expect(!answer.hasPrefix("Your plan") && !answer.hasPrefix(Wording.text("plan.part")), "\(answer)")
  }

  /// A dislike or a gift, in words that name no change.
  @Test(
    arguments: [
      ("broccoli gives me the ick", ["broccoli"], []), ("the neighbour brought eggs, work them in", [], ["egg"]),
      ("love salmon", [], ["salmon"]), ("what a week", [], []), ("salmon or not", [], []),
    ] as [(String, Set<String>, Set<String>)])
  func readsWhatIsSaidOfAFood(_ message: String, _ exclusions: Set<String>, _ wanted: Set<String>) {
    let change = PlanChange(implied: Utterance(message), .mealPlan)
    #expect(change?.exclusions ?? [] == exclusions && change?.wanted ?? [] == wanted)
  }
}
