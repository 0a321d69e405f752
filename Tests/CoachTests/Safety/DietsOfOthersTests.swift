import HealthModels
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

  @Test(arguments: [("make a meal plan for today", false), ("make a meal plan for my wife for today", true)])
  func matterForPlansForThem(_ message: String, _ isVegan: Bool) throws {
    var facts = Facts()
    facts.apply(HealthStatement("my wife is vegan"))
    let turn = CoachTurn(message: message, persona: .nutritionist, profile: facts)
    guard case .meal(let plan)? = BuiltInCoach().reply(to: turn).templates.first else { throw CancellationError() }
    let vegan = Set(PlanFood.all.filter { $0.diet == .vegan }.map(\.name))
    #expect(plan.items.allSatisfy { vegan.contains($0.food) } == isVegan)
  }
}
