import HealthModels
import Testing

@testable import Nutrition

@Suite struct GoldenCorpusTests {
  private static let parser = EmbeddedMealParser()

  @Test(arguments: GoldenFile.meals)
  func readsMeals(_ meal: GoldenMeal) {
    guard case .items(let items) = Self.parser.parse(meal.text) else {
      Issue.record("nothing is read")
      return
    }
    #expect(items.map(\.name) == meal.items.map(\.name))
    #expect(items.map(\.quantityText) == meal.items.map(\.amount))
    for (item, truth) in zip(items, meal.items) {
      // Stated weights are exact; the reference often has several household measures.
      let isWeighed = item.unit == "grams" || item.unit == "kilogram" || item.unit == "ounce" && !item.isDrink
      #expect(Self.isNear(item.grams, truth.grams, isWeighed ? 0.01 : 0.15, least: 1), "\(item)")
    }
    let sum = items.reduce(Nutrients.zero) { $0 + $1.nutrients }
    #expect(Self.isNear(sum.energyKilocalories, meal.energy, 0.15, least: 5))
    #expect(Self.isNear(sum.carbohydrate, meal.carbohydrate, 0.15, least: 1))
    let notes = items.map(\.notes).joined(separator: "; ")
    for note in meal.notes { #expect(notes.contains(note)) }
  }

  private static func isNear(_ value: Double, _ truth: Double, _ share: Double, least: Double) -> Bool {
    abs(value - truth) <= max(least, truth * share)
  }

  @Test(arguments: GoldenFile.lines)
  func labelsLines(_ line: GoldenLine) {
    let label = Self.parser.label(line.text)
    #expect(label.quantity.map { abs($0 - (line.quantity ?? -1)) < 0.005 } ?? (line.quantity == nil), "\(label)")
    #expect(line.upper.map { abs((label.upper ?? 0) - $0) < 0.005 } ?? true, "\(label)")
    #expect(label.unit == IngredientLabel.unitName(line.unit), "\(label)")
    #expect(FoodName.stems(label.name) == FoodName.stems(line.name), "\(label)")
  }

  @Test func holdsManyCasesOfEachShape() {
    #expect(GoldenFile.meals.count == GoldenFile.rows("meals.jsonl").count)
    #expect(GoldenFile.lines.count == GoldenFile.rows("lines.jsonl").count)
    #expect(GoldenFile.meals.count >= 600 && GoldenFile.lines.count >= 180)
    #expect(Set(GoldenFile.meals.map(\.text)).count == GoldenFile.meals.count)
    let shapes = Dictionary(grouping: GoldenFile.meals.map(\.shape) + GoldenFile.lines.map(\.shape)) { $0 }
    let rare = shapes.filter { $1.count < 3 }
    #expect(shapes.count >= 30 && rare.isEmpty)
  }

  /// Implausible amounts are reduced to 5 kg and have a low confidence.
  @Test(arguments: [
    ("75 x 100 g rice", "Rice 7500g 5000"), ("99999999 eggs", "Egg 1000000 pieces 5000"),
    ("400 bananas", "Banana 400 medium 5000"), ("9000 g rice", "Rice 9000g 5000"),
    ("100000 ml milk", "Milk 100000ml 5000"), ("0 bananas", "Banana 0 medium 0"), ("0.0001 g salt", "Salt 0g 0"),
  ])
  func boundsAmountsWithoutSense(_ text: String, _ expected: String) {
    guard case .items(let items) = Self.parser.parse(text) else {
      Issue.record("nothing is read")
      return
    }
    #expect(items.map { "\($0.name) \($0.quantityText) \(Int($0.grams))" } == [expected])
    let isDoubted = text.hasPrefix("0.") || items.filter { $0.confidence > 0.3 }.isEmpty
    #expect(isDoubted)
  }
}
