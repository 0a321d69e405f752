import Testing

@testable import Coach

/// Diets of persons other than the user.
@Suite struct DietsOfOthersTests {
  private static let stage = SafetyStage()

  @Test(
    arguments: [
      ("my wife is vegan and i eat meat", [], [.vegan]), ("my daughter has gone vegetarian", [], [.vegetarian]),
      ("i am vegan", [.vegan], []), ("i'm vegan, my wife is not", [.vegan], []), ("meine frau ist vegan", [], [.vegan]),
      ("my husband and i are vegan", [.vegan], []),
    ] as [(String, Set<DietaryCondition>, Set<DietaryCondition>)])
  func areNotTheOnesOfTheUser(_ message: String, _ own: Set<DietaryCondition>, _ others: Set<DietaryCondition>) {
    let statement = HealthStatement(message)
    #expect(statement.conditions.added == own && statement.dietsOfOthers == others)
  }

  @Test func matterForQuestionsAboutThem() {
    var facts = Facts()
    facts.apply(HealthStatement("my wife is vegan"))
    #expect(facts.conditions == nil && facts.dietsOfOthers == [.vegan])
    #expect(Self.stage.verdict(on: "can she eat honey", facts: facts).warning != nil)
    #expect(Self.stage.verdict(on: "can i eat honey", facts: facts).warning == nil)
  }

  @Test func matterForPlansForThem() {
    var dialogue = Conversation(BuiltInCoach(), persona: .nutritionist)
    _ = dialogue.say("my wife is vegan")
    _ = dialogue.say("make a meal plan for today")
    _ = dialogue.say("make a meal plan for my wife for today")
    let plans = dialogue.templates.map { draft -> String in
      if case .meal(let plan) = draft { return plan.items.map(\.food).joined(separator: " ").lowercased() }
      return ""
    }
    let animal = ["egg", "yogurt", "chicken", "salmon", "feta", "cheese", "milk", "shrimp", "beef", "turkey", "tuna"]
    #expect(plans.count == 2 && animal.contains { plans[0].contains($0) })
    #expect(
      !animal.contains { plans[1].replacing("soy yogurt", with: "").replacing("soy milk", with: "").contains($0) })
  }
}
