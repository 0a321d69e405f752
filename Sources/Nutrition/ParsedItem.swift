package import HealthModels
import TextModels

/// One food of a meal with its amount and nutrients.
package struct ParsedItem: Sendable, Hashable {
  /// Display name, "Chicken Breast".
  package var name: String
  /// The name in the language of the text, if that is not English and has one.
  package var localizedName: String?
  /// The words of the text that name the food.
  package var label = ""
  /// Amount and unit for display: "120g", "1 cup", "2 pieces".
  package var quantityText: String
  /// The number of `quantityText`, finite and not negative.
  package var quantityValue: Double
  /// Full name of the unit: "grams", "milliliters", "cup", "tablespoon", "piece", "medium", "slice" ...
  package var unit: String
  /// Weight of the whole amount, at most ``maxGrams``.
  package var grams: Double
  /// Nutrients of the whole amount.
  package var nutrients: Nutrients
  /// Probability that food and weight are right, 0...1; below 0.5 the item is little more than a guess.
  package var confidence: Double
  /// Assumptions and ignored words, joined by "; "; may be empty.
  package var notes: String
  /// Food, drink or water.
  package var kind: FoodKind
  /// Source of the nutrients, "sr-05064", as in `docs/guides/foods.md`; empty for unknown foods.
  package var reference: String

  /// Largest weight of an item.
  package static let maxGrams = PortionResolver.maxGrams

  /// Whether the item is a drink (water included).
  package var isDrink: Bool { kind != .food }

  /// Appends to the notes.
  package mutating func add(note: String) { notes = notes.isEmpty ? note : notes + "; " + note }

  /// Multiplies the amount. `factor` is positive and finite.
  mutating func scale(by factor: Double) {
    quantityValue *= factor
    grams *= factor
    nutrients = nutrients.scaled(by: factor)
    if let unit = MeasureUnit(spelling: unit) ?? MeasureUnit(rawValue: unit) { quantityText = unit.text(quantityValue) }
  }

  /// Stated nutrients of one item that are applied.
  private static let maxStatedNutrients = 5

  /// Replaces nutrients by those that the text states; energy follows by the Atwater factors 4, 4 and 9 kcal/g.
  ///
  /// A value that the weight cannot contain is ignored, with a note. Without an amount, stated energy scales the item.
  mutating func apply(_ stated: [StatedNutrient], hasAmount: Bool) {
    for nutrient in stated.prefix(Self.maxStatedNutrients) {
      guard nutrient.value <= (nutrient.kind == .energy ? grams * 9 : grams) || !hasAmount && nutrient.value < 5000
      else {
        add(note: "\(nutrient.text) cannot be in \(TextFormat.decimal(grams.rounded())) g and is not counted")
        confidence = min(confidence, 0.4)
        continue
      }
      switch nutrient.kind {
      case .energy: replaceEnergy(nutrient.value, hasAmount: hasAmount)
      case .protein: replace(\.protein, by: nutrient.value, kilocaloriesPerGram: 4)
      case .carbohydrate: replace(\.carbohydrate, by: nutrient.value, kilocaloriesPerGram: 4)
      case .fat: replace(\.fat, by: nutrient.value, kilocaloriesPerGram: 9)
      case .fiber: replace(\.fiber, by: nutrient.value, kilocaloriesPerGram: 0)
      }
      add(note: nutrient.text)
    }
  }

  private mutating func replaceEnergy(_ energy: Double, hasAmount: Bool) {
    let known = nutrients.energyKilocalories
    if !hasAmount, known > 0, energy > 0, energy / known < 10 { scale(by: energy / known) }
    nutrients.energyKilocalories = min(energy, grams * 9)
  }

  private mutating func replace(
    _ nutrient: WritableKeyPath<Nutrients, Double>, by value: Double, kilocaloriesPerGram: Double
  ) {
    let value = min(value, grams)
    let change = (value - nutrients[keyPath: nutrient]) * kilocaloriesPerGram
    nutrients[keyPath: nutrient] = value
    nutrients.energyKilocalories = min(max(nutrients.energyKilocalories + change, 0), grams * 9)
  }
}

extension ParsedItem {
  /// An item of another source. - Parameter quantityText: its amount for display.
  package init(_ item: UnverifiedItem, quantityText: String, unit: String, confidence: Double) {
    self.init(
      name: item.name, quantityText: quantityText, quantityValue: item.quantity, unit: unit, grams: item.grams,
      nutrients: item.nutrients, confidence: confidence, notes: "", kind: item.kind, reference: "")
  }

  /// A portion of a food. The notes on its amount and its weight follow the given ones.
  init(_ food: Food, _ portion: Portion, _ amount: Amount?, label: String, notes: [String]) {
    let notes = notes + [amount?.note].compactMap(\.self) + portion.notes
    self.init(
      name: food.name, label: label, quantityText: portion.unit.text(portion.value), quantityValue: portion.value,
      unit: portion.unit.name, grams: portion.grams, nutrients: food.per100Grams.scaled(by: portion.grams / 100),
      confidence: portion.confidence, notes: notes.joined(separator: "; "), kind: food.kind, reference: food.reference)
  }
}
