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
    #expect(Int(NutrientTotals(items).nutrients.energyKilocalories.rounded()) == 372)
  }

  @Test func refusesTextWithoutFood() {
    guard case .failure(let reason, let suggestions) = EmbeddedMealParser().parse("xyz123abc") else {
      Issue.record("found food in nonsense")
      return
    }
    #expect(!reason.isEmpty)
    #expect(!suggestions.isEmpty)
  }
}
