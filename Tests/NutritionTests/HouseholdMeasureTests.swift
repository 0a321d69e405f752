import Testing

@testable import Nutrition

@Suite struct HouseholdMeasureTests {
  static let known: [(String, String, Double, MeasureUnit)] = [
    ("1 cup", "Milk", 1, .cup), ("cup, chopped", "Broccoli, raw", 1, .cup), ("0.25 cup", "Oats", 0.25, .cup),
    ("1/2 cup", "Oats", 0.5, .cup), ("1 1/2 cups", "Oats", 1.5, .cup), ("2 Tbsp", "Spread", 2, .tablespoon),
    ("1 CAN", "FIZZO COLA", 1, .can), ("3 COOKIES (30 g)", "CHOCOLATE CHIP COOKIES", 3, .piece),
    ("1 fl oz (no ice)", "Cola", 1, .fluidOunce), ("fluid ounce", "Cola", 1, .fluidOunce),
    ("1 medium slice", "Bread", 1, .slice), ("medium (2-3/4\" dia)", "Apples, raw", 1, .medium),
    ("large", "Egg, whole", 1, .large), ("1 banana", "Banana, raw", 1, .piece), ("fruit (2\" dia)", "Plum", 1, .piece),
    ("Quantity not specified", "Stew, NFS", 1, .serving), ("RACC", "Hummus", 1, .serving),
    ("tablespoon", "Hummus", 1, .tablespoon), ("1 slice (1 oz)", "Cheese", 1, .slice),
  ]

  @Test(arguments: known)
  func readsCountAndUnit(_ text: String, _ name: String, _ count: Double, _ unit: MeasureUnit) {
    #expect(HouseholdMeasure(text, of: name) == HouseholdMeasure(count: count, unit: unit))
  }

  @Test(arguments: [
    "", "1 oz", "100 g", "1 thin slice of nothing known", "large slice", "NLEA thing", "0 cup", "1e9 cup", "1/0 cup",
    "-1 cup", "1//2 cup", "10205", "\u{0}", "½", "cupboard", String(repeating: "1", count: 400) + " cup",
  ])
  func rejectsInvalidMeasures(_ text: String) { #expect(HouseholdMeasure(text, of: "Plum") == nil, "\(text)") }

  @Test(
    arguments: [("Slices", "slice"), ("TBSP", "tbsp"), ("pieces", "piece"), ("furlong", nil)] as [(String, String?)])
  func knowsUnitsByAnySpelling(_ word: String, _ unit: String?) {
    #expect(MeasureUnit.named(word)?.rawValue == unit)
  }
}
