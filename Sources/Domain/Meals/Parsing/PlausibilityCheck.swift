package import HealthModels
package import Nutrition
import TextModels

/// Checks the foods of a meal from another source against physical bounds and the table.
package struct PlausibilityCheck: Sendable {
  /// Note for a food whose nutrients were replaced by those of the table.
  package static let replacedNote = "figures of the nutrition table, because the stated ones differ too much"

  private let otherTable: FoodTable?
  private var table: FoodTable { otherTable ?? .builtIn }

  /// - Parameter table: nil for the built-in one, which is read at the first check.
  package init(table: FoodTable? = nil) { otherTable = table }

  /// Returns the item with plausible nutrients.
  ///
  /// The nutrients are those of the source. They are those of the table if it has a food with this name and the source
  /// differs too much.
  ///
  /// - Parameter additionalFoods: foods in addition to the table.
  /// - Returns: nil if the amount is invalid, or if the nutrients are implausible and the table has no such food.
  package func item(_ unverified: UnverifiedItem, additionalFoods: FoodOverlay = .none) -> ParsedItem? {
    guard let amount = Self.amount(of: unverified) else { return nil }
    let isPlausible = NutrientBounds.isPlausible(unverified.nutrients, grams: unverified.grams, kind: unverified.kind)
    guard let food = table.extended(by: additionalFoods).food(matching: unverified.name) else {
      return isPlausible ? ParsedItem(unverified, quantityText: amount.text, unit: amount.unit, confidence: 0.65) : nil
    }
    var known = unverified
    known.name = food.name
    known.kind = food.kind
    var item = ParsedItem(known, quantityText: amount.text, unit: amount.unit, confidence: 0.85)
    item.reference = food.reference
    if !isPlausible || !NutrientBounds.isNear(unverified.nutrients.scaled(by: 100 / unverified.grams), food.per100Grams)
    {
      item.nutrients = food.per100Grams.scaled(by: unverified.grams / 100)
      item.confidence = 0.75
      item.add(note: Self.replacedNote)
    }
    return item
  }

  /// The amount in the form of items; nil if a number is out of range, or the weight contradicts the unit.
  private static func amount(of item: UnverifiedItem) -> (text: String, unit: String)? {
    guard item.quantity.isFinite, item.quantity > 0, item.quantity <= 10_000, item.grams.isFinite, item.grams > 0,
      item.grams <= ParsedItem.maxGrams
    else { return nil }
    guard let unit = MeasureUnit.named(item.unit) else {
      return (TextFormat.decimal(item.quantity) + " " + item.unit, item.unit)
    }
    // Ounces of a drink may be fluid ounces.
    if let each = unit.grams, item.kind == .food || unit != .ounce {
      let weight = item.quantity * each
      guard (weight - item.grams).magnitude <= max(1, weight * 0.05) else { return nil }
    }
    return (unit.text(item.quantity), unit.name)
  }
}
