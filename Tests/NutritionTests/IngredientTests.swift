import HealthModels
import Testing

@testable import Nutrition

/// The ingredients of dishes.
@Suite struct IngredientTests {
  private static let dishes = FoodTable.builtIn.foods.filter { !$0.ingredients.isEmpty }

  @Test func everyIngredientIsAFoodWithAPlausibleWeight() {
    #expect(Self.dishes.count > 1700)
    for dish in Self.dishes {
      let ingredients = dish.ingredients
      #expect(ingredients.allSatisfy { FoodTable.builtIn.food(named: $0.name) != nil && $0.grams > 0 }, "\(dish.name)")
      #expect((20...102).contains(ingredients.reduce(0) { $0 + $1.grams }), "\(dish.name)")
      #expect(Set(ingredients.map(\.name)).count == ingredients.count, "\(dish.name)")
    }
  }

  @Test func onlyDishesOfTheTableHaveIngredients() throws {
    let padThai = try #require(FoodTable.builtIn.food(named: "Pad Thai"))
    #expect(padThai.ingredients.contains { $0.name == "Peanuts" && (2...8).contains($0.grams) })
    let own = Food(name: "Pad Thai", reference: "own-1", per100Grams: .zero)
    #expect(own.ingredients.isEmpty)
    #expect(try #require(FoodTable.builtIn.food(named: "Banana")).ingredients.isEmpty)
  }

  @Test(
    arguments: [
      ("can i have gado gado", "Peanut Butter"), ("dal makhani and naan", "Butter"),
      ("two kare kares", "Peanut Butter"), ("tofu pad thai", "Peanuts"),
    ])
  func findsIngredientsOfNamedDishes(_ text: String, _ ingredient: String) {
    let words = text.split(separator: " ").map(String.init)
    #expect(FoodTable.builtIn.ingredients(in: words).contains { $0.ingredients.contains(ingredient) })
  }

  @Test func aFoodBeforeADishTakesThePlaceOfItsMeat() {
    func ingredients(_ words: String...) -> [String] {
      FoodTable.builtIn.ingredients(in: words).flatMap(\.ingredients)
    }
    #expect(Set(ingredients("ndole")).isSuperset(of: ["Beef", "Shrimp", "Peanuts"]))
    #expect(Set(ingredients("tofu", "ndole")).isDisjoint(with: ["Beef", "Shrimp"]))
    #expect(ingredients("tofu", "ndole").contains("Peanuts"))
  }
}
