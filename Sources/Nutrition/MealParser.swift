/// Turns a description of a meal into items with nutrients.
///
/// Pure and synchronous: no I/O, no clock. The embedded parser takes well under a millisecond for a usual text.
package protocol MealParser: Sendable {
  /// Parses any text; its length is bounded by the implementation. Never traps.
  func parse(_ text: String) -> MealParse

  /// Parses with foods in addition to the built-in table. A parser with a table of its own may ignore them.
  ///
  /// - Parameter language: code of the language that the user probably writes; the text itself decides.
  func parse(_ text: String, additionalFoods: FoodOverlay, language: String?) -> MealParse
}

extension MealParser {
  /// Ignores `additionalFoods` and `language`.
  package func parse(_ text: String, additionalFoods: FoodOverlay, language: String?) -> MealParse { parse(text) }
}

/// The result of parsing a meal.
package enum MealParse: Sendable, Hashable {
  /// At least one item, in the order of the text. The notes of the nearest item name words that were not understood.
  case items([ParsedItem])
  /// No food was recognised. Both values are shown to the user.
  case failure(reason: String, suggestions: [String])
}
