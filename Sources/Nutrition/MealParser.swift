/// Turns the words of a meal into items with nutrients.
///
/// Pure and synchronous: no I/O, no clock. The embedded parser takes well under a millisecond for a usual text.
package protocol MealParser: Sendable {
  /// Reads `text` (any content, bounded by the implementation); never traps.
  func parse(_ text: String) -> MealParse

  /// The same, with foods beside the built-in table. A parser that knows only its own may leave them out.
  func parse(_ text: String, knowing further: FoodOverlay) -> MealParse
}

extension MealParser {
  package func parse(_ text: String, knowing further: FoodOverlay) -> MealParse { parse(text) }
}

/// What a meal text turned out to hold.
package enum MealParse: Sendable, Hashable {
  /// At least one item, in the order of the text. Words that were not understood are named in the notes of the
  /// nearest item.
  case items([ParsedItem])
  /// No food was recognised. `reason` and `suggestions` are written for the person who typed the text.
  case failure(reason: String, suggestions: [String])
}
