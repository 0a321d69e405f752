/// The foods that one parse uses in addition to the built-in table.
package struct FoodOverlay: Sendable {
  /// No additional foods.
  package static let none = FoodOverlay()

  /// The user's own foods, which take precedence over all others.
  package var own: FoodLayer
  /// Foods imported for all users, which are used only if no other food has the name.
  package var imported: FoodLayer

  /// Combines both layers.
  package init(own: FoodLayer = .empty, imported: FoodLayer = .empty) {
    self.own = own
    self.imported = imported
  }

  /// Whether both layers are empty.
  package var isEmpty: Bool { own.isEmpty && imported.isEmpty }
}
