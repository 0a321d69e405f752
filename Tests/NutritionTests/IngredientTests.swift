import HealthModels
import Testing

@testable import Nutrition

/// The ingredients of dishes, and the dishes that are eaten without one.
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

  private static func item(_ text: String) -> ParsedItem? {
    guard case .items(let items) = EmbeddedMealParser().parse(text), items.count == 1 else { return nil }
    return items[0]
  }

  @Test(
    arguments: [
      ("pad thai without peanuts", "pad thai", "Peanuts"), ("pad thai, hold the egg", "pad thai", "Egg"),
      ("pad thai minus the peanuts", "pad thai", "Peanuts"), ("palak paneer, no cheese", "palak paneer", "Paneer"),
      ("kung pao chicken without nuts", "kung pao chicken", "Peanuts"),
      ("chicken biryani no rice", "chicken biryani", "Rice"), ("lasagna without meat", "lasagna", "Ground Beef"),
      ("dal makhani without butter and cream", "dal makhani", "Butter, Cream"),
      ("tuna sandwich without mayo", "tuna sandwich", "Mayonnaise"), ("big mac without bun", "big mac", "Burger Bun"),
      ("gado gado without peanut sauce", "gado gado", "Peanut Butter"),
      ("lasagna no meat no meat or meat", "lasagna", "Ground Beef"),
      ("un plato de pad thai sin cacahuetes", "un plato de pad thai", "Peanuts"),
      ("um prato de pad thai sem amendoim", "um prato de pad thai", "Peanuts"),
      ("j'ai mangé un pad thai sans cacahuètes", "j'ai mangé un pad thai", "Peanuts"),
      ("ich hatte Pad Thai ohne Erdnüsse", "ich hatte Pad Thai", "Peanuts"),
      ("ho mangiato un pad thai senza arachidi", "ho mangiato un pad thai", "Peanuts"),
    ])
  func takesOutAnIngredient(_ text: String, _ dish: String, _ ingredient: String) throws {
    let (item, whole) = try (#require(Self.item(text)), #require(Self.item(dish)))
    #expect(item.name == whole.name && item.quantityText == whole.quantityText)
    #expect(item.grams < whole.grams && item.nutrients.energyKilocalories < whole.nutrients.energyKilocalories)
    #expect(item.notes.contains("g of \(ingredient) not counted"), "\(item.notes)")
  }

  @Test(arguments: [
    ("pad thai without kiwi", "without kiwi"), ("apple without sugar", "without sugar"),
    ("gado gado with tempeh instead of tofu", "tofu"),
  ])
  func keepsWhatTheRecipeDoesNotHave(_ text: String, _ note: String) throws {
    let item = try #require(Self.item(text))
    #expect(item.notes.contains(note) && !item.notes.contains("not counted"), "\(item.notes)")
  }

  @Test func aWeightIsThatOfTheRest() throws {
    let item = try #require(Self.item("200 g pad thai without peanuts"))
    #expect(item.grams == 200)
    #expect(item.nutrients.fat < (try #require(Self.item("200 g pad thai"))).nutrients.fat)
  }

  /// Tests some of the dishes, because all of them take long without optimization.
  @Test func theRestIsPlausible() throws {
    for (position, dish) in Self.dishes.enumerated() where position % 12 == 0 {
      for ingredient in dish.ingredients {
        guard case .items(let items) = EmbeddedMealParser().parse("1 serving \(dish.name) without \(ingredient.name)")
        else { continue }
        for item in items {
          #expect(NutrientBounds.isPlausible(item.nutrients, grams: item.grams, kind: item.kind), "\(item)")
        }
      }
    }
  }
}
