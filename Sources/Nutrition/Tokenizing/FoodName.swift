/// Normalization of food names for comparison.
package enum FoodName {
  /// The stems of a name in order, without case, accents, punctuation and plurals.
  package static func stems(_ name: String) -> [String] { Tokenizer.keyStems(name) }
}
