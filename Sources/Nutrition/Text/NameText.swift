/// Names of foods as words that can be compared.
package enum NameText {
  /// The stems of a name in order: without case, accents, punctuation and plurals.
  package static func stems(_ name: String) -> [String] { Tokeniser.keyStems(name) }
}
