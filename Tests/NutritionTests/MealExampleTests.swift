import HealthModels
import Testing

@testable import Nutrition

@Suite struct MealExampleTests {
  @Test func readsTheDocumentedMeal() throws {
    guard case .items(let items) = EmbeddedMealParser().parse("120g chicken breast, 1 cup broccoli, 1 tbsp olive oil")
    else {
      Issue.record("no items")
      return
    }
    #expect(items.map(\.name) == ["Chicken Breast", "Broccoli", "Olive Oil"])
    #expect(items.map { Int($0.nutrients.energyKilocalories.rounded()) } == [198, 55, 119])
    #expect(items.map(\.quantityText) == ["120g", "1 cup", "1 tbsp"])
    #expect(items.map(\.unit) == ["grams", "cup", "tablespoon"])
    #expect(Int(items.reduce(Nutrients.zero) { $0 + $1.nutrients }.energyKilocalories.rounded()) == 372)
  }

  @Test func refusesTextWithoutFood() {
    guard case .failure(let reason, let suggestions) = EmbeddedMealParser().parse("xyz123abc") else {
      Issue.record("found food in nonsense")
      return
    }
    #expect(!reason.isEmpty)
    #expect(!suggestions.isEmpty)
  }

  /// The size belongs to the amount (docs/api/rest-meal-logs.md#item).
  @Test(arguments: [
    ("2 large eggs", "2 large", "large", 100), ("two large eggs", "2 large", "large", 100),
    ("large eggs 2", "2 large", "large", 100), ("2 eggs (large)", "2 large", "large", 100),
    ("2 large eggs, scrambled", "2 large", "large", 122), ("3 large scrambled eggs", "3 large", "large", 183),
    ("2 small eggs", "2 small", "small", 76), ("a large egg", "1 large", "large", 50),
    ("2 eggs", "2 pieces", "piece", 100),
    ("2 scrambled eggs", "2 pieces", "piece", 122), ("3 large egg omelette", "3 pieces", "piece", 183),
  ])
  func keepsTheSizeOfEggs(text: String, quantity: String, unit: String, grams: Double) throws {
    guard case .items(let items) = EmbeddedMealParser().parse(text) else {
      Issue.record("no items")
      return
    }
    #expect(items.map(\.quantityText) == [quantity] && items.map(\.unit) == [unit])
    #expect(items.map { $0.grams.rounded() } == [grams])
  }
}
