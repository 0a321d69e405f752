/// One food of a meal from a source other than the table, such as a language model; nothing in it has been checked.
package struct UnverifiedItem: Sendable, Hashable {
  /// Name of the food, possibly unknown to the table.
  package var name: String
  /// Number of `unit`.
  package var quantity: Double
  /// Spelling of the source: "g", "cup", "slices".
  package var unit: String
  /// Weight of the whole amount.
  package var grams: Double
  /// Nutrients of the whole amount.
  package var nutrients: Nutrients
  /// Food, drink or water.
  package var kind: FoodKind

  /// Creates an item without any check.
  package init(
    name: String, quantity: Double, unit: String, grams: Double, nutrients: Nutrients, kind: FoodKind = .food
  ) {
    self.name = name
    self.quantity = quantity
    self.unit = unit
    self.grams = grams
    self.nutrients = nutrients
    self.kind = kind
  }
}
