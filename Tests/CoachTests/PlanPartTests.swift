import HealthModels
import Testing

@testable import Coach

/// Questions about a part of the plan at hand, and changes of it.
@Suite struct PlanPartTests {
  private static func week() -> Conversation {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a meal plan for the week with 2,200 kcal")
    return dialogue
  }

  private static func items(_ dialogue: Conversation) -> [MealPlan.Item] {
    if case .meal(let plan)? = dialogue.templates.last { return plan.items }
    return []
  }

  @Test(
    arguments: [
      ("what's for lunch on wednesday", [3], ["lunch"]), ("what about day 5?", [5], MealPlanner.Order.meals),
      ("remind me what the dinners are", Array(1...7), ["dinner"]),
      ("show me the plan again", Array(1...7), MealPlanner.Order.meals),
      ("what do I have on sunday", [7], MealPlanner.Order.meals),
    ] as [(String, [Int], [String])])
  func aQuestionShowsThePartOfThePlan(_ question: String, _ days: [Int], _ meals: [String]) {
    var dialogue = Self.week()
    let foods = Self.items(dialogue).filter { days.contains($0.day ?? 0) && meals.contains($0.meal) }
    let answer = dialogue.say(question)
    let lines = answer.split(separator: "\n").filter { $0.hasPrefix("- ") }
    #expect(lines.count == days.count * meals.count && dialogue.templates.count == 1, "\(answer)")
    #expect(foods.allSatisfy { answer.contains($0.food.lowercased()) })
  }

  /// The plan has no eighth day, and a question for advice is none about the plan.
  @Test(arguments: ["what is on day 8", "is lunch the most important meal?"])
  func otherQuestionsShowNoPart(_ question: String) {
    var dialogue = Self.week()
    #expect(!dialogue.say(question).hasPrefix(Wording.text("plan.part")))
  }

  @Test(
    arguments: [
      ("swap wednesday's lunch for pasta", 3, "lunch", "pasta"),
      ("can I have salmon for dinner on friday", 5, "dinner", "salmon"),
    ])
  func aChangeOfAMealKeepsTheOtherDays(_ change: String, _ day: Int, _ meal: String, _ food: String) {
    var dialogue = Self.week()
    let before = Self.items(dialogue)
    let answer = dialogue.say(change)
    let after = Self.items(dialogue)
    #expect(answer.contains(Wording.text("plan.changed")) && dialogue.templates.count == 2, "\(answer)")
    #expect(after.contains { $0.day == day && $0.meal == meal && $0.food.lowercased().contains(food) }, "\(answer)")
    #expect(after.filter { $0.day != day } == before.filter { $0.day != day })
  }

  @Test func twoChangesHoldTogether() {
    var dialogue = Self.week()
    _ = dialogue.say("swap wednesday's lunch for pasta")
    let first = Self.items(dialogue).filter { $0.day == 3 }
    _ = dialogue.say("something different on friday")
    #expect(Self.items(dialogue).filter { $0.day == 3 } == first)
  }

  @Test func aDayOfAWorkoutPlanChangesAlone() throws {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("4 day gym plan please")
    guard case .workout(let first)? = dialogue.templates.last else { throw CancellationError() }
    #expect(first.sessions.count == 4)
    let answer = dialogue.say("swap the squats on day 1")
    guard case .workout(let second)? = dialogue.templates.last else { throw CancellationError() }
    #expect(second.sessions.dropFirst() == first.sessions.dropFirst(), "\(answer)")
    #expect(!second.sessions[0].exercises.contains { $0.name.contains("Squat") })
    #expect(second.sessions[0].exercises.count == first.sessions[0].exercises.count)
    #expect(dialogue.say("what do I do on day 2").contains(second.sessions[1].exercises[0].name))
  }

  /// 92 kg without 8 kg: no question for the weight to reach.
  @Test func anAmountToLoseGivesTheWeightToReach() {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("I'm a man of 34, 92 kg, 181 cm, desk job")
    #expect(dialogue.say("I want to lose 8 kilos").contains("84 kg"))
  }
}
