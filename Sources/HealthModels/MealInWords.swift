/// A meal in the words of a user, before it is parsed.
package struct MealInWords: Codable, Sendable, Equatable {
  /// The foods with their amounts, "2 eggs".
  package var text: String
  /// `breakfast`, `lunch`, `dinner` or `snack`.
  package var mealType: String

  /// Creates a meal from its words.
  package init(text: String, mealType: String) {
    self.text = text
    self.mealType = mealType
  }
}
