package import HealthModels

/// One food of a meal with its amount and nutrients.
package struct ParsedItem: Sendable, Hashable {
  /// Display name, "Chicken Breast".
  package var name: String
  /// The words of the text that name it.
  package var label = ""
  /// Amount and unit in one text, "120g", "1 cup", "2 pieces".
  package var quantityText: String
  /// The number of `quantityText`, finite and not negative.
  package var quantityValue: Double
  /// Full name of the unit: "grams", "milliliters", "cup", "tablespoon", "piece", "medium", "slice" ...
  package var unit: String
  /// Weight of the whole amount, at most `PortionResolver.maxGrams`.
  package var grams: Double
  /// Nutrients of the whole amount.
  package var nutrients: Nutrients
  /// 0...1; below 0.5 the figures are little more than a guess.
  package var confidence: Double
  /// What was assumed or left out, sentences joined by "; "; may be empty.
  package var notes: String
  /// Food, drink or water.
  package var kind: FoodKind
  /// Reference id of the figures (USDA FoodData Central), "sr-05064".
  package var reference: String

  /// Whether the item is a drink (water included).
  package var isDrink: Bool { kind != .food }
}

/// What an item is; the raw value is the wire form of `food_type`.
package enum FoodKind: String, Sendable, Hashable, CaseIterable {
  case food, drink, water
}
