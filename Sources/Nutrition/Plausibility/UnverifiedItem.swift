package import HealthModels

/// One food of a meal as somebody else than the table tells it: nothing in it is checked.
package struct UnverifiedItem: Sendable, Hashable {
  package var name: String
  /// How many of `unit`.
  package var quantity: Double
  /// As it was told: "g", "cup", "slices".
  package var unit: String
  /// Weight of the whole amount.
  package var grams: Double
  /// Of the whole amount.
  package var nutrients: Nutrients
  package var kind: FoodKind

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
