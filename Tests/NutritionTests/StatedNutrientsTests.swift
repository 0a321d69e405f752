import HealthModels
import Testing

@testable import Nutrition

@Suite struct StatedNutrientsTests {
  static let rows: [(String, [StatedNutrient])] = [
    ("yoghurt 100 g with fat 9 g", [StatedNutrient(kind: .fat, value: 9)]),
    ("bread (45 g carbs, 9 g protein)", [.init(kind: .carbohydrate, value: 45), .init(kind: .protein, value: 9)]),
    ("bread 100 g protein: 10 g", [StatedNutrient(kind: .protein, value: 10)]),
    ("banana 105 kcal", [StatedNutrient(kind: .energy, value: 105)]),
    ("oats fibre 4g", [StatedNutrient(kind: .fiber, value: 4)]),
    ("20 g protein bar", []), ("low fat 200 g yogurt", []), ("protein 30 g", []), ("2 eggs", []),
    ("100 g fat free milk", []), ("quark 2% fat 250 g", []), ("mince 12 % fat 400g", []),
  ]

  @Test(arguments: rows)
  func findsThem(_ text: String, _ expected: [StatedNutrient]) {
    let stated = StatedNutrients.annotated(Tokenizer.tokens(text)).compactMap { token in
      if case .statedNutrient(let nutrient) = token { nutrient } else { nil }
    }
    #expect(stated == expected)
  }

  private func read(_ text: String) -> ParsedItem? {
    guard case .items(let items) = EmbeddedMealParser().parse(text), items.count == 1 else { return nil }
    return items[0]
  }

  @Test func takesThemOver() throws {
    let plain = try #require(read("100 g yogurt"))
    let stated = try #require(read("100 g yogurt with fat 9 g"))
    #expect(stated.nutrients.fat == 9)
    let change = stated.nutrients.energyKilocalories - plain.nutrients.energyKilocalories
    #expect(abs(change - (9 - plain.nutrients.fat) * 9) < 0.01)
    #expect(stated.notes.contains("9 g fat as stated"))
  }

  @Test func derivesTheAmountFromStatedEnergy() throws {
    let item = try #require(read("banana (178 kcal)"))
    #expect(abs(item.grams - 200) < 1)
    #expect(item.nutrients.energyKilocalories == 178)
  }

  @Test func rejectsImpossibleEnergyWithLowConfidence() throws {
    let item = try #require(read("10 g rice, 300 kcal"))
    #expect(item.nutrients.energyKilocalories < 20)
    #expect(item.confidence <= 0.4 && item.notes.contains("cannot be"))
  }
}
