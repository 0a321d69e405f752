import HealthModels

/// Holds what somebody else says about the foods of a meal against physics and against the table.
package struct PlausibilityCheck: Sendable {
  /// Said of a food whose figures were replaced.
  package static let replacedNote = "figures of the nutrition table, those that were told were far from them"

  private let otherTable: FoodTable?
  private var table: FoodTable { otherTable ?? .builtIn }

  /// - Parameter table: nil for the built-in one, which is read at the first check.
  package init(table: FoodTable? = nil) { otherTable = table }

  /// - Parameter further: foods that the table is to know beside its own.
  /// - Returns: the item with figures that can be true: the claimed ones, or those of the table where the table knows the
  ///   food by this name and the claimed ones are far from it. nil where the amount makes no sense, or where the figures
  ///   cannot be true and the table does not know the food.
  package func item(_ claim: UnverifiedItem, additionalFoods: FoodOverlay = .none) -> ParsedItem? {
    guard let amount = Amount(claim) else { return nil }
    let isPlausible = NutrientBounds.isPlausible(claim.nutrients, grams: claim.grams, kind: claim.kind)
    guard let food = table.extended(by: additionalFoods).food(matching: claim.name) else {
      return isPlausible ? item(claim, amount, confidence: 0.65) : nil
    }
    var known = claim
    known.name = food.name
    known.kind = food.kind
    var item = item(known, amount, confidence: 0.85)
    item.reference = food.reference
    if !isPlausible || !NutrientBounds.isNear(claim.nutrients.scaled(by: 100 / claim.grams), food.per100Grams) {
      item.nutrients = food.per100Grams.scaled(by: claim.grams / 100)
      item.confidence = 0.75
      item.add(note: Self.replacedNote)
    }
    return item
  }

  private func item(_ claim: UnverifiedItem, _ amount: Amount, confidence: Double) -> ParsedItem {
    ParsedItem(
      name: claim.name, quantityText: amount.text, quantityValue: claim.quantity, unit: amount.unit,
      grams: claim.grams, nutrients: claim.nutrients, confidence: confidence, notes: "", kind: claim.kind,
      reference: "")
  }

  /// A claimed amount in the words of items.
  private struct Amount {
    var text: String
    var unit: String

    /// - Returns: nil where the numbers are out of range, or where a weight is not the one that the unit says.
    init?(_ claim: UnverifiedItem) {
      guard claim.quantity.isFinite, claim.quantity > 0, claim.quantity <= 10_000, claim.grams.isFinite,
        claim.grams > 0, claim.grams <= PortionResolver.maxGrams
      else { return nil }
      guard let unit = MeasureUnit(spelling: claim.unit.lowercased()) else {
        text = NumberFormat.text(claim.quantity) + " " + claim.unit
        self.unit = claim.unit
        return
      }
      // Fluid ounces of a drink are told as ounces.
      if let each = unit.grams, claim.kind == .food || unit != .ounce {
        let weight = claim.quantity * each
        guard (weight - claim.grams).magnitude <= max(1, weight * 0.05) else { return nil }
      }
      text = unit.text(claim.quantity)
      self.unit = unit.displayName
    }
  }
}

extension FoodTable {
  /// The food whose name or alias has exactly these words, in any order.
  func food(matching name: String) -> Food? {
    let stems = Tokenizer.keyStems(String(name.prefix(200)))
    guard !stems.isEmpty else { return nil }
    return (food(stems) ?? food(anyOrder: stems)).map { self[$0] }
  }
}
