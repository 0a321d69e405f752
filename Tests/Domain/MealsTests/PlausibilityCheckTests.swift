import HealthModels
import Testing

@testable import Meals
@testable import Nutrition

/// Nutrients of foods from sources other than the table.
@Suite struct PlausibilityCheckTests {
  /// A small table, so that changes of the built-in one do not affect the expected values.
  private static let table = FoodTable(foods: [
    food("Chicken Breast", ["breast of chicken"], Nutrients.of(165, 31, 0, 3.6)),
    food("Lager", [], Nutrients.of(43, 0.5, 3.6, 0), kind: .drink),
  ])
  private let check = PlausibilityCheck(table: table)

  private static func food(
    _ name: String, _ aliases: [String], _ nutrients: Nutrients, kind: FoodKind = .food
  ) -> Food {
    Food(name: name, aliases: aliases, kind: kind, reference: "sr-00001", per100Grams: nutrients)
  }

  private func claim(
    _ name: String = "Moon Cheese", _ quantity: Double = 200, _ unit: String = "g", _ grams: Double = 200,
    _ nutrients: Nutrients = .of(700, 50, 6, 52), kind: FoodKind = .food
  ) -> UnverifiedItem {
    UnverifiedItem(name: name, quantity: quantity, unit: unit, grams: grams, nutrients: nutrients, kind: kind)
  }

  @Test func keepsPlausibleFiguresOfAnUnknownFood() throws {
    let item = try #require(check.item(claim()))
    #expect(item.name == "Moon Cheese" && item.quantityText == "200g" && item.unit == "grams" && item.grams == 200)
    #expect(item.nutrients == .of(700, 50, 6, 52) && item.notes.isEmpty && item.reference.isEmpty)
    #expect(item.confidence == 0.65)
  }

  @Test(arguments: [
    ("chicken breast", Nutrients.of(340, 64, 0, 8)), ("Breast of Chicken", .of(250, 46, 0, 5)),
  ])
  func keepsFiguresThatAreNearTheTable(_ name: String, _ nutrients: Nutrients) throws {
    let item = try #require(check.item(claim(name, 200, "g", 200, nutrients)))
    #expect(item.name == "Chicken Breast" && item.reference == "sr-00001")
    #expect(item.nutrients == nutrients && item.notes.isEmpty)
  }

  /// The user's own foods are known like those of the table, and take precedence.
  @Test func comparesWithTheUsersOwnFoods() throws {
    let overlay = FoodOverlay(
      own: FoodLayer([
        Self.food("Moon Cheese", [], .of(350, 25, 3, 26)), Self.food("Chicken Breast", [], .of(200, 38, 0, 4)),
      ]))
    let far = try #require(
      check.item(claim("moon cheese", 200, "g", 200, .of(300, 5, 60, 5)), additionalFoods: overlay))
    #expect(far.nutrients == .of(700, 50, 6, 52) && far.notes == PlausibilityCheck.replacedNote)
    let chicken = claim("chicken breast", 200, "g", 200, .of(6, 6, 0, 0))
    #expect(try #require(check.item(chicken, additionalFoods: overlay)).nutrients == .of(400, 76, 0, 8))
    #expect(try #require(check.item(chicken)).nutrients == .of(330, 62, 0, 7.2))
  }

  @Test(arguments: [
    // Plausible, but far from the table.
    Nutrients.of(700, 50, 6, 52),
    // Impossible for any food.
    .of(90_000, 0, 0, 0), .of(-1, 62, 0, 7), .of(.infinity, 62, 0, 7), .of(.nan, 62, 0, 7), .of(330, 620, 0, 7),
    .of(330, 1, 0, 1),
  ])
  func usesTableValuesIfTheClaimedFiguresDeviate(_ nutrients: Nutrients) throws {
    let item = try #require(check.item(claim("chicken breast", 200, "g", 200, nutrients)))
    #expect(item.nutrients == Nutrients.of(165, 31, 0, 3.6).scaled(by: 2))
    #expect(item.notes == PlausibilityCheck.replacedNote && item.confidence == 0.75)
  }

  @Test(arguments: [
    // More than 9.1 kcal/g, more than the weight, fiber and sugar beyond carbohydrate, energy without its source and
    // macros without their energy, not a number, negative.
    Nutrients.of(2000, 0, 0, 200), .of(800, 100, 100, 50), .of(400, 0, 100, 0, fiber: 80, sugar: 80), .of(900, 5, 5, 5),
    .of(50, 50, 20, 30), .of(.nan, 1, 1, 1), .of(10, .infinity, 1, 1), .of(10, 1, -1, 1), .of(10, 1, 1, 1, fiber: -5),
  ])
  func refusesImpossibleFiguresOfAnUnknownFood(_ nutrients: Nutrients) {
    #expect(check.item(claim("Moon Cheese", 200, "g", 200, nutrients)) == nil)
  }

  @Test(arguments: [
    (0.0, "g", 0.0), (-5, "g", 100), (.nan, "cup", 100), (1, "cup", .infinity), (1, "cup", 5001), (1, "cup", 0),
    (20_000, "g", 200), (200, "g", 2), (1, "kg", 100), (2, "oz", 200),
  ])
  func refusesAmountsThatMakeNoSense(_ quantity: Double, _ unit: String, _ grams: Double) {
    #expect(check.item(claim("chicken breast", quantity, unit, grams, .of(330, 62, 0, 7))) == nil)
  }

  @Test(arguments: [
    (1.5, "cups", 200.0, "1.50 cups", "cup"), (2, "slices", 60, "2 slices", "slice"), (2, "oz", 57, "2 oz", "ounce"),
    (1, "Thali", 400, "1 Thali", "Thali"),
  ])
  func writesAmountsLikeTheParser(
    _ quantity: Double, _ unit: String, _ grams: Double, _ text: String, _ name: String
  ) throws {
    let figures = Nutrients.of(350, 25, 3, 26).scaled(by: grams / 100)
    let item = try #require(check.item(claim("Moon Cheese", quantity, unit, grams, figures)))
    #expect(item.unit == name)
    #expect(item.quantityText == text.replacing(".50", with: ".5"))
  }

  /// Alcohol has energy that is in no other nutrient, in drinks only.
  @Test func knowsThatDrinksMayHoldAlcohol() {
    let gin = Nutrients.of(110, 0, 0, 0)
    #expect(check.item(claim("Gin", 1, "shot", 44, gin, kind: .drink)) != nil)
    #expect(check.item(claim("Gin", 1, "shot", 44, gin, kind: .food)) == nil)
  }

  /// The bounds must accept the foods of the table.
  @Test func nearlyEveryKnownFoodIsPlausible() {
    let foods = FoodTable.builtIn.foods
    let strange = foods.filter { !NutrientBounds.isPlausible($0.per100Grams, grams: 100, kind: $0.kind) }
    #expect(strange.count * 50 <= foods.count, "\(strange.map(\.name))")
  }
}

extension Nutrients {
  static func of(
    _ energy: Double, _ protein: Double, _ carbohydrate: Double, _ fat: Double, fiber: Double = 0, sugar: Double = 0
  ) -> Nutrients {
    Nutrients(
      energyKilocalories: energy, protein: protein, carbohydrate: carbohydrate, fat: fat, fiber: fiber, sugar: sugar)
  }
}
