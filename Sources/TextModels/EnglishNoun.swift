/// The forms of English nouns.
package enum EnglishNoun {
  /// Returns the singular: "anchovies" is "anchovy".
  /// - Parameter endsInIE: whether the singular of a word in "ies" ends in "ie", as that of "smoothies" does.
  package static func singular(_ word: String, endsInIE: () -> Bool) -> String {
    if word.hasSuffix("ies"), endsInIE() { return String(word.dropLast()) }
    if word.hasSuffix("ies"), word.utf8.count > 4 { return word.dropLast(3) + "y" }
    if word.hasSuffix("oes") || word.hasSuffix("shes") || word.hasSuffix("ches") { return String(word.dropLast(2)) }
    if word.hasSuffix("s"), !word.hasSuffix("ss"), word.utf8.count > 3 { return String(word.dropLast()) }
    return word
  }
}
