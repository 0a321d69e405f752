import HealthModels
import Testing

@testable import Coach

/// Meal plans after a statement about an allergy or a condition, also if the user asks for such a food.
@Suite struct PlanConflictTests {
  /// A statement, words of plan foods that conflict with it, and foods that the user asks for.
  struct Row: Sendable, CustomTestStringConvertible {
    var statement: String
    var conflicting: [String]
    var asked: [String]
    var testDescription: String { statement }

    init(_ statement: String, _ conflicting: [String], asked: [String]) {
      (self.statement, self.conflicting, self.asked) = (statement, conflicting, asked)
    }
  }

  private static let meat = ["chicken", "beef", "turkey"]
  private static let fish = ["salmon", "tuna", "cod", "shrimp"]
  private static let dairy = ["feta", "greek yogurt", "cottage cheese", "scrambled"]
  private static let wheat = ["bread", "pasta", "couscous", "bulgur", "granola", "oats"]

  private static let rows = [
    Row("I'm coeliac", wheat, asked: ["pasta", "couscous"]),
    Row("my doctor says no gluten", wheat, asked: ["bread"]),
    Row("lactose and me don't get along", dairy, asked: ["greek yogurt", "feta"]),
    Row("no dairy for me", dairy, asked: ["cottage cheese"]),
    Row("I'm allergic to eggs", ["egg"], asked: ["eggs"]),
    Row("shellfish makes my throat swell", ["shrimp"], asked: ["shrimp"]),
    Row("fish allergy", ["salmon", "tuna", "cod"], asked: ["salmon"]),
    Row("I carry an epipen for nuts", ["almond", "walnut", "peanut", "granola"], asked: ["walnuts", "peanut butter"]),
    Row("peanut allergy", ["peanut"], asked: ["peanut butter"]),
    Row("soy allergy", ["tofu", "tempeh", "edamame", "soy"], asked: ["tofu"]),
    Row("I have a sesame allergy", ["hummus"], asked: ["hummus"]),
    Row("tomatoes give me hives", ["tomato"], asked: ["tomatoes"]),
    Row("14 weeks along", ["tuna", "feta"], asked: ["tuna", "feta"]),
    Row("I'm a vegan", meat + fish + dairy + ["egg"], asked: ["chicken", "eggs"]),
    Row("plant-based since 2019", meat + fish + dairy + ["egg"], asked: ["salmon"]),
    Row("I don't eat meat", meat + fish, asked: ["beef", "tuna"]),
    Row("I'm vegetarian", meat + fish, asked: ["chicken", "shrimp"]),
    Row("only fish no meat for me", meat, asked: ["turkey"]),
    Row("we keep kosher", ["shrimp"], asked: ["shrimp"]),
    Row("I have gout", ["beef", "shrimp", "tuna"], asked: ["beef"]),
  ]

  @Test(arguments: rows)
  func aPlanHoldsNoConflictingFood(_ row: Row) {
    let foods = Self.foods(after: row.statement, row.asked.map { "make me a meal plan with \($0)" })
    #expect(!foods.isEmpty)
    for food in foods { #expect(!row.conflicting.contains { food.contains($0) }, "\(food)") }
  }

  /// The keys of all allergens and conditions, with plain requests.
  @Test func noPlanHasAFoodOfItsRules() {
    let requests = ["make me a meal plan with 1900 kcal", "plan a 600 kcal dinner", "a meal plan for 3 days"]
    for condition in DietaryCondition.allCases {
      var facts = Facts()
      facts.conditions = [condition]
      for food in Self.foods(facts, requests) {
        #expect(FoodConflict.all(of: [condition], in: FoodText(food)).isEmpty, "\(condition): \(food)")
      }
    }
    for key in Restriction.allergens.map(\.key) {
      var facts = Facts()
      facts.statedAllergies = [key]
      for food in Self.foods(facts, requests) {
        #expect(FoodConflict.all([key], in: FoodText(food)).isEmpty, "\(key): \(food)")
      }
    }
  }

  private static func foods(after statement: String, _ requests: [String]) -> [String] {
    var facts = Facts()
    facts.apply(HealthStatement(statement))
    return foods(facts, requests + ["make me a meal plan", "what should I eat for dinner?"])
  }

  /// Returns the foods of the plans for several seeds, in lower case.
  private static func foods(_ facts: Facts, _ requests: [String]) -> [String] {
    let coach = BuiltInCoach()
    var foods: Set<String> = []
    for request in requests {
      for variant in 0..<4 {
        var turn = CoachTurn(message: request, persona: .nutritionist)
        turn.state.turns = variant * 3
        turn.profile = facts
        for case .meal(let plan) in coach.reply(to: turn).templates {
          foods.formUnion(plan.items.map { $0.food.lowercased() })
        }
      }
    }
    return foods.sorted()
  }
}
